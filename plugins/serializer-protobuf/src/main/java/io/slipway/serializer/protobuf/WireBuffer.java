package io.slipway.serializer.protobuf;

import java.util.Arrays;

/**
 * The bytes of a message while it is written. Grows as needed, when it is told by {@link #need}; what is put must have been
 * made room for. For one thread.
 */
final class WireBuffer {

    private static final int MOST = Integer.MAX_VALUE - 16;

    /** Where a waiting key lies behind what is written: where it belongs, if entry and key are shorter than 128 bytes. */
    private static final int KEY_GAP = 4;

    private byte[] bytes = new byte[2048];
    private int size;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    int size() {
        return size;
    }

    /** How many bytes {@link #put} takes. */
    static int sizeOf(long value) {
        return (63 - Long.numberOfLeadingZeros(value | 1)) / 7 + 1;
    }

    /** @throws IllegalArgumentException if the event becomes larger than an array can be */
    void need(long more) {
        long least = size + more;
        if (least > bytes.length) {
            if (least > MOST) {
                throw new IllegalArgumentException("An event would take 2 GiB or more.");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(least, 2L * bytes.length)));
        }
    }

    void put(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Puts the lowest {@code count} bytes, the lowest first. */
    void fixed(long value, int count) {
        for (int i = 0; i < count; i++) {
            bytes[size++] = (byte) (value >>> 8 * i);
        }
    }

    void copy(byte[] from, int offset, int length) {
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    /** Keeps a key behind what is written, until {@link #entry}, before which nothing else may be put. */
    void waitingKey(byte[] utf8, int offset, int length) {
        need(32L + length);
        System.arraycopy(utf8, offset, bytes, size + KEY_GAP, length);
    }

    /** Puts the header of an entry, and its key that waits. */
    void entry(int keyLength, int entryLength) {
        int header = 2 + sizeOf(entryLength) + sizeOf(keyLength);
        if (header != KEY_GAP) {
            System.arraycopy(bytes, size + KEY_GAP, bytes, size + header, keyLength);
        }
        put(WireTag.ENTRY);
        put(entryLength);
        put(WireTag.ENTRY_KEY);
        put(keyLength);
        size += keyLength;
    }

    /** Ends a message of the event that began at {@code start} with a tag and a byte for its length; takes back an empty one. */
    void endOfRoot(int start) {
        int length = size - start - 2;
        if (length == 0) {
            size = start;
            return;
        }
        int more = sizeOf(length) - 1;
        move(start + 2, length, more);
        putAt(start + 1, length);
        size += more;
    }

    /**
     * Ends a map or list, and with it the value that began at {@code value} with two tags, each with a byte for a length, and
     * the entry that began so at {@code entry}, unless that is negative.
     */
    void endOfValue(int entry, int value) {
        int length = size - value - 4;
        int lengthSize = sizeOf(length);
        int valueLength = 1 + lengthSize + length;
        int valueSize = sizeOf(valueLength);
        int more = lengthSize + valueSize - 2;
        int start = value;
        byte tag = bytes[value + 2];
        if (entry >= 0) {
            int keyLength = value - entry - 2;
            int entryLength = keyLength + 1 + valueSize + valueLength;
            int entryMore = sizeOf(entryLength) - 1;
            move(value + 4, length, more + entryMore);
            move(entry + 2, keyLength, entryMore);
            putAt(entry + 1, entryLength);
            start = value + entryMore;
            more += entryMore;
            bytes[start] = WireTag.ENTRY_VALUE;
        } else {
            move(value + 4, length, more);
        }
        putAt(start + 1, valueLength);
        bytes[start + 1 + valueSize] = tag;
        putAt(start + 2 + valueSize, length);
        size += more;
    }

    private void move(int from, int length, int by) {
        if (by > 0) {
            need(by);
            System.arraycopy(bytes, from, bytes, from + by, length);
        }
    }

    private void putAt(int at, int value) {
        int end = size;
        size = at;
        put(value);
        size = end;
    }
}

package io.slipway.serializer.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Takes the fields of a message one after the other. Grows as needed.
 *
 * <p>The length of a message within is not known when it begins: one byte is left for it, and the message moves on when it
 * ends and the length needs more.
 */
final class WireBuffer {

    private static final int MOST = Integer.MAX_VALUE - 16;

    private byte[] bytes = new byte[1024];
    private int size;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Begins a message within; gives what {@link #end} wants. */
    int begin(int tag) {
        need(6);
        put(tag);
        return ++size;
    }

    void end(int start) {
        int length = size - start;
        if (length < 0x80) {
            bytes[start - 1] = (byte) length;
            return;
        }
        int more = (31 - Integer.numberOfLeadingZeros(length)) / 7;
        need(more);
        System.arraycopy(bytes, start, bytes, start + more, length);
        size = start - 1;
        put(length);
        size += length;
    }

    void text(int tag, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        need(10L + utf8.length);
        put(tag);
        put(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
    }

    void varint(int tag, long value) {
        need(15);
        put(tag);
        put(value);
    }

    void fixed32(int tag, int value) {
        need(9);
        put(tag);
        for (int shift = 0; shift < 32; shift += 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    void fixed64(int tag, long value) {
        need(13);
        put(tag);
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    private void put(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private void need(long more) {
        long least = size + more;
        if (least > MOST) {
            throw new IllegalArgumentException("An event would take 2 GiB or more.");
        }
        if (least > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(least, 2L * bytes.length)));
        }
    }
}

package io.slipway.serializer.cbor;

import java.util.Arrays;

/** The bytes of an event while it is written. Grows as needed. For one thread. */
final class CborBuffer {

    private static final int MOST = Integer.MAX_VALUE - 16;
    private static final int LONGEST_HEAD = 9;

    private byte[] bytes = new byte[2048];
    private int size;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    void put(int b) {
        need(1);
        bytes[size++] = (byte) b;
    }

    /** Puts the first byte of an item and its argument, which is unsigned, in the fewest bytes. */
    void head(int major, long argument) {
        need(LONGEST_HEAD);
        int first = major << 5;
        if (argument >= 0 && argument < 24) {
            bytes[size++] = (byte) (first | argument);
        } else if (argument >>> 8 == 0) {
            fixed(first | 24, argument, 1);
        } else if (argument >>> 16 == 0) {
            fixed(first | 25, argument, 2);
        } else if (argument >>> 32 == 0) {
            fixed(first | 26, argument, 4);
        } else {
            fixed(first | 27, argument, 8);
        }
    }

    void integer(long value) {
        if (value < 0) {
            head(Cbor.NEGATIVE, ~value);
        } else {
            head(Cbor.UNSIGNED, value);
        }
    }

    void text(byte[] utf8, int offset, int length) {
        need((long) LONGEST_HEAD + length);
        head(Cbor.TEXT, length);
        System.arraycopy(utf8, offset, bytes, size, length);
        size += length;
    }

    void time(long seconds, int nanos) {
        head(Cbor.TAG, Cbor.TAG_TIME);
        head(Cbor.MAP, nanos == 0 ? 1 : 2);
        put(Cbor.SECONDS);
        integer(seconds);
        if (nanos != 0) {
            put(Cbor.NANOS);
            head(Cbor.UNSIGNED, nanos);
        }
    }

    /** Puts {@code first} and the lowest {@code count} bytes of {@code value}, the highest first. */
    void fixed(int first, long value, int count) {
        need(LONGEST_HEAD);
        bytes[size++] = (byte) first;
        for (int shift = 8 * count - 8; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    private void need(long more) {
        long least = size + more;
        if (least > bytes.length) {
            if (least > MOST) {
                throw new IllegalArgumentException("An event would take 2 GiB or more.");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(least, 2L * bytes.length)));
        }
    }
}

package io.slipway.serializer.json;

import java.util.Arrays;

/**
 * The bytes of a JSON document while it is written. Grows as needed. For one thread.
 *
 * <p>A word is always kept free behind what is written, since text is copied eight bytes at a time.
 */
final class JsonBuffer {

    private static final int MOST = Integer.MAX_VALUE - 16;
    private static final int LONGEST_ESCAPE = 6;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private byte[] bytes = new byte[2048];
    private int size;

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    int size() {
        return size;
    }

    void cut(int shorter) {
        size = shorter;
    }

    /** The byte that was written last; there must be one. */
    byte last() {
        return bytes[size - 1];
    }

    void put(char c) {
        need(1);
        bytes[size++] = (byte) c;
    }

    void ascii(byte[] text) {
        need(text.length);
        System.arraycopy(text, 0, bytes, size, text.length);
        size += text.length;
    }

    void ascii(String text) {
        need(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
    }

    void integer(long value) {
        if (value < 0) {
            put('-');
        }
        // The smallest long has no positive twin, but its bits, taken as unsigned, are right.
        unsigned(value < 0 ? -value : value);
    }

    void unsigned(long bits) {
        if (bits < 0) {
            long tenth = Long.divideUnsigned(bits, 10);
            digits(tenth, digitCount(tenth));
            digits(bits - 10 * tenth, 1);
        } else {
            digits(bits, digitCount(bits));
        }
    }

    /** Writes the last {@code count} digits of a number. */
    void digits(long value, int count) {
        need(count);
        long rest = value;
        for (int at = size + count - 1; at >= size; at--) {
            long tenth = rest / 10;
            bytes[at] = (byte) ('0' + rest - 10 * tenth);
            rest = tenth;
        }
        size += count;
    }

    /** Writes the lowest {@code count} digits to the base of 16. */
    void hex(long value, int count) {
        need(count);
        for (int shift = 4 * count - 4; shift >= 0; shift -= 4) {
            bytes[size++] = HEX[(int) (value >>> shift) & 0xf];
        }
    }

    /** Writes what lies between the quotes of a text. */
    void text(byte[] utf8, int offset, int length) {
        need(length);
        int end = offset + length;
        int at = copyPlain(utf8, offset, end);
        while (at < end) {
            need((long) LONGEST_ESCAPE + end - at);
            escape(utf8[at]);
            at = copyPlain(utf8, at + 1, end);
        }
    }

    /** Copies up to the first byte that needs an escape, for which there must be room. */
    private int copyPlain(byte[] utf8, int from, int end) {
        int at = from;
        for (; at <= end - 8; at += 8) {
            long word = Words.get(utf8, at);
            Words.set(bytes, size, word);
            long found = Words.ends(word);
            if (found != 0) {
                int plain = Words.first(found);
                size += plain;
                return at + plain;
            }
            size += 8;
        }
        for (; at < end && !Words.ends(utf8[at]); at++) {
            bytes[size++] = utf8[at];
        }
        return at;
    }

    private void escape(byte b) {
        switch (b) {
            case '"', '\\' -> pair((char) b);
            case '\n' -> pair('n');
            case '\r' -> pair('r');
            case '\t' -> pair('t');
            case '\b' -> pair('b');
            case '\f' -> pair('f');
            default -> {
                pair('u');
                hex(b, 4);
            }
        }
    }

    private void pair(char letter) {
        bytes[size++] = '\\';
        bytes[size++] = (byte) letter;
    }

    private static int digitCount(long value) {
        int count = 1;
        long limit = 10;
        while (count < 19 && value >= limit) {
            count++;
            limit *= 10;
        }
        return count;
    }

    private void need(long more) {
        long least = size + more + 8;
        if (least > bytes.length) {
            if (least > MOST) {
                throw new IllegalArgumentException("An event would take 2 GiB or more.");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(least, 2L * bytes.length)));
        }
    }
}

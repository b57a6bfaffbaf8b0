package io.slipway.encoder.json;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a JSON document while it is written. Grows as needed, and gives back what one large event took. For one thread.
 *
 * <p>Text is copied eight bytes at a time while none of them needs an escape; so a word is kept free behind what is written.
 */
final class JsonBuffer {

    /** Eight bytes of an array as one word, the first byte lowest. */
    static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int USUAL = 64 * 1024;
    private static final int MOST = Integer.MAX_VALUE - 16;
    private static final int LONGEST_ESCAPE = 6;

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOPS = 0x8080_8080_8080_8080L;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private final boolean escapeHtml;
    private byte[] bytes = new byte[USUAL];
    private int size;

    /** @param escapeHtml whether {@code <}, {@code >} and {@code &} are escaped too */
    JsonBuffer(boolean escapeHtml) {
        this.escapeHtml = escapeHtml;
    }

    void clear() {
        size = 0;
        if (bytes.length > 16 * USUAL) {
            bytes = new byte[USUAL];
        }
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    int size() {
        return size;
    }

    void cut(int shorter) {
        size = shorter;
    }

    /** The byte that was written last; 0 if none was. */
    byte last() {
        return size == 0 ? 0 : bytes[size - 1];
    }

    long word(int at) {
        return (long) WORD.get(bytes, at);
    }

    boolean isSame(int start, int other, int length) {
        return Arrays.equals(bytes, start, start + length, bytes, other, other + length);
    }

    void put(char c) {
        need(1);
        bytes[size++] = (byte) c;
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
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += count;
    }

    /** Writes a text with its quotes. */
    void text(byte[] utf8, int offset, int length) {
        need(length + 2L);
        bytes[size++] = '"';
        int at = offset;
        int end = offset + length;
        while (true) {
            at = copyPlain(utf8, at, end);
            if (at == end) {
                break;
            }
            need(LONGEST_ESCAPE + 1L + end - at);
            at = escape(utf8, at, end);
        }
        bytes[size++] = '"';
    }

    /** Copies up to the first byte that may need an escape, for which there must be room. */
    private int copyPlain(byte[] utf8, int from, int end) {
        int at = from;
        for (; at <= utf8.length - 8 && at < end; at += 8) {
            long word = (long) WORD.get(utf8, at);
            int left = end - at;
            if (left < 8) {
                word = word & (1L << 8 * left) - 1 | 'a' * ONES << 8 * left;
            }
            WORD.set(bytes, size, word);
            long found = escapable(word);
            if (found != 0) {
                int plain = Long.numberOfTrailingZeros(found) >>> 3;
                size += plain;
                return at + plain;
            }
            size += Math.min(left, 8);
        }
        if (at >= end) {
            return end;
        }
        for (; at < end && escapable(utf8[at] & 0xffL | ('a' * ONES << 8)) == 0; at++) {
            bytes[size++] = utf8[at];
        }
        return at;
    }

    /** A word in which the lowest bit that is set tells the first byte that may need an escape. */
    private long escapable(long word) {
        long control = word - 0x20 * ONES & ~word;
        long found = control | zero(word ^ '"' * ONES) | zero(word ^ '\\' * ONES) | zero(word ^ 0xe2 * ONES);
        if (escapeHtml) {
            found |= zero(word ^ '<' * ONES) | zero(word ^ '>' * ONES) | zero(word ^ '&' * ONES);
        }
        return found & TOPS;
    }

    private static long zero(long word) {
        return word - ONES & ~word;
    }

    /** Writes the character at {@code at} as it must be; gives where the next one is. */
    private int escape(byte[] utf8, int at, int end) {
        byte b = utf8[at];
        if (b == (byte) 0xe2) {
            return lineSeparator(utf8, at, end);
        }
        switch (b) {
            case '"', '\\' -> pair((char) b);
            case '\n' -> pair('n');
            case '\r' -> pair('r');
            case '\t' -> pair('t');
            case '\b' -> pair('b');
            case '\f' -> pair('f');
            default -> unicode(b);
        }
        return at + 1;
    }

    /** U+2028 and U+2029 end a line in JavaScript, but not in JSON; so both are escaped, as Go does. */
    private int lineSeparator(byte[] utf8, int at, int end) {
        if (end - at >= 3 && utf8[at + 1] == (byte) 0x80 && (utf8[at + 2] & 0xfe) == 0xa8) {
            unicode(0x2028 + (utf8[at + 2] & 1));
            return at + 3;
        }
        bytes[size++] = utf8[at];
        return at + 1;
    }

    private void pair(char letter) {
        bytes[size++] = '\\';
        bytes[size++] = (byte) letter;
    }

    private void unicode(int unit) {
        pair('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[size++] = HEX[unit >>> shift & 0xf];
        }
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
                throw new Unencodable("As JSON it would take 2 GiB or more.");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(least, 2L * bytes.length)));
        }
    }
}

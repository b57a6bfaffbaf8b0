package io.slipway.serializer.json;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import com.fasterxml.jackson.core.io.schubfach.FloatToDecimal;
import java.nio.charset.StandardCharsets;

/** Numbers in JSON, so that each comes back to the bit. An instance holds the one that was read last; for one thread. */
final class JsonNumber {

    /** No number that is written is longer. */
    private static final int LONGEST = 32;

    private static final int MOST_DIGITS = 19;
    private static final long OVERFLOWN = 2_000_000_000_000_000_000L;
    private static final long EXACT_IN_DOUBLE = 1L << 53;
    private static final int EXACT_IN_FLOAT = 1 << 24;
    private static final int MOST_DECIMALS = 6;
    private static final double[] TENS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };
    private static final float[] FLOAT_TENS = {1, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};

    private byte[] bytes;
    private int from;
    private int to;
    private boolean negative;
    private boolean whole;
    private long digits;
    private int digitCount;
    private int exponent;

    /** Writes a finite number with a point or an exponent, which an integer has not. */
    static void write(double value, JsonBuffer out) {
        double size = Math.abs(value);
        if (size >= 1e-3 && size < 1e9) {
            for (int decimals = 1; decimals <= MOST_DECIMALS; decimals++) {
                long scaled = Math.round(size * TENS[decimals]);
                if (scaled / TENS[decimals] == size) {
                    long unit = (long) TENS[decimals];
                    if (value < 0) {
                        out.put('-');
                    }
                    out.unsigned(scaled / unit);
                    out.put('.');
                    out.digits(scaled % unit, decimals);
                    return;
                }
            }
        }
        out.ascii(DoubleToDecimal.toString(value));
    }

    static void write(float value, JsonBuffer out) {
        out.ascii(FloatToDecimal.toString(value));
    }

    /** Reads the number at {@code start}; gives where it ends, or -1 if there is none that could have been written. */
    int read(byte[] source, int start, int end) {
        bytes = source;
        from = start;
        negative = start < end && source[start] == '-';
        digits = 0;
        digitCount = 0;
        exponent = 0;
        whole = true;
        int first = negative ? start + 1 : start;
        int at = digits(first, end);
        if (at == first || at > first + 1 && source[first] == '0') {
            return -1;
        }
        if (at < end && source[at] == '.') {
            int fraction = at + 1;
            at = digits(fraction, end);
            exponent = fraction - at;
            whole = false;
            if (at == fraction) {
                return -1;
            }
        }
        if (at < end && (source[at] | 0x20) == 'e') {
            at = exponent(at + 1, end);
            whole = false;
        }
        to = at;
        return at > start + LONGEST ? -1 : at;
    }

    /** Whether it has neither a point nor an exponent. */
    boolean isWhole() {
        return whole;
    }

    /** Whether it is an integer of 64 bits without a sign. */
    boolean isUnsigned() {
        return whole && !negative && fitsUnsigned();
    }

    /** Whether it is an integer of 64 bits with a sign. */
    boolean isInteger() {
        return whole && fitsUnsigned() && (digits >= 0 || negative && digits == Long.MIN_VALUE);
    }

    long asLong() {
        return negative ? -digits : digits;
    }

    /** The nearest number of 64 bits; infinite if it is too large. */
    double asDouble() {
        if (digitCount < MOST_DIGITS && digits <= EXACT_IN_DOUBLE && Math.abs(exponent) < TENS.length) {
            double size = exponent < 0 ? digits / TENS[-exponent] : digits * TENS[exponent];
            return negative ? -size : size;
        }
        return Double.parseDouble(text());
    }

    /** The nearest number of 32 bits; infinite if it is too large. */
    float asFloat() {
        if (digitCount < MOST_DIGITS && digits <= EXACT_IN_FLOAT && Math.abs(exponent) < FLOAT_TENS.length) {
            float size = exponent < 0 ? digits / FLOAT_TENS[-exponent] : digits * FLOAT_TENS[exponent];
            return negative ? -size : size;
        }
        return Float.parseFloat(text());
    }

    private String text() {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** The rest of twenty digits that begin with 1 is below {@link #OVERFLOWN} if 64 bits were too few for them. */
    private boolean fitsUnsigned() {
        return digitCount <= MOST_DIGITS
                || digitCount == MOST_DIGITS + 1
                        && bytes[negative ? from + 1 : from] == '1'
                        && Long.compareUnsigned(digits, OVERFLOWN) >= 0;
    }

    private int digits(int start, int end) {
        int at = start;
        for (; at < end && bytes[at] >= '0' && bytes[at] <= '9' && at <= from + LONGEST; at++) {
            digits = 10 * digits + bytes[at] - '0';
            digitCount++;
        }
        return at;
    }

    /** Reads an exponent; gives a place too far if there is none. */
    private int exponent(int start, int end) {
        boolean minus = start < end && bytes[start] == '-';
        int first = minus || start < end && bytes[start] == '+' ? start + 1 : start;
        int at = first;
        int value = 0;
        for (; at < end && bytes[at] >= '0' && bytes[at] <= '9' && at - first < 4; at++) {
            value = 10 * value + bytes[at] - '0';
        }
        exponent += minus ? -value : value;
        return at == first ? from + LONGEST + 1 : at;
    }
}

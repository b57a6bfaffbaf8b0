package io.slipway.api.config;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, as users write it: {@code 64MiB} is 64 x 1024 x 1024, {@code 10MB} is 10,000,000, a bare number is
 * bytes. Short forms without {@code B} are decimal ({@code 10G}), and case does not matter.
 *
 * @param bytes 0 or more
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {

    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(?:([kmgt])(i?))?b?");
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative");
        }
    }

    public static ByteSize ofBytes(long bytes) {
        return new ByteSize(bytes);
    }

    public static ByteSize ofMebibytes(long mebibytes) {
        return new ByteSize(Math.multiplyExact(mebibytes, 1L << 20));
    }

    /** @throws IllegalArgumentException if {@code text} is no size, with a sentence that gives the form */
    public static ByteSize parse(String text) {
        Matcher form = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new IllegalArgumentException("must be a size such as 64MiB, 10MB or 4096");
        }
        BigDecimal number = new BigDecimal(form.group(1));
        int power = form.group(2) == null ? 0 : "kmgt".indexOf(form.group(2)) + 1;
        long unit = "i".equals(form.group(3)) ? 1L << (10 * power) : (long) Math.pow(1000, power);
        BigDecimal bytes = number.multiply(BigDecimal.valueOf(unit));
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("is larger than any size can be");
        }
        return new ByteSize(bytes.longValue());
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The largest unit that gives a whole number, such as {@code 64MiB}; reads back as the same size. */
    @Override
    public String toString() {
        if (bytes == 0) {
            return "0";
        }
        for (int i = UNITS.length - 1; i >= 0; i--) {
            long unit = 1L << (10 * (i + 1));
            if (bytes % unit == 0) {
                return bytes / unit + UNITS[i];
            }
        }
        return Long.toString(bytes);
    }
}

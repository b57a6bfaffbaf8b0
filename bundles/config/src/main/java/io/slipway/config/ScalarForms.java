package io.slipway.config;

import io.slipway.api.config.ByteSize;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes single values in the form in which users write them. */
final class ScalarForms {

    private static final Set<String> TRUE = Set.of("true", "yes", "on");
    private static final Set<String> FALSE = Set.of("false", "no", "off");
    private static final int LONGEST_NUMBER = 64;
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal SECOND = BigDecimal.valueOf(1_000_000_000L);

    private final Path base;

    /** @param base what relative paths start from */
    ScalarForms(Path base) {
        this.base = base;
    }

    /** Whether {@code type} is written as one value. */
    static boolean isScalar(Class<?> type) {
        return type == String.class
                || type == boolean.class
                || type == Boolean.class
                || type == int.class
                || type == Integer.class
                || type == long.class
                || type == Long.class
                || type == double.class
                || type == Double.class
                || type == Duration.class
                || type == ByteSize.class
                || type == Path.class
                || type.isEnum();
    }

    /**
     * Reads {@code text} as {@code type}.
     *
     * @throws IllegalArgumentException with the rule that it breaks, without a full stop
     */
    Object read(Class<?> type, String text) {
        if (type == String.class) {
            return text;
        }
        String trimmed = text.trim();
        if (type == Path.class) {
            return path(trimmed);
        }
        if (type == boolean.class || type == Boolean.class) {
            return bool(trimmed);
        }
        if (type.isEnum()) {
            return constant(type, trimmed);
        }
        if (trimmed.length() > LONGEST_NUMBER) {
            throw new IllegalArgumentException("is too long");
        }
        if (type == int.class || type == Integer.class) {
            return (int) whole(trimmed, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return whole(trimmed, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == double.class || type == Double.class) {
            return number(trimmed);
        }
        if (type == Duration.class) {
            return duration(trimmed);
        }
        if (type == ByteSize.class) {
            return ByteSize.parse(trimmed);
        }
        throw new IllegalStateException(type.getName() + " is no type of a setting");
    }

    /** Some value of {@code type}, to go on with when the right one is not known. */
    Object any(Class<?> type) {
        if (type == String.class || type == Path.class) {
            return read(type, "none");
        }
        if (type == boolean.class || type == Boolean.class) {
            return false;
        }
        return type.isEnum() ? type.getEnumConstants()[0] : read(type, "1");
    }

    private static boolean bool(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (TRUE.contains(lower)) {
            return true;
        }
        if (FALSE.contains(lower)) {
            return false;
        }
        throw new IllegalArgumentException("must be true or false");
    }

    private static long whole(String text, long least, long most) {
        BigDecimal number;
        try {
            number = new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("must be a whole number", e);
        }
        if (Math.abs((long) number.scale()) > LONGEST_NUMBER
                || number.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("must be a whole number");
        }
        if (number.compareTo(BigDecimal.valueOf(least)) < 0 || number.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw new IllegalArgumentException("must be a whole number from " + least + " to " + most);
        }
        return number.longValueExact();
    }

    private static double number(String text) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("must be a number", e);
        }
        throw new IllegalArgumentException("must be a number");
    }

    private static Duration duration(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        BigDecimal nanos = NUMBER.matcher(rest).matches() ? new BigDecimal(rest).multiply(SECOND) : parts(rest);
        if (nanos.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("is longer than any duration can be");
        }
        return Duration.ofNanos(negative ? -nanos.longValue() : nanos.longValue());
    }

    private static BigDecimal parts(String text) {
        Matcher part = PART.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (part.find() && part.start() == end) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanos(part.group(2)))));
            end = part.end();
        }
        if (end == 0 || end != text.length()) {
            throw new IllegalArgumentException("must be a duration such as 30s, 1m30s or 250ms");
        }
        return nanos;
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "µs", "μs" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }

    private Path path(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        try {
            return base.resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path", e);
        }
    }

    private static Object constant(Class<?> type, String text) {
        String lower = text.toLowerCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> word(constant).equals(lower))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of " + String.join(", ", words(type))));
    }

    /** The words of an enum, in its order. */
    static List<String> words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(ScalarForms::word).toList();
    }

    private static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    /** A value as a user would write it; reads back as the same. */
    static String text(Object value) {
        if (value instanceof Duration duration) {
            return text(duration);
        }
        return value instanceof Enum<?> ? word(value) : String.valueOf(value);
    }

    private static String text(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        Duration rest = duration.abs();
        StringBuilder text = new StringBuilder(duration.isNegative() ? "-" : "");
        append(text, rest.toHours(), "h");
        append(text, rest.toMinutesPart(), "m");
        append(text, rest.toSecondsPart(), "s");
        int nanos = rest.toNanosPart();
        append(text, nanos / 1_000_000, "ms");
        append(text, nanos / 1_000 % 1_000, "us");
        append(text, nanos % 1_000, "ns");
        return text.toString();
    }

    private static void append(StringBuilder text, long number, String unit) {
        if (number > 0) {
            text.append(number).append(unit);
        }
    }
}

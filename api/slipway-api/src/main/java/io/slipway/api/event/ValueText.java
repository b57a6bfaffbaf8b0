package io.slipway.api.event;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.Predicate;

/** The text of a value within another text. */
final class ValueText {

    private static final TimePattern TIME = TimePattern.parse("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'");

    private ValueText() {}

    /** Appends the text of {@code value}; false if it has none, as a map, a list or null. */
    static boolean append(Value value, StringBuilder out) {
        if (value instanceof Value.Text text) {
            out.append(text.value());
        } else if (value instanceof Value.Bool bool) {
            out.append(bool.value());
        } else if (value instanceof Value.Int32 number) {
            out.append(number.value());
        } else if (value instanceof Value.Int64 number) {
            out.append(number.value());
        } else if (value instanceof Value.UInt32 number) {
            out.append(Integer.toUnsignedLong(number.bits()));
        } else if (value instanceof Value.UInt64 number) {
            out.append(Long.toUnsignedString(number.bits()));
        } else if (value instanceof Value.Float32 number) {
            out.append(fraction(number.value()));
        } else if (value instanceof Value.Float64 number) {
            out.append(fraction(number.value()));
        } else if (value instanceof Value.Time time) {
            TIME.append(time.value(), out);
        } else {
            return false;
        }
        return true;
    }

    private static String fraction(float value) {
        if (!Float.isFinite(value) || value == 0) {
            return special(value);
        }
        BigDecimal exact = new BigDecimal(value);
        return general(shortest(exact, new BigDecimal(Float.toString(value)), it -> it.floatValue() == value));
    }

    private static String fraction(double value) {
        if (!Double.isFinite(value) || value == 0) {
            return special(value);
        }
        BigDecimal exact = new BigDecimal(value);
        return general(shortest(exact, new BigDecimal(Double.toString(value)), it -> it.doubleValue() == value));
    }

    private static String special(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return 1 / value < 0 ? "-0" : "0";
    }

    /** Java's own digits are sometimes one more than needed. */
    private static BigDecimal shortest(BigDecimal exact, BigDecimal javas, Predicate<BigDecimal> isSame) {
        BigDecimal best = javas.stripTrailingZeros();
        while (best.precision() > 1) {
            BigDecimal shorter = exact.round(new MathContext(best.precision() - 1));
            if (!isSame.test(shorter)) {
                break;
            }
            best = shorter.stripTrailingZeros();
        }
        return best;
    }

    /** C's and Go's {@code %g}: with an exponent below 0.0001 and from a million on. */
    private static String general(BigDecimal value) {
        int exponent = value.precision() - value.scale() - 1;
        if (exponent >= -4 && exponent < 6) {
            return value.toPlainString();
        }
        String digits = value.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String power = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return (value.signum() < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
    }
}

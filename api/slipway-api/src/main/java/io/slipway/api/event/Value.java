package io.slipway.api.event;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * One value of an event. The set of kinds is closed and is that of the wire protocol, so every value survives every
 * serializer as it is. All are immutable.
 */
public sealed interface Value {

    Value NULL = new Null();

    static Value of(boolean value) {
        return new Bool(value);
    }

    static Value of(int value) {
        return new Int32(value);
    }

    static Value of(long value) {
        return new Int64(value);
    }

    static Value of(float value) {
        return new Float32(value);
    }

    static Value of(double value) {
        return new Float64(value);
    }

    static Value of(String value) {
        return new Text(value);
    }

    static Value of(Instant value) {
        return new Time(value);
    }

    static Value of(List<Value> values) {
        return new ListValue(values);
    }

    record Null() implements Value {}

    record Bool(boolean value) implements Value {}

    record Int32(int value) implements Value {}

    record Int64(long value) implements Value {}

    /** @param bits the unsigned value; read it with {@link Integer#toUnsignedLong} */
    record UInt32(int bits) implements Value {}

    /** @param bits the unsigned value; read it with {@link Long#toUnsignedString} and its kin */
    record UInt64(long bits) implements Value {}

    record Float32(float value) implements Value {}

    record Float64(double value) implements Value {}

    record Text(String value) implements Value {
        public Text {
            Objects.requireNonNull(value);
        }
    }

    /** @param value to the nanosecond, within the years 1 to 9999 */
    record Time(Instant value) implements Value {
        private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
        private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

        public Time {
            if (value.isBefore(FIRST) || value.isAfter(LAST)) {
                throw new IllegalArgumentException("a timestamp must lie within the years 1 to 9999");
            }
        }
    }

    record ListValue(List<Value> values) implements Value {
        public static final ListValue EMPTY = new ListValue(List.of());

        public ListValue {
            values = List.copyOf(values);
        }
    }

    /** A map; see {@link Fields} for reading and changing it. */
    record MapValue(Fields fields) implements Value {
        public MapValue {
            Objects.requireNonNull(fields);
        }
    }
}

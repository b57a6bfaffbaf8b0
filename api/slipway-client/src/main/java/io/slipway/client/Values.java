package io.slipway.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.slipway.wire.ListValue;
import io.slipway.wire.NullValue;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns Java values into the protocol's values and back.
 *
 * <table>
 *   <caption>From Java to the protocol</caption>
 *   <tr><td>{@code null}</td><td>null</td></tr>
 *   <tr><td>{@code Boolean}</td><td>bool</td></tr>
 *   <tr><td>{@code Byte}, {@code Short}, {@code Integer}</td><td>int32</td></tr>
 *   <tr><td>{@code Long}</td><td>int64</td></tr>
 *   <tr><td>{@code BigInteger} from 0 to 2<sup>64</sup>-1</td><td>uint64</td></tr>
 *   <tr><td>{@code Float}, {@code Double}</td><td>float32, float64</td></tr>
 *   <tr><td>{@code CharSequence}</td><td>string</td></tr>
 *   <tr><td>{@code Instant}, {@code OffsetDateTime}, {@code ZonedDateTime}</td><td>timestamp</td></tr>
 *   <tr><td>{@code byte[]}</td><td>string, standard Base64 with padding</td></tr>
 *   <tr><td>{@code Map} with string keys, records</td><td>struct</td></tr>
 *   <tr><td>{@code Iterable}, arrays</td><td>list</td></tr>
 *   <tr><td>{@code Value}, {@code Struct}, {@code ListValue}</td><td>as they are</td></tr>
 * </table>
 *
 * <p>Anything else is refused with an {@link IllegalArgumentException}, as are text that is not valid Unicode and
 * nesting deeper than {@value #DEEPEST}.
 */
public final class Values {

    /** The deepest nesting of maps and lists. */
    public static final int DEEPEST = 100;

    private Values() {}

    /**
     * The value of the protocol for a Java value.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Value of(Object value) {
        return of(value, 0);
    }

    /**
     * The struct of the protocol for a map.
     *
     * @throws IllegalArgumentException if a value of it has no equal in the protocol
     */
    public static Struct struct(Map<String, ?> map) {
        return struct(map, 0);
    }

    /** An unsigned number of 32 bits, which Java has no type for. */
    public static Value unsigned(int bits) {
        return Value.newBuilder().setUint32Value(bits).build();
    }

    /** An unsigned number of 64 bits, which Java has no type for. */
    public static Value unsigned(long bits) {
        return Value.newBuilder().setUint64Value(bits).build();
    }

    /**
     * The Java value for a value of the protocol: uint32 as {@code Long}, uint64 as {@code BigInteger}, timestamp as
     * {@code Instant}, struct as {@code Map}, list as {@code List}; null for null and for a value without a kind.
     *
     * @throws java.time.DateTimeException if a timestamp is beyond what {@code Instant} can hold
     */
    public static Object toJava(Value value) {
        return switch (value.getKindCase()) {
            case NULL_VALUE, KIND_NOT_SET -> null;
            case FLOAT64_VALUE -> value.getFloat64Value();
            case FLOAT32_VALUE -> value.getFloat32Value();
            case INT32_VALUE -> value.getInt32Value();
            case INT64_VALUE -> value.getInt64Value();
            case UINT32_VALUE -> Integer.toUnsignedLong(value.getUint32Value());
            case UINT64_VALUE -> new BigInteger(Long.toUnsignedString(value.getUint64Value()));
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> value.getBoolValue();
            case STRUCT_VALUE -> toJava(value.getStructValue());
            case LIST_VALUE -> toJava(value.getListValue());
            case TIMESTAMP_VALUE ->
                Instant.ofEpochSecond(
                        value.getTimestampValue().getSeconds(),
                        value.getTimestampValue().getNanos());
        };
    }

    /** The Java map for a struct of the protocol; see {@link #toJava(Value)}. */
    public static Map<String, Object> toJava(Struct struct) {
        Map<String, Object> map = new LinkedHashMap<>();
        struct.getDataMap().forEach((key, value) -> map.put(key, toJava(value)));
        return map;
    }

    private static List<Object> toJava(ListValue list) {
        List<Object> values = new ArrayList<>(list.getValuesCount());
        list.getValuesList().forEach(value -> values.add(toJava(value)));
        return values;
    }

    /** A timestamp of the protocol. */
    static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }

    private static Value of(Object value, int depth) {
        if (value instanceof Value ready) {
            return ready;
        }
        Value.Builder made = Value.newBuilder();
        boolean scalar = number(value, made) || text(value, made) || time(value, made);
        if (!scalar && !nested(value, made, depth)) {
            throw new IllegalArgumentException(
                    "invalid type: " + value.getClass().getName());
        }
        return made.build();
    }

    private static boolean number(Object value, Value.Builder made) {
        if (value instanceof Long number) {
            made.setInt64Value(number);
        } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            made.setInt32Value(((Number) value).intValue());
        } else if (value instanceof Double number) {
            made.setFloat64Value(number);
        } else if (value instanceof Float number) {
            made.setFloat32Value(number);
        } else if (value instanceof BigInteger number) {
            made.setUint64Value(uint64(number));
        } else {
            return false;
        }
        return true;
    }

    private static long uint64(BigInteger number) {
        if (number.signum() < 0 || number.bitLength() > Long.SIZE) {
            throw new IllegalArgumentException("BigInteger: " + number + " must be from 0 to 2^64-1.");
        }
        return number.longValue();
    }

    private static boolean text(Object value, Value.Builder made) {
        if (value == null) {
            made.setNullValue(NullValue.NULL_VALUE);
        } else if (value instanceof Boolean truth) {
            made.setBoolValue(truth);
        } else if (value instanceof CharSequence text) {
            made.setStringValueBytes(utf8(text));
        } else if (value instanceof byte[] bytes) {
            made.setStringValue(Base64.getEncoder().encodeToString(bytes));
        } else {
            return false;
        }
        return true;
    }

    private static ByteString utf8(CharSequence text) {
        try {
            return ByteString.copyFrom(StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("A text of " + text.length() + " characters is not valid Unicode.", e);
        }
    }

    private static boolean time(Object value, Value.Builder made) {
        if (value instanceof Instant instant) {
            made.setTimestampValue(timestamp(instant));
        } else if (value instanceof OffsetDateTime time) {
            made.setTimestampValue(timestamp(time.toInstant()));
        } else if (value instanceof ZonedDateTime time) {
            made.setTimestampValue(timestamp(time.toInstant()));
        } else {
            return false;
        }
        return true;
    }

    private static boolean nested(Object value, Value.Builder made, int depth) {
        if (value instanceof Struct ready) {
            made.setStructValue(ready);
        } else if (value instanceof ListValue ready) {
            made.setListValue(ready);
        } else if (value instanceof Map<?, ?> map) {
            made.setStructValue(struct(map, depth + 1));
        } else if (value instanceof Iterable<?> values) {
            made.setListValue(list(values, depth + 1));
        } else if (value.getClass().isArray()) {
            made.setListValue(list(elements(value), depth + 1));
        } else if (value instanceof Record fields) {
            made.setStructValue(struct(components(fields), depth + 1));
        } else {
            return false;
        }
        return true;
    }

    private static Struct struct(Map<?, ?> map, int depth) {
        atMostDeepest(depth);
        Struct.Builder struct = Struct.newBuilder();
        map.forEach((key, value) -> {
            if (!(key instanceof String name)) {
                throw new IllegalArgumentException("maps must have key of type string, got "
                        + (key == null ? "null" : key.getClass().getName()));
            }
            utf8(name);
            struct.putData(name, of(value, depth));
        });
        return struct.build();
    }

    private static ListValue list(Iterable<?> values, int depth) {
        atMostDeepest(depth);
        ListValue.Builder list = ListValue.newBuilder();
        values.forEach(value -> list.addValues(of(value, depth)));
        return list.build();
    }

    private static void atMostDeepest(int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("Values are nested deeper than " + DEEPEST + ".");
        }
    }

    private static List<Object> elements(Object array) {
        List<Object> values = new ArrayList<>(Array.getLength(array));
        for (int i = 0; i < Array.getLength(array); i++) {
            values.add(Array.get(array, i));
        }
        return values;
    }

    private static Map<String, Object> components(Record fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (RecordComponent component : fields.getClass().getRecordComponents()) {
            try {
                map.put(component.getName(), component.getAccessor().invoke(fields));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalArgumentException(
                        "invalid type: " + fields.getClass().getName() + ", its component " + component.getName()
                                + " cannot be read",
                        e);
            }
        }
        return map;
    }
}

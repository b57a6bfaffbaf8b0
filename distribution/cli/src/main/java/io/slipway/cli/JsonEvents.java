package io.slipway.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.google.protobuf.Timestamp;
import io.slipway.wire.Event;
import io.slipway.wire.ListValue;
import io.slipway.wire.NullValue;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import io.slipway.wire.raw.EventCheck;
import java.io.IOException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Makes an event of a JSON object: its members become the event's fields, each with the kind of value that loses nothing.
 *
 * <p>Whole numbers become signed 64-bit, or unsigned ones if they are too large for that; all others become doubles.
 */
final class JsonEvents {

    /** What a line is not, in words for the user. */
    static final class BadLineException extends Exception {
        private static final long serialVersionUID = 1;

        BadLineException(String message) {
            super(message);
        }
    }

    private static final String TIMESTAMP = "@timestamp";
    private static final int DEEPEST = EventCheck.MAX_DEPTH;
    private static final BigInteger UNSIGNED_END = BigInteger.ONE.shiftLeft(Long.SIZE);
    private static final Value NULL =
            Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build();

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE) // the line's own length is bounded
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private JsonEvents() {}

    /**
     * An event with the fields of {@code line}; its timestamp is {@code @timestamp} if that is a time by RFC 3339, else {@code now}.
     *
     * @throws BadLineException if the line is not one JSON object
     */
    static Event.Builder read(byte[] line, int length, Timestamp now) throws BadLineException {
        try (JsonParser json = JSON.createParser(line, 0, length)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLineException("it is not a JSON object");
            }
            Event.Builder event = Event.newBuilder().setTimestamp(now);
            Struct.Builder fields = Struct.newBuilder();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                Value value = value(json, json.nextToken());
                if (!name.equals(TIMESTAMP) || !setTimestamp(event, value)) {
                    fields.putData(name, value);
                }
            }
            if (json.nextToken() != null) {
                throw new BadLineException("there is more behind its JSON object");
            }
            return event.setFields(fields);
        } catch (JsonProcessingException e) {
            throw new BadLineException(e.getOriginalMessage().replaceAll("\\s*\\n.*", ""));
        } catch (IOException e) {
            throw new BadLineException(e.getMessage()); // malformed UTF-8
        }
    }

    private static Value value(JsonParser json, JsonToken token) throws IOException, BadLineException {
        Value.Builder value = Value.newBuilder();
        return switch (token) {
            case START_OBJECT -> value.setStructValue(struct(json)).build();
            case START_ARRAY -> value.setListValue(list(json)).build();
            case VALUE_STRING -> value.setStringValue(json.getText()).build();
            case VALUE_NUMBER_INT -> whole(json);
            case VALUE_NUMBER_FLOAT ->
                value.setFloat64Value(finite(json.getDoubleValue())).build();
            case VALUE_TRUE -> value.setBoolValue(true).build();
            case VALUE_FALSE -> value.setBoolValue(false).build();
            case VALUE_NULL -> NULL;
            default -> throw new BadLineException("it ends in the middle");
        };
    }

    private static Struct struct(JsonParser json) throws IOException, BadLineException {
        Struct.Builder struct = Struct.newBuilder();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            struct.putData(name, value(json, json.nextToken()));
        }
        return struct.build();
    }

    private static ListValue list(JsonParser json) throws IOException, BadLineException {
        ListValue.Builder list = ListValue.newBuilder();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            list.addValues(value(json, token));
        }
        return list.build();
    }

    private static Value whole(JsonParser json) throws IOException, BadLineException {
        if (json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return Value.newBuilder().setInt64Value(json.getLongValue()).build();
        }
        BigInteger number = json.getBigIntegerValue();
        if (number.signum() > 0 && number.compareTo(UNSIGNED_END) < 0) {
            return Value.newBuilder().setUint64Value(number.longValue()).build();
        }
        return Value.newBuilder().setFloat64Value(finite(number.doubleValue())).build();
    }

    private static double finite(double number) throws BadLineException {
        if (Double.isInfinite(number)) {
            throw new BadLineException("it has a number too large for 64 bits");
        }
        return number;
    }

    private static boolean setTimestamp(Event.Builder event, Value value) {
        try {
            Instant time = OffsetDateTime.parse(value.getStringValue()).toInstant();
            event.setTimestamp(timestamp(time));
            return true;
        } catch (DateTimeException e) {
            return false; // stays a field, as it came
        }
    }

    static Timestamp timestamp(Instant time) {
        return Timestamp.newBuilder()
                .setSeconds(time.getEpochSecond())
                .setNanos(time.getNano())
                .build();
    }
}

package io.slipway.cli.libbeat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.google.protobuf.ByteString;
import io.slipway.wire.ListValue;
import io.slipway.wire.NullValue;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import io.slipway.wire.raw.EventCheck;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Reads the JSON of version 0. What is not UTF-8 becomes U+FFFD; numbers keep all their bits where 64 hold them. */
final class JsonReader {

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(EventCheck.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE) // the frame's own length is bounded
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private JsonReader() {}

    /** The one value in the bytes. */
    static Value read(byte[] bytes, int offset, int length) throws UnreadableException {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        try (JsonParser json = JSON.createParser(text)) {
            Value value = value(json, json.nextToken());
            if (json.nextToken() != null) {
                throw new UnreadableException("has more behind its JSON");
            }
            return value;
        } catch (IOException e) {
            throw new UnreadableException("is no JSON"); // the parser's own words may hold some of the event
        }
    }

    private static Value value(JsonParser json, JsonToken token) throws IOException, UnreadableException {
        if (token == null) {
            throw new UnreadableException("ends in the middle of a value");
        }
        Value.Builder value = Value.newBuilder();
        switch (token) {
            case START_OBJECT -> value.setStructValue(struct(json));
            case START_ARRAY -> value.setListValue(list(json));
            case VALUE_STRING -> value.setStringValueBytes(text(json.getText()));
            case VALUE_NUMBER_INT -> whole(json, value);
            case VALUE_NUMBER_FLOAT -> value.setFloat64Value(json.getDoubleValue());
            case VALUE_TRUE -> value.setBoolValue(true);
            case VALUE_FALSE -> value.setBoolValue(false);
            case VALUE_NULL -> value.setNullValue(NullValue.NULL_VALUE);
            default -> throw new UnreadableException("is no JSON");
        }
        return value.build();
    }

    private static Struct struct(JsonParser json) throws IOException, UnreadableException {
        Struct.Builder struct = Struct.newBuilder();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = text(json.currentName()).toStringUtf8();
            struct.putData(name, value(json, json.nextToken()));
        }
        return struct.build();
    }

    private static ListValue list(JsonParser json) throws IOException, UnreadableException {
        ListValue.Builder list = ListValue.newBuilder();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            list.addValues(value(json, token));
        }
        return list.build();
    }

    /** Half of a surrogate pair, which JSON can escape, becomes a question mark. */
    private static ByteString text(String text) {
        return ByteString.copyFrom(text, StandardCharsets.UTF_8);
    }

    private static void whole(JsonParser json, Value.Builder value) throws IOException {
        if (json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            value.setInt64Value(json.getLongValue());
            return;
        }
        BigInteger number = json.getBigIntegerValue();
        if (number.signum() > 0 && number.bitLength() <= Long.SIZE) {
            value.setUint64Value(number.longValue());
        } else {
            value.setFloat64Value(number.doubleValue());
        }
    }
}

package io.slipway.testkit;

import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Serializer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sample events: plain ones, and ones with everything that may come. */
public final class Events {

    private static final Serializer SERIALIZER = new TestSerializer();
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901234Z");

    private Events() {}

    /** An event whose only field is {@code message}, with id 1. */
    public static Event event(String message) {
        return event(1, message);
    }

    public static Event event(long id, String message) {
        return event(id, Fields.of(Map.of("message", Value.of(message))));
    }

    public static Event event(long id, Fields fields) {
        return Event.ofContent(EventId.of(id), SERIALIZER, content(fields));
    }

    /** {@code count} events with ids from {@code firstId}, whose messages are {@code event <id>}. */
    public static List<Event> events(long firstId, int count) {
        List<Event> events = new ArrayList<>(count);
        for (long id = firstId; id < firstId + count; id++) {
            events.add(event(id, "event " + id));
        }
        return events;
    }

    /** Content with a timestamp, a source, a data stream and these fields. */
    public static Content content(Fields fields) {
        return new Content(
                Optional.of(TIME),
                new Source("input-1", "stream-1"),
                new DataStream("logs", "generic", "default"),
                Fields.EMPTY,
                fields);
    }

    /** Contents that between them have every kind of value at its edges, every odd key, and each part left out. */
    public static List<Content> contents() {
        List<Content> contents = new ArrayList<>();
        contents.add(new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.EMPTY));
        contents.add(content(Fields.EMPTY));
        contents.add(content(everyKind()));
        contents.add(content(oddKeys()));
        contents.add(content(nested(100)));
        contents.add(content(everyKind()).withMetadata(everyKind()));
        contents.add(content(Fields.EMPTY).withTimestamp(Instant.parse("0001-01-01T00:00:00Z")));
        contents.add(content(Fields.EMPTY).withTimestamp(Instant.parse("9999-12-31T23:59:59.999999999Z")));
        return contents;
    }

    /** Every kind of value, with the ends of its range and what is odd about it. */
    public static Fields everyKind() {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("null", Value.NULL);
        fields.put("true", Value.of(true));
        fields.put("false", Value.of(false));
        fields.put("int32", list(Value.of(0), Value.of(Integer.MIN_VALUE), Value.of(Integer.MAX_VALUE)));
        fields.put("int64", list(Value.of(0L), Value.of(Long.MIN_VALUE), Value.of(Long.MAX_VALUE)));
        fields.put("uint32", list(new Value.UInt32(0), new Value.UInt32(-1)));
        fields.put("uint64", list(new Value.UInt64(0), new Value.UInt64(-1)));
        fields.put(
                "float32",
                list(
                        Value.of(-0.0f),
                        Value.of(Float.MIN_VALUE),
                        Value.of(Float.MAX_VALUE),
                        Value.of(Float.NaN),
                        Value.of(Float.NEGATIVE_INFINITY)));
        fields.put(
                "float64",
                list(
                        Value.of(-0.0),
                        Value.of(5e-324),
                        Value.of(Double.MAX_VALUE),
                        Value.of(Double.NaN),
                        Value.of(Double.POSITIVE_INFINITY)));
        fields.put("text", list(Value.of(""), Value.of("a"), Value.of("\u0000\u001b\u007f\u2028\"\\/\n\r\t")));
        fields.put("unicode", Value.of("\u00fc \u4e2d \ud83d\ude80 \uffff"));
        fields.put("time", list(Value.of(TIME), Value.of(Instant.EPOCH), Value.of(Instant.ofEpochSecond(-1, 1))));
        fields.put("list", list(list(), list(list(Value.NULL)), new Value.MapValue(Fields.EMPTY)));
        fields.put("map", new Value.MapValue(Fields.of(Map.of("inner", Value.of("x")))));
        return Fields.of(fields);
    }

    /** Keys that are empty, hold dots, brackets, spaces or control characters, or are very long. */
    public static Fields oddKeys() {
        Map<String, Value> fields = new LinkedHashMap<>();
        for (String key : List.of(
                "",
                ".",
                "..",
                ".a",
                "a.",
                "a.b",
                "[",
                "[a][b]",
                "a[b",
                " ",
                "\u0000",
                "\"",
                "\ud83d\ude80",
                "@timestamp")) {
            fields.put(key, Value.of(key.length()));
        }
        fields.put("k".repeat(100_000), Value.of(true));
        return Fields.of(fields);
    }

    /** A text that lies so many maps deep. */
    public static Fields nested(int depth) {
        Fields fields = Fields.of(Map.of("bottom", Value.of("here")));
        for (int i = 0; i < depth; i++) {
            fields = Fields.of(Map.of("down", new Value.MapValue(fields)));
        }
        return fields;
    }

    private static Value list(Value... values) {
        return Value.of(List.of(values));
    }
}

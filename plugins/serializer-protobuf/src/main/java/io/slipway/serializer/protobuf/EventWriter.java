package io.slipway.serializer.protobuf;

import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import java.time.Instant;

/**
 * Writes one event, byte for byte as protobuf-java would, with the entries of maps in the order of {@link Fields}. Recursive, to
 * {@link ProtobufSerializer#MAX_DEPTH}.
 */
final class EventWriter {

    private final WireBuffer out = new WireBuffer();
    private int depth;

    byte[] write(Content content) {
        content.timestamp().ifPresent(time -> time(WireTag.TIMESTAMP, time));
        Source source = content.source();
        if (!source.equals(Source.NONE)) {
            int start = out.begin(WireTag.SOURCE);
            text(WireTag.FIRST_TEXT, source.inputId());
            text(WireTag.SECOND_TEXT, source.streamId());
            out.end(start);
        }
        DataStream stream = content.dataStream();
        if (!stream.equals(DataStream.NONE)) {
            int start = out.begin(WireTag.DATA_STREAM);
            text(WireTag.FIRST_TEXT, stream.type());
            text(WireTag.SECOND_TEXT, stream.dataset());
            text(WireTag.THIRD_TEXT, stream.namespace());
            out.end(start);
        }
        if (!content.metadata().isEmpty()) {
            map(WireTag.METADATA, content.metadata());
        }
        if (!content.fields().isEmpty()) {
            map(WireTag.FIELDS, content.fields());
        }
        return out.toByteArray();
    }

    private void text(int tag, String text) {
        if (!text.isEmpty()) {
            out.text(tag, text);
        }
    }

    private void map(int tag, Fields fields) {
        descend();
        int start = out.begin(tag);
        for (var entry : fields.entries().entrySet()) {
            int entryStart = out.begin(WireTag.ENTRY);
            out.text(WireTag.ENTRY_KEY, entry.getKey());
            value(WireTag.ENTRY_VALUE, entry.getValue());
            out.end(entryStart);
        }
        out.end(start);
        depth--;
    }

    private void list(Value.ListValue list) {
        descend();
        int start = out.begin(WireTag.LIST);
        for (Value item : list.values()) {
            value(WireTag.ITEM, item);
        }
        out.end(start);
        depth--;
    }

    private void value(int tag, Value value) {
        int start = out.begin(tag);
        if (value instanceof Value.Text text) {
            out.text(WireTag.TEXT, text.value());
        } else if (value instanceof Value.MapValue map) {
            map(WireTag.MAP, map.fields());
        } else if (value instanceof Value.ListValue list) {
            list(list);
        } else if (value instanceof Value.Time time) {
            time(WireTag.TIME, time.value());
        } else if (value instanceof Value.Float64 number) {
            out.fixed64(WireTag.FLOAT64, Double.doubleToRawLongBits(number.value()));
        } else if (value instanceof Value.Float32 number) {
            out.fixed32(WireTag.FLOAT32, Float.floatToRawIntBits(number.value()));
        } else {
            integer(value);
        }
        out.end(start);
    }

    private void integer(Value value) {
        if (value instanceof Value.Int64 number) {
            out.varint(WireTag.INT64, number.value());
        } else if (value instanceof Value.Int32 number) {
            out.varint(WireTag.INT32, number.value());
        } else if (value instanceof Value.Bool bool) {
            out.varint(WireTag.BOOL, bool.value() ? 1 : 0);
        } else if (value instanceof Value.UInt64 number) {
            out.varint(WireTag.UINT64, number.bits());
        } else if (value instanceof Value.UInt32 number) {
            out.varint(WireTag.UINT32, Integer.toUnsignedLong(number.bits()));
        } else {
            out.varint(WireTag.NULL, 0);
        }
    }

    private void time(int tag, Instant time) {
        int start = out.begin(tag);
        if (time.getEpochSecond() != 0) {
            out.varint(WireTag.SECONDS, time.getEpochSecond());
        }
        if (time.getNano() != 0) {
            out.varint(WireTag.NANOS, time.getNano());
        }
        out.end(start);
    }

    private void descend() {
        if (++depth > ProtobufSerializer.MAX_DEPTH) {
            throw new IllegalArgumentException("An event's values are nested more than " + ProtobufSerializer.MAX_DEPTH
                    + " deep and could not be read back.");
        }
    }
}

package io.slipway.cli.libbeat;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Timestamp;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import io.slipway.wire.raw.EventCheck;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes an event of a frame's payload.
 *
 * <p>{@code meta} becomes the metadata and {@code fields} the fields, each value as it is. The source is what Elastic Agent wrote into
 * {@code meta} as {@code input_id} and {@code stream_id}; without one it is named as the user said. The data stream is what the
 * fields {@code data_stream.*} say, if there are any. For one thread.
 */
final class EventDecoder {

    private static final long NANOS = 1_000_000_000;

    private final String input;

    /** @param input the source of events that name none */
    EventDecoder(String input) {
        this.input = input;
    }

    /** The event in the bytes, which are not kept. */
    Event decode(SegmentHeader header, byte[] bytes, int offset, int length) throws UnreadableException {
        if (header.protobuf()) {
            return protobuf(bytes, offset, length);
        }
        return header.version() == 0 ? entry(JsonReader.read(bytes, offset, length)) : cbor(bytes, offset, length);
    }

    private Event cbor(byte[] bytes, int offset, int length) throws UnreadableException {
        CborReader cbor = new CborReader(bytes, offset, length);
        Value entry = cbor.value();
        if (!cbor.atEnd()) {
            throw new UnreadableException("has more behind its CBOR");
        }
        return entry(entry);
    }

    private Event protobuf(byte[] bytes, int offset, int length) throws UnreadableException {
        try {
            CodedInputStream in = CodedInputStream.newInstance(bytes, offset, length);
            in.setRecursionLimit(EventCheck.RECURSION_LIMIT);
            Event.Builder event = Event.newBuilder().mergeFrom(in);
            if (event.getSource().getInputId().isEmpty()) {
                event.setSource(event.getSource().toBuilder().setInputId(input));
            }
            if (!event.hasDataStream()) {
                stream(event.getFields()).ifPresent(event::setDataStream);
            }
            return event.build();
        } catch (IOException e) {
            throw new UnreadableException("is no protobuf event");
        }
    }

    private Event entry(Value entry) throws UnreadableException {
        if (!entry.hasStructValue()) {
            throw new UnreadableException("is no event");
        }
        Event.Builder event = Event.newBuilder();
        Struct meta = Struct.getDefaultInstance();
        for (var member : entry.getStructValue().getDataMap().entrySet()) {
            Value value = member.getValue();
            switch (member.getKey().toLowerCase(Locale.ROOT)) {
                case "timestamp" -> event.setTimestamp(timestamp(value));
                case "meta" -> meta = value.getStructValue();
                case "fields" -> event.setFields(value.getStructValue());
                default -> {
                    continue; // the flags say how hard to try, and all are tried for ever
                }
            }
        }
        stream(event.getFields()).ifPresent(event::setDataStream);
        return event.setMetadata(meta).setSource(source(meta)).build();
    }

    private static Timestamp timestamp(Value nanos) throws UnreadableException {
        if (!nanos.hasInt64Value()) {
            throw new UnreadableException("has a timestamp that is no number");
        }
        return Timestamp.newBuilder()
                .setSeconds(Math.floorDiv(nanos.getInt64Value(), NANOS))
                .setNanos((int) Math.floorMod(nanos.getInt64Value(), NANOS))
                .build();
    }

    private Source source(Struct meta) {
        String named = text(meta, "input_id");
        return Source.newBuilder()
                .setInputId(named.isEmpty() ? input : named)
                .setStreamId(text(meta, "stream_id"))
                .build();
    }

    private static Optional<DataStream> stream(Struct fields) {
        DataStream stream = DataStream.newBuilder()
                .setType(streamPart(fields, "type"))
                .setDataset(streamPart(fields, "dataset"))
                .setNamespace(streamPart(fields, "namespace"))
                .build();
        return stream.equals(DataStream.getDefaultInstance()) ? Optional.empty() : Optional.of(stream);
    }

    /** From an object {@code data_stream} or from a key with a dot. */
    private static String streamPart(Struct fields, String part) {
        Value nested = fields.getDataOrDefault("data_stream", Value.getDefaultInstance());
        String found = text(nested.getStructValue(), part);
        return found.isEmpty() ? text(fields, "data_stream." + part) : found;
    }

    private static String text(Struct struct, String key) {
        return struct.getDataOrDefault(key, Value.getDefaultInstance()).getStringValue();
    }
}

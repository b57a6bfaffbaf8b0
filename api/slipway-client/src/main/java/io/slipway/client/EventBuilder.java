package io.slipway.client;

import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import java.time.Instant;
import java.util.Map;

/**
 * Builds an event from Java values; {@link Values} says which.
 *
 * <p>A shipper in strict mode wants a source and a whole data stream with each event. A builder belongs to one thread
 * and may be used again: what was set stays set.
 */
public final class EventBuilder {

    private final Event.Builder event = Event.newBuilder();
    private final Struct.Builder fields = Struct.newBuilder();
    private final Struct.Builder metadata = Struct.newBuilder();

    private EventBuilder() {}

    /** Starts an event of a time. */
    public static EventBuilder at(Instant time) {
        return new EventBuilder().time(time);
    }

    /** When the event happened. */
    public EventBuilder time(Instant time) {
        event.setTimestamp(Values.timestamp(time));
        return this;
    }

    /** The input that the event comes from. */
    public EventBuilder source(String input) {
        event.setSource(Source.newBuilder().setInputId(input));
        return this;
    }

    /** The input, and the stream within it, that the event comes from. */
    public EventBuilder source(String input, String stream) {
        event.setSource(Source.newBuilder().setInputId(input).setStreamId(stream));
        return this;
    }

    /** The data stream that the event belongs to, such as {@code logs}, {@code nginx.access}, {@code default}. */
    public EventBuilder dataStream(String type, String dataset, String namespace) {
        event.setDataStream(
                DataStream.newBuilder().setType(type).setDataset(dataset).setNamespace(namespace));
        return this;
    }

    /**
     * Sets one field. A dot in the key is part of the key.
     *
     * @throws IllegalArgumentException if the value has no equal in the protocol
     */
    public EventBuilder field(String key, Object value) {
        fields.putData(key, Values.of(value));
        return this;
    }

    /**
     * Sets several fields.
     *
     * @throws IllegalArgumentException if a value has no equal in the protocol
     */
    public EventBuilder fields(Map<String, ?> more) {
        fields.putAllData(Values.struct(more).getDataMap());
        return this;
    }

    /**
     * Sets one entry of the metadata, which outputs read and do not send.
     *
     * @throws IllegalArgumentException if the value has no equal in the protocol
     */
    public EventBuilder metadata(String key, Object value) {
        metadata.putData(key, Values.of(value));
        return this;
    }

    /** The event as it is now. */
    public Event build() {
        return event.setFields(fields).setMetadata(metadata).build();
    }

    /** The bytes of the event as it is now. */
    public byte[] bytes() {
        return build().toByteArray();
    }
}

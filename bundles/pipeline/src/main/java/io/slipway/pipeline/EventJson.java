package io.slipway.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.queue.QueuedEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Writes an event as JSON for a person to read; the exact event lies beside it as bytes. Numbers that JSON does not know
 * are written as text.
 */
final class EventJson implements EventVisitor {

    private final JsonGenerator json;

    private EventJson(JsonGenerator json) {
        this.json = json;
    }

    /** @throws RuntimeException if the event cannot be read */
    static byte[] of(Event event, JsonFactory factory) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(event.sizeInBytes() * 2);
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.writeStartObject();
            event.accept(new EventJson(json));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /**
     * The event behind its id.
     *
     * @throws RuntimeException if the event cannot be read
     */
    static byte[] withId(Event event, JsonFactory factory) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(event.sizeInBytes() * 2);
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberField("id", event.id().queueId());
            json.writeObjectFieldStart("event");
            event.accept(new EventJson(json));
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** An event that cannot be read, as its bytes. */
    static byte[] ofBytes(QueuedEvent event, JsonFactory factory) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(event.bytes().length() * 2);
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberField("id", event.id());
            json.writeStringField("serializer", event.serializer());
            json.writeFieldName("raw");
            json.writeBinary(
                    event.bytes().array(), event.bytes().offset(), event.bytes().length());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Override
    public void timestamp(long seconds, int nanos) {
        write(() -> json.writeFieldName("@timestamp"));
        time(seconds, nanos);
    }

    @Override
    public void source(String inputId, String streamId) {
        write(() -> {
            json.writeObjectFieldStart("source");
            json.writeStringField("input_id", inputId);
            json.writeStringField("stream_id", streamId);
            json.writeEndObject();
        });
    }

    @Override
    public void dataStream(String type, String dataset, String namespace) {
        write(() -> {
            json.writeObjectFieldStart("data_stream");
            json.writeStringField("type", type);
            json.writeStringField("dataset", dataset);
            json.writeStringField("namespace", namespace);
            json.writeEndObject();
        });
    }

    @Override
    public void metadata() {
        write(() -> json.writeFieldName("metadata"));
    }

    @Override
    public void fields() {
        write(() -> json.writeFieldName("fields"));
    }

    @Override
    public void startMap() {
        write(json::writeStartObject);
    }

    @Override
    public void key(byte[] utf8, int offset, int length) {
        write(() -> json.writeFieldName(new String(utf8, offset, length, StandardCharsets.UTF_8)));
    }

    @Override
    public void endMap() {
        write(json::writeEndObject);
    }

    @Override
    public void startList() {
        write(json::writeStartArray);
    }

    @Override
    public void endList() {
        write(json::writeEndArray);
    }

    @Override
    public void nullValue() {
        write(json::writeNull);
    }

    @Override
    public void bool(boolean value) {
        write(() -> json.writeBoolean(value));
    }

    @Override
    public void int32(int value) {
        write(() -> json.writeNumber(value));
    }

    @Override
    public void int64(long value) {
        write(() -> json.writeNumber(value));
    }

    @Override
    public void uint32(int bits) {
        write(() -> json.writeNumber(Integer.toUnsignedLong(bits)));
    }

    @Override
    public void uint64(long bits) {
        write(() -> json.writeNumber(Long.toUnsignedString(bits)));
    }

    @Override
    public void float32(float value) {
        write(() -> json.writeNumber(value));
    }

    @Override
    public void float64(double value) {
        write(() -> json.writeNumber(value));
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        write(() -> json.writeUTF8String(utf8, offset, length));
    }

    @Override
    public void time(long seconds, int nanos) {
        write(() -> json.writeString(Instant.ofEpochSecond(seconds, nanos).toString()));
    }

    private static void write(Piece piece) {
        try {
            piece.write();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Piece {
        void write() throws IOException;
    }
}

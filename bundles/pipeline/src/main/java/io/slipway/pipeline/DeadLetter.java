package io.slipway.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * An event that no destination will take: the exact event, and why it lies here. One line of JSON in a file.
 *
 * @param output whose dead letter it is
 * @param attempts how often the destination answered about it
 * @param serializer what reads {@code raw}; empty if nothing does
 * @param raw the event as the output saw it
 * @param json the event for a person to read; empty if it cannot be read
 */
record DeadLetter(
        Instant time,
        String output,
        EventId id,
        String reason,
        int attempts,
        String serializer,
        ByteSlice raw,
        ByteSlice json) {

    private static final ByteSlice NONE = ByteSlice.of(new byte[0]);

    /** Events are bounded where they come in; what was written once must be readable whatever its size. */
    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();

    static DeadLetter of(Event event, String output, String reason, int attempts, Instant time) {
        return new DeadLetter(
                time, output, event.id(), reason, attempts, event.serializer().id(), event.bytes(), readable(event));
    }

    /** One that came in broken. */
    static DeadLetter unreadable(long id, ByteSlice raw, String reason, Instant time) {
        return new DeadLetter(time, DataFolder.INTAKE, EventId.of(id), reason, 0, "", raw, NONE);
    }

    private static ByteSlice readable(Event event) {
        try {
            return ByteSlice.of(PluginBundle.of(event.serializer()).call(() -> EventJson.of(event, JSON)));
        } catch (Exception | LinkageError | StackOverflowError e) {
            return NONE; // the bytes say all there is to say
        }
    }

    /** The letter as a line, with its end. */
    byte[] line() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length() * 4 / 3 + json.length() + 256);
        try (JsonGenerator line = JSON.createGenerator(out)) {
            line.writeStartObject();
            line.writeStringField("time", time.toString());
            line.writeStringField("output", output);
            line.writeNumberField("id", id.queueId());
            line.writeNumberField("child", id.child());
            line.writeStringField("reason", reason);
            line.writeNumberField("attempts", attempts);
            if (json.length() > 0) {
                line.writeFieldName("event");
                line.writeRawValue(new String(json.array(), json.offset(), json.length(), StandardCharsets.UTF_8));
            }
            if (!serializer.isEmpty()) {
                line.writeStringField("serializer", serializer);
            }
            line.writeFieldName("raw");
            line.writeBinary(raw.array(), raw.offset(), raw.length());
            line.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.write('\n');
        return out.toByteArray();
    }

    /**
     * Reads a line; the readable form of the event is left out.
     *
     * @throws IOException if it is no dead letter
     */
    static DeadLetter parse(byte[] line) throws IOException {
        Instant time = Instant.EPOCH;
        String output = "";
        long id = 0;
        int child = 0;
        String reason = "";
        int attempts = 0;
        String serializer = "";
        ByteSlice raw = null;
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a dead letter");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "time" -> time = Instant.parse(parser.getText());
                    case "output" -> output = parser.getText();
                    case "id" -> id = parser.getLongValue();
                    case "child" -> child = parser.getIntValue();
                    case "reason" -> reason = parser.getText();
                    case "attempts" -> attempts = parser.getIntValue();
                    case "serializer" -> serializer = parser.getText();
                    case "raw" -> raw = ByteSlice.of(parser.getBinaryValue());
                    default -> parser.skipChildren();
                }
            }
        } catch (DateTimeException e) {
            throw new IOException("not a dead letter", e);
        }
        if (raw == null) {
            throw new IOException("not a dead letter");
        }
        return new DeadLetter(time, output, new EventId(id, child), reason, attempts, serializer, raw, NONE);
    }
}

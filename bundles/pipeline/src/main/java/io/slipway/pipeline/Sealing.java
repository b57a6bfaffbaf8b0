package io.slipway.pipeline;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.slipway.api.queue.Vault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * How dead letters lie on the disk: sealed as the queue seals its events, or in clear without a vault. Lines of both
 * kinds may stand in one file. Safe for all threads.
 *
 * <p>A sealed line tells in clear when it was written, for which output, and the event's id. All else may quote the
 * event, so the whole of the plain line is in {@code sealed}.
 */
record Sealing(Optional<Vault> vault) {

    /** Writes in clear, and opens nothing. */
    static final Sealing CLEAR = new Sealing(Optional.empty());

    private static final int OVERHEAD = 512;
    private static final int SEAL_SHARE = 512; // of what it seals, a seal takes less than one in so many

    /** The line of a letter as it is written, with its end. */
    byte[] line(DeadLetter letter) throws IOException {
        byte[] plain = letter.line();
        if (vault.isEmpty()) {
            return plain;
        }
        byte[] sealed;
        try {
            sealed = vault.get().seal(plain);
        } catch (RuntimeException e) {
            throw new IOException("the queue cannot encrypt a dead letter: " + e.getMessage(), e);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(sealed.length * 4 / 3 + OVERHEAD);
        try (JsonGenerator line = DeadLetter.JSON.createGenerator(out)) {
            line.writeStartObject();
            line.writeStringField("time", letter.time().toString());
            line.writeStringField("output", letter.output());
            line.writeNumberField("id", letter.id().queueId());
            line.writeNumberField("child", letter.id().child());
            line.writeNumberField("attempts", letter.attempts());
            line.writeBinaryField("sealed", sealed);
            line.writeEndObject();
        }
        out.write('\n');
        return out.toByteArray();
    }

    /** About what letters of {@code count} events that nothing can read take, {@code rawBytes} together. */
    long size(long rawBytes, int count) {
        long plain = rawBytes * 4 / 3 + (long) count * OVERHEAD;
        return vault.isEmpty() ? plain : (plain + plain / SEAL_SHARE) * 4 / 3 + (long) count * OVERHEAD;
    }

    /**
     * Reads a line of either kind.
     *
     * @throws UnopenedException if it is sealed and cannot be opened
     * @throws IOException if it is no dead letter
     */
    DeadLetter read(byte[] line) throws IOException {
        return DeadLetter.parse(plain(line));
    }

    /**
     * The plain line for one of either kind.
     *
     * @throws UnopenedException if it is sealed and cannot be opened
     * @throws IOException if it is no JSON
     */
    byte[] plain(byte[] line) throws IOException {
        Instant time = Instant.EPOCH;
        byte[] sealed = null;
        try (JsonParser parser = DeadLetter.JSON.createParser(line)) {
            parser.nextToken();
            while (sealed == null && parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "time" -> time = Instant.parse(parser.getText());
                    case "sealed" -> sealed = parser.getBinaryValue();
                    case "reason", "raw" -> {
                        return line;
                    }
                    default -> parser.skipChildren();
                }
            }
        } catch (DateTimeException e) {
            throw new IOException("not a dead letter", e);
        }
        return sealed == null ? line : opened(time, sealed);
    }

    private byte[] opened(Instant time, byte[] sealed) throws UnopenedException {
        if (vault.isEmpty()) {
            throw new UnopenedException(time, "the queue of the configuration has no key", null);
        }
        try {
            return vault.get().open(sealed);
        } catch (IOException | RuntimeException e) {
            throw new UnopenedException(time, e.getMessage() == null ? e.toString() : e.getMessage(), e);
        }
    }
}

package io.slipway.cli;

import com.google.protobuf.Timestamp;
import io.slipway.cli.JsonEvents.BadLineException;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Makes an event of each line of a file. For one thread. */
final class EventFile implements AutoCloseable {

    /** No line may be longer, so that its text, its event and its request fit in memory side by side. */
    static final int LONGEST_LINE = 16 << 20;

    private final Lines lines;
    private final Source source;
    private final DataStream stream;
    private final Clock clock;
    private final AtomicLong read;
    private LineFormat format;
    private long counted;

    /** Reads {@code in}, adding what was read to {@code read}. */
    EventFile(InputStream in, LineFormat format, Source source, DataStream stream, Clock clock, AtomicLong read) {
        this.lines = new Lines(in, LONGEST_LINE);
        this.read = read;
        this.format = format;
        this.source = source;
        this.stream = stream;
        this.clock = clock;
    }

    /** Goes to the next line that is not empty; false if there is none. */
    boolean next() throws IOException {
        while (lines.next()) {
            read.addAndGet(lines.bytes() - counted);
            counted = lines.bytes();
            if (lines.length() > 0 || lines.tooLong()) {
                format = format.forFirst(lines.line(), lines.length());
                return true;
            }
        }
        return false;
    }

    /**
     * The event of this line.
     *
     * @throws BadLineException if the line cannot be one
     */
    Event event() throws BadLineException {
        if (lines.tooLong()) {
            throw new BadLineException("it is longer than " + (LONGEST_LINE >> 20) + " MiB");
        }
        Timestamp now = JsonEvents.timestamp(clock.instant());
        Event.Builder event =
                format == LineFormat.NDJSON ? JsonEvents.read(lines.line(), lines.length(), now) : message(now);
        return event.setSource(source).setDataStream(stream).build();
    }

    long line() {
        return lines.number();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** What is not UTF-8 becomes U+FFFD, as a message must be text. */
    private Event.Builder message(Timestamp now) {
        String text = new String(lines.line(), 0, lines.length(), StandardCharsets.UTF_8);
        return Event.newBuilder()
                .setTimestamp(now)
                .setFields(Struct.newBuilder()
                        .putData(
                                "message",
                                Value.newBuilder().setStringValue(text).build()));
    }
}

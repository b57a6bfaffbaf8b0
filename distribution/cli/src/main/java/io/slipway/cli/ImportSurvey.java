package io.slipway.cli;

import io.slipway.cli.libbeat.EncryptionKey;
import io.slipway.cli.libbeat.Position;
import io.slipway.cli.libbeat.QueueFolder;
import io.slipway.cli.libbeat.Segment;
import io.slipway.cli.libbeat.SegmentReader;
import io.slipway.cli.libbeat.UnreadableException;
import io.slipway.wire.Event;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads all that an import would send and says what it is. */
final class ImportSurvey {

    private final QueueFolder queue;
    private final EncryptionKey key;
    private final ImportFindings findings;
    private final PrintWriter out;

    private final Set<String> versions = new TreeSet<>();
    private int segments;
    private long fileBytes;
    private long events;
    private long eventBytes;
    private long lost;
    private Instant oldest = Instant.MAX;
    private Instant newest = Instant.MIN;

    ImportSurvey(QueueFolder queue, EncryptionKey key, ImportFindings findings, Console console) {
        this.queue = queue;
        this.key = key;
        this.findings = findings;
        this.out = console.out();
    }

    int run() throws IOException {
        for (Segment segment : queue.segments()) {
            if (!queue.imported(segment)) {
                segments++;
                fileBytes += segment.size();
                read(segment);
            }
        }
        print();
        return findings.places() == 0 ? ExitCode.FINE : ExitCode.OTHER;
    }

    private void read(Segment segment) throws IOException {
        try (SegmentReader reader = queue.reader(segment, key, "", findings::damage)) {
            versions.add(reader.version() + (reader.encrypted() ? " encrypted" : ""));
            while (reader.next()) {
                add(reader.event());
            }
            lost += reader.lost();
        } catch (UnreadableException e) {
            findings.damage(segment.file(), 0, e.getMessage());
            lost++;
        }
    }

    private void add(Event event) {
        events++;
        eventBytes += event.getSerializedSize();
        if (event.hasTimestamp()) {
            Instant time = Instant.ofEpochSecond(
                    event.getTimestamp().getSeconds(), event.getTimestamp().getNanos());
            oldest = time.isBefore(oldest) ? time : oldest;
            newest = time.isAfter(newest) ? time : newest;
        }
    }

    private void print() {
        Position position = queue.position();
        line("position", "segment %s, byte %,d", Long.toUnsignedString(position.segment()), position.offset());
        if (queue.acknowledged() > 0) {
            line("acknowledged", "%,d segments before that, which are passed over", queue.acknowledged());
        }
        line("imported", "%,d segments, by earlier runs", queue.segments().size() - segments);
        line("segments", "%,d, with %,d bytes", segments, fileBytes);
        line("versions", "%s", versions.isEmpty() ? "-" : versions.stream().collect(Collectors.joining(", ")));
        line("events", "%,d, with %,d bytes as they would be sent", events, eventBytes);
        line("oldest", "%s", oldest.equals(Instant.MAX) ? "-" : oldest);
        line("newest", "%s", newest.equals(Instant.MIN) ? "-" : newest);
        if (findings.places() > 0) {
            line("damage", "%s", findings.lost(lost).replaceFirst("^, ", ""));
        }
    }

    private void line(String name, String text, Object... values) {
        out.printf(Locale.ROOT, "%-13s %s%n", name, String.format(Locale.ROOT, text, values));
    }
}

package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Events that carry their number, and what a test does with them. */
final class Numbered {

    private static final Duration BRIEF = Duration.ofMillis(300);
    private static final String FILLING = " " + "abcdefghij".repeat(20);

    private Numbered() {}

    static List<Entry> entries(int from, int count) {
        return IntStream.range(from, from + count)
                .<Entry>mapToObj(number ->
                        new Entry.Stored(ByteSlice.of((number + FILLING).getBytes(StandardCharsets.UTF_8)), "test"))
                .toList();
    }

    static Appended outcome(Append append) throws Exception {
        return append.outcome().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    /** Appends events in requests of ten. @return the last id */
    static long append(EventQueue queue, int from, int count) throws Exception {
        long last = 0;
        for (int at = from; at < from + count; at += 10) {
            last = outcome(queue.append(entries(at, Math.min(10, from + count - at))))
                    .lastId();
        }
        return last;
    }

    /** Takes and finishes all that is there. */
    static List<Integer> drain(Cursor cursor) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        while (cursor.backlog() > 0) {
            Lease lease = cursor.take(1000, 1 << 20, BRIEF);
            lease.events().forEach(event -> numbers.add(number(event)));
            lease.done();
        }
        return numbers;
    }

    static int number(QueuedEvent event) {
        String text = new String(event.bytes().toByteArray(), StandardCharsets.UTF_8);
        if (!text.endsWith(FILLING)) {
            throw new AssertionError("not what was appended");
        }
        return Integer.parseInt(text.substring(0, text.indexOf(' ')));
    }

    static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    static List<Path> segments(Path folder) throws IOException {
        return new LocalDisk()
                .list(folder).stream()
                        .filter(file -> Segments.isSegment(file.name()))
                        .map(Disk.Found::path)
                        .toList();
    }

    /** A copy of what the files hold at this moment, as a kill would leave them; one that is deleted meanwhile was passed. */
    static Path copy(Path folder, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try {
                    Files.copy(file, to.resolve(file.getFileName()));
                } catch (NoSuchFileException e) {
                    continue;
                }
            }
        }
        return to;
    }
}

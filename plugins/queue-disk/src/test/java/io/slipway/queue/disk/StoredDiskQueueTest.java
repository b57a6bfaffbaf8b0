package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.api.queue.StoredQueue;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StoredDiskQueueTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private EventQueue queue;

    @BeforeEach
    void open() throws Exception {
        queue = Queues.open(folder);
    }

    @AfterEach
    void close() throws Exception {
        queue.close();
    }

    @Test
    void tellsWhatThereIsWhileTheQueueIsUsed() throws Exception {
        Cursor one = queue.cursor("one", Start.END);
        queue.cursor("two", Start.END).close();
        append(0, 500);
        one.take(100, 1 << 20, SOON).done();
        queue.close();
        queue = Queues.open(folder);

        try (StoredQueue stored = look(folder)) {
            StoredQueue.Contents contents = stored.contents();

            assertThat(contents.usedBy())
                    .isEqualTo(Long.toString(ProcessHandle.current().pid()));
            assertThat(contents.cursors())
                    .containsExactly(new StoredQueue.Place("one", 100, 400), new StoredQueue.Place("two", 0, 500));
            assertThat(contents.events()).isEqualTo(500);
            assertThat(contents.parts())
                    .isNotEmpty()
                    .allMatch(part -> part.form().equals("test"));
            assertThat(contents.bytes()).isGreaterThan(50_000);
        }
    }

    @Test
    void readsFromAnIdOn() throws Exception {
        queue.cursor("one", Start.END);
        append(0, 300);
        queue.close();
        List<QueuedEvent> read = new ArrayList<>();

        try (StoredQueue stored = look(folder)) {
            long lost = stored.read(291, event -> read.add(event) && read.size() < 5);
            assertThat(lost).isZero();
        }

        assertThat(read).extracting(QueuedEvent::id).containsExactly(291L, 292L, 293L, 294L, 295L);
        assertThat(new String(read.get(0).bytes().toByteArray(), StandardCharsets.UTF_8))
                .startsWith("290 ");
    }

    @Test
    void findsEveryDamage() throws Exception {
        queue.cursor("one", Start.END);
        append(0, 300);
        queue.close();
        try (StoredQueue stored = look(folder)) {
            assertThat(stored.verify()).isEqualTo(new StoredQueue.Verdict(300, 0, List.of()));
        }
        Path segment = segments(folder).get(0);
        byte[] bytes = Files.readAllBytes(segment);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("50 xxx");
        bytes[at] ^= 1;
        Files.write(segment, bytes);
        Files.writeString(folder.resolve("notes.txt"), "mine");

        try (StoredQueue stored = look(folder)) {
            StoredQueue.Verdict verdict = stored.verify();

            assertThat(verdict.lost()).isBetween(1L, 299L);
            assertThat(verdict.events()).isEqualTo(300 - verdict.lost());
            assertThat(verdict.findings())
                    .anyMatch(finding -> finding.contains("missing or damaged"))
                    .anyMatch(finding -> finding.contains("notes.txt"));
        }
    }

    @Test
    void dropsAParkedCursorOfAQueueThatIsUsedOrNot() throws Exception {
        queue.cursor("open", Start.END);
        queue.cursor("gone", Start.END).close();
        queue.cursor("old", Start.END).close();
        append(0, 10);

        try (StoredQueue stored = look(folder)) {
            assertThat(stored.drop("gone", SOON)).isEqualTo(10);
            assertThatThrownBy(() -> stored.drop("open", SOON))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by an output");
            assertThatThrownBy(() -> stored.drop("nobody", SOON)).hasMessageContaining("There is no cursor nobody");
        }
        assertThat(queue.parked()).extracting(EventQueue.ParkedCursor::name).containsExactly("old");
        queue.close();
        try (StoredQueue stored = look(folder)) {
            assertThat(stored.drop("old", SOON)).isEqualTo(10);
            assertThat(stored.contents().cursors())
                    .extracting(StoredQueue.Place::name)
                    .containsExactly("open");
        }
    }

    @Test
    void copiesAQueueThatIsUsedIntoOneThatOpensAgainAndAgain() throws Exception {
        Cursor one = queue.cursor("one", Start.END);
        append(0, 400);
        one.take(150, 1 << 20, SOON).done();
        Path copy = elsewhere.resolve("copy");

        try (StoredQueue stored = look(folder)) {
            stored.copyTo(copy);
            assertThatThrownBy(() -> stored.copyTo(copy)).hasMessageContaining("not empty");
        }
        append(400, 50);

        for (int round = 0; round < 10; round++) {
            try (EventQueue opened = Queues.open(copy)) {
                assertThat(opened.generation()).isNotEqualTo(queue.generation());
                Cursor cursor = opened.cursor("one", Start.END);
                assertThat(cursor.backlog()).isBetween(250L, 400L);
                assertThat(cursor.take(1000, 1 << 20, SOON).events().get(0).id())
                        .isLessThanOrEqualTo(151);
                assertThat(cursor.lost()).isZero();
            }
        }
    }

    @Test
    void saysThatThereIsNothing() {
        assertThatThrownBy(() -> look(elsewhere)).hasMessageContaining("There is no queue in");
    }

    @Test
    void seesNoMoreThanIsSafeWhileTheQueueIsUsed() throws Exception {
        queue.cursor("one", Start.END);
        append(0, 100);
        Path segment = segments(folder).get(0);
        try (RandomAccessFile torn = new RandomAccessFile(segment.toFile(), "rw")) {
            torn.seek(torn.length());
            torn.write(new byte[5000]);
        }

        try (StoredQueue stored = look(folder)) {
            assertThat(stored.verify().lost()).isZero();
        }
    }

    private static StoredQueue look(Path folder) throws IOException {
        return StoredDiskQueue.open(Queues.plain(), folder, new LocalDisk());
    }

    private static List<Path> segments(Path folder) throws IOException {
        return new LocalDisk()
                .list(folder).stream()
                        .filter(file -> Segments.isSegment(file.name()))
                        .map(Disk.Found::path)
                        .toList();
    }

    private void append(int from, int count) throws Exception {
        for (int at = from; at < from + count; at += 10) {
            List<Entry> entries = IntStream.range(at, at + 10)
                    .<Entry>mapToObj(i -> new Entry.Stored(
                            ByteSlice.of((i + " " + "x".repeat(100)).getBytes(StandardCharsets.UTF_8)), "test"))
                    .toList();
            Appended appended =
                    queue.append(entries).outcome().toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertThat(appended.count()).isEqualTo(10);
        }
    }
}

package io.slipway.queue.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.api.config.ByteSize;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MemoryQueueTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @Test
    void isBoundedInBytes() throws Exception {
        try (EventQueue queue = Queues.prompt(folder, 1000, 1024)) {
            Cursor cursor = queue.cursor("one", Start.END);

            Append first = queue.append(entries(5, 300));
            Append second = queue.append(entries(1, 200));

            assertThat(answer(first)).isEqualTo(new Appended(1, 3));
            assertThat(queue.level()).isEqualTo(new EventQueue.Level(3, 900, 1000, 1024, 1));
            cursor.take(1, 1000, SOON).done();
            assertThat(answer(second)).isEqualTo(new Appended(4, 1));
            assertThat(queue.level()).isEqualTo(new EventQueue.Level(3, 800, 1000, 1024, 0));
        }
    }

    @Test
    void takesPlaceholdersWhenThereIsNoRoomForEvents() throws Exception {
        try (EventQueue queue = Queues.prompt(folder, 2, 1024)) {
            List<Entry> entries = new ArrayList<>(entries(2, 10));
            entries.add(new Entry.Placeholder());
            entries.addAll(entries(1, 10));

            Append full = queue.append(entries);
            Append bad = queue.append(List.of(new Entry.Placeholder()));

            assertThat(answer(full)).isEqualTo(new Appended(1, 3));
            assertThat(answer(bad)).isEqualTo(new Appended(4, 1));
            assertThat(queue.level().events()).isEqualTo(2);
        }
    }

    @Test
    void waitsForEnoughEvents() throws Exception {
        try (EventQueue queue = flushing(10, ByteSize.ofMebibytes(1), LONG)) {
            Cursor cursor = queue.cursor("one", Start.END);
            queue.append(entries(9, 10));
            Future<Lease> taking = inBackground(cursor, 100, 10_000);
            assertThat(cursor.take(100, 10_000, Duration.ZERO).events()).hasSize(9);
            assertThat(taking).isNotDone();

            queue.append(entries(10, 10));

            assertThat(taking.get(10, TimeUnit.SECONDS).events()).hasSize(10);
        }
    }

    @Test
    void waitsForNoMoreEventsThanAreAskedFor() throws Exception {
        try (EventQueue queue = flushing(1000, ByteSize.ofMebibytes(1), LONG)) {
            Cursor cursor = queue.cursor("one", Start.END);
            queue.append(entries(9, 10));

            assertThat(cursor.take(5, 10_000, LONG).events()).hasSize(5);
        }
    }

    @Test
    void waitsForEnoughBytes() throws Exception {
        try (EventQueue queue = flushing(1000, ByteSize.ofBytes(500), LONG)) {
            Cursor cursor = queue.cursor("one", Start.END);
            Future<Lease> taking = inBackground(cursor, 1000, 10_000);
            queue.append(entries(4, 100));

            queue.append(entries(1, 100));

            assertThat(taking.get(10, TimeUnit.SECONDS).events()).hasSize(5);
        }
    }

    @Test
    void waitsNoLongerThanTheOldestEventMay() throws Exception {
        try (EventQueue queue = flushing(1000, ByteSize.ofMebibytes(1), Duration.ofMillis(50))) {
            Cursor cursor = queue.cursor("one", Start.END);
            Future<Lease> taking = inBackground(cursor, 1000, 10_000);

            queue.append(entries(4, 10));

            assertThat(taking.get(10, TimeUnit.SECONDS).events()).isNotEmpty();
        }
    }

    @Test
    void handsOutAtOnceWhatFillsIt() throws Exception {
        try (EventQueue queue = flushing(1000, ByteSize.ofMebibytes(1), LONG)) {
            Cursor cursor = queue.cursor("one", Start.END);
            Future<Lease> taking = inBackground(cursor, 1000, 10_000);

            queue.append(entries(105, 10));
            Append waiting = queue.append(entries(1, 10));

            Lease lease = taking.get(10, TimeUnit.SECONDS);
            assertThat(lease.events()).hasSize(100);
            lease.done();
            assertThat(answer(waiting)).isEqualTo(new Appended(101, 1));
        }
    }

    @Test
    void sharesWhatComesAmongAllWhoWait() throws Exception {
        try (EventQueue queue = flushing(10, ByteSize.ofMebibytes(1), LONG)) {
            Cursor cursor = queue.cursor("one", Start.END);
            List<Future<Lease>> taking = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                taking.add(inBackground(cursor, 10, 10_000));
            }

            queue.append(entries(50, 10));

            for (Future<Lease> lease : taking) {
                assertThat(lease.get(10, TimeUnit.SECONDS).events()).hasSize(10);
            }
        }
    }

    @Test
    void doesNotKeepARequestForTheSakeOfASmallPartOfIt() throws Exception {
        try (EventQueue queue = Queues.prompt(folder, 1, 1 << 20)) {
            Cursor cursor = queue.cursor("one", Start.END);
            byte[] request = new byte[100_000];
            request[10] = 42;
            Entry part = new Entry.Stored(new ByteSlice(request, 10, 100), "test");

            queue.append(List.of(part, part));

            ByteSlice kept = cursor.take(1, 1000, SOON).events().get(0).bytes();
            assertThat(kept).isEqualTo(new ByteSlice(request, 10, 100));
            assertThat(kept.array()).hasSize(100);
        }
    }

    @Test
    void settlesNothingWithoutACursor() throws Exception {
        try (EventQueue queue = Queues.prompt(folder, 5, 1024)) {
            queue.append(entries(5, 10));
            Append waiting = queue.append(entries(1, 10));
            assertThat(queue.persisted()).isZero();

            queue.cursor("one", Start.OLDEST).close();
            assertThat(queue.level().events()).isEqualTo(5);
            queue.cursor("one", Start.END);

            assertThat(answer(waiting)).isEqualTo(new Appended(6, 1));
            assertThat(queue.persisted()).isEqualTo(5);
        }
    }

    @Test
    void letsInWhoWaitsWhenTheSlowestCursorCloses() throws Exception {
        try (EventQueue queue = Queues.prompt(folder, 5, 1024)) {
            Cursor slow = queue.cursor("slow", Start.END);
            Cursor fast = queue.cursor("fast", Start.END);
            queue.append(entries(5, 10));
            Append waiting = queue.append(entries(1, 10));
            fast.take(10, 1000, SOON).done();
            assertThat(waiting.outcome().toCompletableFuture()).isNotDone();

            slow.close();

            assertThat(answer(waiting)).isEqualTo(new Appended(6, 1));
        }
    }

    @Test
    void countsNothingOfAnEarlierRunAsPersisted() throws Exception {
        try (EventQueue queue = Queues.prompt(folder, 5, 1024)) {
            queue.append(entries(5, 10));
        }

        try (EventQueue queue = Queues.prompt(folder, 5, 1024)) {
            Cursor cursor = queue.cursor("one", Start.END);
            assertThat(answer(queue.append(entries(1, 10)))).isEqualTo(new Appended(6, 1));
            assertThat(queue.persisted()).isZero();

            cursor.take(1, 1000, SOON).done();

            assertThat(queue.persisted()).isEqualTo(6);
        }
    }

    @Test
    void countsRightWhileAppendsComeAndGo() throws Exception {
        try (EventQueue queue = Queues.prompt(folder, 100, 1 << 20)) {
            Cursor cursor = queue.cursor("one", Start.END);
            queue.append(entries(100, 10));
            List<Append> waiting = IntStream.range(0, 50)
                    .mapToObj(i -> queue.append(entries(2, 10)))
                    .toList();

            long withdrawn = IntStream.range(0, 50)
                    .filter(i -> i % 2 == 0 && waiting.get(i).withdraw())
                    .count();
            assertThat(queue.level()).isEqualTo(new EventQueue.Level(100, 1000, 100, 1 << 20, 25));

            assertThat(withdrawn).isEqualTo(25);
            cursor.take(100, 1 << 20, SOON).done();
            assertThat(queue.level()).isEqualTo(new EventQueue.Level(50, 500, 100, 1 << 20, 0));
            cursor.take(100, 1 << 20, SOON).done();
            assertThat(queue.level()).isEqualTo(new EventQueue.Level(0, 0, 100, 1 << 20, 0));
        }
    }

    private EventQueue flushing(int events, ByteSize bytes, Duration timeout) throws Exception {
        return Queues.open(TestContext.in(folder), 100, 1 << 20, events, bytes, timeout);
    }

    /** Takes on a thread of its own, which waits by the time this returns. */
    private static Future<Lease> inBackground(Cursor cursor, int events, long bytes) {
        Thread[] taker = new Thread[1];
        ExecutorService threads = Executors.newSingleThreadExecutor(task -> taker[0] = new Thread(task));
        try {
            Future<Lease> lease = threads.submit(() -> cursor.take(events, bytes, LONG));
            await().atMost(SOON).until(() -> taker[0].getState() == Thread.State.TIMED_WAITING || lease.isDone());
            return lease;
        } finally {
            threads.shutdown();
        }
    }

    private static Appended answer(Append append) throws Exception {
        return append.outcome().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private static List<Entry> entries(int count, int size) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new Entry.Stored(ByteSlice.of(new byte[size]), "test"));
        }
        return entries;
    }
}

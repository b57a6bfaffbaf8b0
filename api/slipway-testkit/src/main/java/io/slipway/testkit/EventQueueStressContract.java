package io.slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every queue keeps to when many use it at once: every entry it accepted reaches every cursor, once. */
@Timeout(120)
public abstract class EventQueueStressContract {

    private static final int PRODUCERS = 4;
    private static final int WORKERS = 3;
    private static final int REQUESTS = 1000;

    @TempDir
    Path folder;

    /** Opens a queue as {@link EventQueueContract#open(Path)} does. */
    protected abstract EventQueue open(Path folder) throws Exception;

    @Test
    void bringsEveryAcceptedEventToEveryCursorOnce() throws Exception {
        Map<Long, Long> accepted = new ConcurrentHashMap<>();
        Map<Long, Long> seenByOne = new ConcurrentHashMap<>();
        Map<Long, Long> seenByTwo = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (EventQueue queue = open(folder)) {
            Cursor one = queue.cursor("one", Start.END);
            Cursor two = queue.cursor("two", Start.END);
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                Random random = new Random(i);
                workers.add(threads.submit(() -> work(one, random, over, seenByOne)));
                workers.add(threads.submit(() -> work(two, random, over, seenByTwo)));
            }
            Future<?> watch = threads.submit(() -> watch(queue, over));
            List<Future<?>> producers = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                int producer = i;
                producers.add(threads.submit(() -> produce(queue, producer, accepted)));
            }
            join(producers);
            over.set(true);
            join(workers);
            join(List.of(watch));

            assertThat(seenByOne).isEqualTo(accepted);
            assertThat(seenByTwo).isEqualTo(accepted);
            assertThat(one.backlog()).isZero();
            assertThat(queue.level().waiting()).isZero();
            assertThat(queue.persisted())
                    .isEqualTo(
                            accepted.keySet().stream().mapToLong(id -> id).max().orElseThrow());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Appends numbered events, withdraws some of what waits, and offers again what was not taken. */
    private static Void produce(EventQueue queue, int producer, Map<Long, Long> accepted) throws Exception {
        Random random = new Random(1000 + producer);
        long number = producer * 1_000_000_000L;
        for (int i = 0; i < REQUESTS; i++) {
            List<Entry> entries = new ArrayList<>();
            List<Long> numbers = new ArrayList<>();
            int size = 1 + random.nextInt(20);
            for (int j = 0; j < size; j++) {
                numbers.add(number++);
                byte[] bytes = ByteBuffer.allocate(8 + random.nextInt(100))
                        .putLong(numbers.get(j))
                        .array();
                entries.add(new Entry.Stored(ByteSlice.of(bytes), "test"));
            }
            Append append = queue.append(entries);
            boolean withdrawn = random.nextInt(4) == 0 && append.withdraw();
            try {
                Appended answer = append.outcome().toCompletableFuture().get(60, TimeUnit.SECONDS);
                assertThat(withdrawn).isFalse();
                for (int j = 0; j < answer.count(); j++) {
                    assertThat(accepted.put(answer.firstId() + j, numbers.get(j)))
                            .isNull();
                }
            } catch (CancellationException e) {
                assertThat(withdrawn).isTrue();
            } catch (ExecutionException e) {
                assertThat(withdrawn && e.getCause() instanceof CancellationException)
                        .isTrue();
            }
        }
        return null;
    }

    /** Finishes leases, gives every fourth back, and holds some for a while, so that they finish in any order. */
    private static Void work(Cursor cursor, Random random, AtomicBoolean over, Map<Long, Long> seen) throws Exception {
        List<Lease> held = new ArrayList<>();
        long position = 0;
        while (true) {
            boolean last = over.get();
            Lease lease = cursor.take(1 + random.nextInt(50), 2000, Duration.ofMillis(5));
            if (lease.events().isEmpty() && held.isEmpty() && last && cursor.backlog() == 0) {
                return null;
            }
            if (random.nextInt(4) == 0) {
                lease.close();
            } else {
                held.add(lease);
            }
            while (held.size() > 2 || !held.isEmpty() && lease.events().isEmpty()) {
                Lease finished = held.remove(random.nextInt(held.size()));
                finished.events().forEach(event -> note(event, seen));
                finished.done();
            }
            long now = cursor.position();
            assertThat(now).isGreaterThanOrEqualTo(position);
            position = now;
        }
    }

    private static void note(QueuedEvent event, Map<Long, Long> seen) {
        long number = ByteBuffer.wrap(event.bytes().toByteArray()).getLong();
        assertThat(seen.put(event.id(), number)).isNull();
    }

    private static Void watch(EventQueue queue, AtomicBoolean over) {
        AtomicLong persisted = new AtomicLong();
        while (!over.get()) {
            long now = queue.persisted();
            assertThat(now).isGreaterThanOrEqualTo(persisted.getAndSet(now));
            EventQueue.Level level = queue.level();
            assertThat(level.events()).isBetween(0L, level.maxEvents());
            assertThat(level.bytes()).isBetween(0L, level.maxBytes());
            Thread.onSpinWait();
        }
        return null;
    }

    private static void join(List<Future<?>> all) throws Exception {
        for (Future<?> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
    }
}

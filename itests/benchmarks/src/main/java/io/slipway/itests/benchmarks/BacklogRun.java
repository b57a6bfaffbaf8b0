package io.slipway.itests.benchmarks;

import io.slipway.api.config.ByteSize;
import io.slipway.itests.queue.Form;
import io.slipway.queue.disk.DiskQueues;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** A process that fills, opens or drains a queue, says what it took, and halts as in a crash. */
final class BacklogRun {

    /** The cursor of a shipper's only output in the classic layout. */
    private static final String CURSOR = "default";

    private static final int BATCH = 500;
    private static final int OUTSTANDING = 16;
    private static final ByteSize MAX_SIZE = ByteSize.ofMebibytes(24 << 10);

    private BacklogRun() {}

    /** @param args {@code fill}, {@code open} or {@code drain}, the folder, how many events there are or are to be */
    public static void main(String[] args) throws Exception {
        long begin = System.nanoTime();
        var queue = DiskQueues.open(Path.of(args[1]), Form.PLAIN, MAX_SIZE, Optional.empty(), Duration.ZERO);
        QueueStore store = new QueueStore(queue, CURSOR);
        double opened = millisSince(begin);
        long events = Long.parseLong(args[2]);
        switch (args[0]) {
            case "fill" -> fill(store, events);
            case "open" -> look(store, events, opened, begin);
            default -> drain(store);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void fill(Store store, long events) throws IOException, InterruptedException {
        LogEvents.Walk walk = new LogEvents().walk(0, 1);
        Semaphore free = new Semaphore(OUTSTANDING);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        long begin = System.nanoTime();
        for (long sent = 0; sent < events && failure.get() == null; sent += BATCH) {
            free.acquire();
            store.append(walk.next(BATCH)).whenComplete((done, fault) -> {
                failure.compareAndSet(null, fault);
                free.release();
            });
        }
        free.acquire(OUTSTANDING);
        if (failure.get() != null) {
            throw new IOException(failure.get());
        }
        rate("filled", events, begin);
    }

    private static void look(QueueStore store, long events, double opened, long begin) throws Exception {
        long backlog = store.cursor().backlog();
        var lease = store.cursor().take(1, LogEvents.SIZE, Duration.ofSeconds(10));
        double first = millisSince(begin);
        if (lease.events().isEmpty() || backlog != events) {
            throw new IOException("the backlog is " + backlog + ", not " + events);
        }
        System.out.printf(Locale.ROOT, "%f %f %f%n", opened, first, Cost.heapMegabytes());
    }

    private static void drain(QueueStore store) throws InterruptedException, IOException {
        long begin = System.nanoTime();
        long events = 0;
        while (store.cursor().backlog() > 0) {
            events += store.consume();
        }
        rate("drained", events, begin);
    }

    private static void rate(String what, long events, long begin) throws IOException {
        double seconds = millisSince(begin) / 1000;
        System.out.printf(
                Locale.ROOT,
                "%s %,d events, %,.0f a second, %,.0f MB/s, at most %d MB resident%n",
                what,
                events,
                events / seconds,
                events * LogEvents.SIZE / seconds / 1e6,
                Cost.peakMegabytes());
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }
}

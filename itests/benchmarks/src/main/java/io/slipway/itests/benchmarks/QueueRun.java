package io.slipway.itests.benchmarks;

import io.slipway.api.config.ByteSize;
import io.slipway.api.queue.Entry;
import io.slipway.itests.queue.Form;
import io.slipway.queue.disk.DiskQueues;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * One measurement of one store in a process of its own: 4 producers, each with a fixed number of events that are not yet
 * safe; in {@code steady} one thread reads and forgets. Prints one line, see {@link QueueResult}, and halts, as all that
 * it left is thrown away.
 */
final class QueueRun {

    private static final int PRODUCERS = 4;
    private static final int OUTSTANDING_SINGLE = 256;
    private static final int OUTSTANDING_BYTES = 8 << 20;
    private static final long LOWEST_NANOS = 1_000;
    private static final long HIGHEST_NANOS = 60_000_000_000L;
    private static final ByteSize MAX_SIZE = ByteSize.ofMebibytes(24 << 10);

    private final Store store;
    private final int batch;
    private final LogEvents events = new LogEvents();
    private final LongAdder stored = new LongAdder();
    private final LongAdder consumed = new LongAdder();
    private final Recorder latency = new Recorder(LOWEST_NANOS, HIGHEST_NANOS, 2);

    private QueueRun(Store store, int batch) {
        this.store = store;
        this.batch = batch;
    }

    /** @param args design, mode, batch, milliseconds added to a sync, seconds to warm up, seconds to measure, folder */
    public static void main(String[] args) throws Exception {
        boolean steady = args[1].equals("steady");
        Store store = open(args[0], Path.of(args[6]), Duration.ofMillis(Integer.parseInt(args[3])), steady);
        QueueRun run = new QueueRun(store, Integer.parseInt(args[2]));
        run.start(steady);
        run.measure(steady, Double.parseDouble(args[4]), Double.parseDouble(args[5]));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static Store open(String design, Path folder, Duration slower, boolean read) throws IOException {
        if (design.equals("raw")) {
            return new RawStore(folder, slower, read);
        }
        Form form = Form.valueOf(design.toUpperCase(Locale.ROOT));
        return new QueueStore(DiskQueues.open(folder, form, MAX_SIZE, Optional.empty(), slower), "bench");
    }

    private void start(boolean steady) {
        for (int i = 0; i < PRODUCERS; i++) {
            LogEvents.Walk walk = events.walk(i, PRODUCERS);
            start("producer", () -> produce(walk));
        }
        if (steady) {
            start("consumer", this::consume);
        }
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Exception e) {
                        fail(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void fail(Throwable fault) {
        fault.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    private void produce(LogEvents.Walk walk) throws InterruptedException {
        int outstanding = batch == 1 ? OUTSTANDING_SINGLE : OUTSTANDING_BYTES / LogEvents.SIZE / batch;
        Semaphore free = new Semaphore(Math.max(1, outstanding / PRODUCERS));
        while (true) {
            free.acquire();
            List<Entry> next = walk.next(batch);
            long begin = System.nanoTime();
            store.append(next).whenComplete((done, fault) -> {
                if (fault != null) {
                    fail(fault);
                }
                latency.recordValue(Math.max(LOWEST_NANOS, System.nanoTime() - begin));
                stored.add(batch);
                free.release();
            });
        }
    }

    private void consume() throws IOException, InterruptedException {
        while (true) {
            consumed.add(store.consume());
        }
    }

    private void measure(boolean steady, double warmUp, double seconds) throws IOException, InterruptedException {
        sleep(warmUp);
        latency.getIntervalHistogram();
        long before = stored.sum();
        long consumedBefore = consumed.sum();
        long writtenBefore = Cost.writtenBytes();
        double cpuBefore = Cost.cpuSeconds();
        long begin = System.nanoTime();
        sleep(seconds);
        double took = (System.nanoTime() - begin) / 1e9;
        double cpu = Cost.cpuSeconds() - cpuBefore;
        long written = Cost.writtenBytes() - writtenBefore;
        long appended = stored.sum() - before;
        long passed = steady ? Math.min(appended, consumed.sum() - consumedBefore) : appended;
        Histogram times = latency.getIntervalHistogram();
        System.out.println(new QueueResult(
                        passed / took,
                        written / ((double) appended * LogEvents.SIZE),
                        times.getValueAtPercentile(50) / 1000.0,
                        times.getValueAtPercentile(99) / 1000.0,
                        cpu / appended * 1e6,
                        Cost.residentMegabytes())
                .line());
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep((long) (seconds * 1000));
    }

    /** What a thread does. */
    @FunctionalInterface
    private interface Task {
        void run() throws Exception;
    }
}

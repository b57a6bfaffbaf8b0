package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The power goes at any moment under load, and with it any sector that was not synced. */
@Timeout(120)
class PowerCutTest {

    private static final int RUNS = 6;
    private static final int CUTS = 25;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void losesNothingThatWasPersisted(Durability durability) throws Exception {
        for (int run = 0; run < RUNS; run++) {
            Path place = Files.createDirectory(folder.resolve("run" + run));
            Path graveyard = Files.createDirectory(folder.resolve("graves" + run));
            FaultyDisk disk = new FaultyDisk(graveyard);
            disk.forceTakes(Duration.ofMillis(1));
            try (DiskQueue queue = open(durability, place, disk)) {
                Load load = new Load(queue, run);
                cut(durability, disk, place, load, run);
                load.stop();
            }
        }
    }

    private void cut(Durability durability, FaultyDisk disk, Path place, Load load, int run) throws Exception {
        Random random = new Random(run);
        for (int cut = 0; cut < CUTS; cut++) {
            load.awaitMore(1 + random.nextInt(5));
            if (random.nextInt(6) == 0) {
                disk.failForces(".seg", 1 + random.nextInt(2));
            }
            Known known = load.known(durability);
            Path left = Files.createDirectory(folder.resolve("cut" + run + "-" + cut));
            disk.cutPower(place, left, random);
            check(durability, known, left, load);
            delete(left);
        }
    }

    private static void check(Durability durability, Known known, Path left, Load load) throws Exception {
        List<Long> found = new ArrayList<>();
        try (DiskQueue queue = Queues.open(left)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            for (Lease lease = cursor.take(1000, 1 << 20, Duration.ZERO);
                    !lease.events().isEmpty();
                    lease = cursor.take(1000, 1 << 20, Duration.ZERO)) {
                for (QueuedEvent event : lease.events()) {
                    found.add(event.id());
                    byte[] bytes = event.bytes().toByteArray();
                    Long expected = load.appended.get(event.id());
                    if (expected != null) {
                        assertThat(ByteBuffer.wrap(bytes).getLong()).isEqualTo(expected);
                    }
                }
                lease.done();
            }
            assertThat(found).isSorted().doesNotHaveDuplicates();
            long finished = load.finished();
            assertThat(found)
                    .containsAll(known.persisted().stream()
                            .filter(id -> id > finished)
                            .toList());
            if (durability == Durability.SYNC) {
                assertThat(cursor.lost()).isZero(); // else a gap before what happened to be written
            }
            assertThat(queue.append(List.of(new Entry.Placeholder()))
                            .outcome()
                            .toCompletableFuture()
                            .get()
                            .firstId())
                    .isGreaterThan(known.highest());
        }
    }

    private static DiskQueue open(Durability durability, Path place, FaultyDisk disk) throws IOException {
        return Queues.open(Queues.settings(Compression.NONE, List.of(), durability), place, Queues.SMALL, disk);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
    }

    /** @param persisted ids that must be there, unless they are finished */
    private record Known(List<Long> persisted, long highest) {}

    /** Two who append and one who reads behind them. */
    private static final class Load {

        private final EventQueue queue;
        private final Cursor cursor;
        private final Random random;
        private final Map<Long, Long> appended = new ConcurrentHashMap<>();
        private final ConcurrentSkipListMap<Long, Long> acknowledged = new ConcurrentSkipListMap<>();
        private final AtomicLong numbers = new AtomicLong();
        private final AtomicLong finished = new AtomicLong();
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean over;

        Load(EventQueue queue, int seed) throws IOException {
            this.queue = queue;
            random = new Random(seed);
            cursor = queue.cursor("out", Start.OLDEST);
            threads.add(new Thread(this::append));
            threads.add(new Thread(this::append));
            threads.add(new Thread(this::read));
            threads.forEach(Thread::start);
        }

        private void append() {
            while (!over) {
                long number = numbers.incrementAndGet();
                byte[] bytes = new byte[8 + (int) (number * 7919 % 6000)];
                ByteBuffer.wrap(bytes).putLong(number);
                Append append = queue.append(List.of(new Entry.Stored(ByteSlice.of(bytes), "protobuf")));
                try {
                    long id = append.outcome().toCompletableFuture().get().firstId();
                    appended.put(id, number);
                    acknowledged.put(id, number);
                } catch (Exception e) {
                    return; // it closes
                }
            }
        }

        private void read() {
            try {
                while (!over) {
                    Lease lease = cursor.take(1 + random.nextInt(5), 20_000, Duration.ofMillis(10));
                    if (random.nextInt(5) == 0) {
                        lease.close();
                    } else {
                        lease.events().forEach(event -> finished.accumulateAndGet(event.id(), Math::max));
                        lease.done();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void awaitMore(int count) {
            int until = acknowledged.size() + count;
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> acknowledged.size() >= until);
        }

        Known known(Durability durability) {
            long persisted = durability == Durability.SYNC ? Long.MAX_VALUE : queue.persisted();
            List<Long> ids = List.copyOf(acknowledged.headMap(persisted, true).keySet());
            long highest = acknowledged.isEmpty() ? 0 : acknowledged.lastKey();
            return new Known(ids, highest);
        }

        long finished() {
            return finished.get();
        }

        void stop() throws InterruptedException {
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}

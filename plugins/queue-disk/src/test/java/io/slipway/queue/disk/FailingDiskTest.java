package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FailingDiskTest {

    private static final int SIZE = 5_000;
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @TempDir
    Path graveyard;

    private FaultyDisk disk;

    @BeforeEach
    void makeDisk() {
        disk = new FaultyDisk(graveyard);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void acknowledgesOnlyOnceASyncHasSucceeded(int faults) throws Exception {
        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            answer(append(queue));
            disk.failForces(faults);
            Append doubtful = append(queue);
            answer(doubtful);
            answer(append(queue));

            assertThat(disk.forces()).isGreaterThan(faults);
            assertThat(drained(cursor, 3)).containsExactly(1L, 2L, 3L);
        }
        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            assertThat(queue.cursor("out", Start.OLDEST).backlog()).isZero();
        }
    }

    @Test
    void givesWhatWasWrittenAndNotSyncedWhileTheSyncFails() throws Exception {
        try (DiskQueue queue = open(Durability.INTERVAL)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            answer(append(queue));
            disk.hangForces();
            for (int i = 0; i < 20; i++) {
                answer(append(queue));
            }

            assertThat(drained(cursor, 21)).containsExactlyElementsOf(upTo(21));
            disk.freeForces();
        }
    }

    @Test
    void readsWhatWasWrittenAgainWithoutWaitingForMore() throws Exception {
        try (DiskQueue queue = open(Durability.INTERVAL)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            writeAgain(queue);

            assertThat(drained(cursor, 21)).containsExactlyElementsOf(upTo(21));
            assertThat(cursor.lost()).isZero();
        }
    }

    @Test
    void keepsWhatWasWrittenAgainUntilItIsRead() throws Exception {
        try (DiskQueue queue = open(Durability.INTERVAL)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            writeAgain(queue);
            Lease first = cursor.take(1, 1, Duration.ofSeconds(1));
            first.done();
            queue.roll();
            await(() -> queue.segments().all().stream().noneMatch(queue::isHead));
            await(() -> queue.segments().all().size() < 2);

            assertThat(queue.segments().all()).hasSize(1);
            assertThat(drained(cursor, 20)).containsExactlyElementsOf(upTo(21).subList(1, 21));
            assertThat(cursor.lost()).isZero();
        }
    }

    private void writeAgain(DiskQueue queue) throws Exception {
        answer(append(queue));
        await(() -> queue.persisted() == 1);
        disk.hangForces();
        for (int i = 0; i < 20; i++) {
            answer(append(queue));
        }
        disk.failForces(".seg", 1);
        disk.freeForces();
        await(() -> queue.persisted() == 21);
        assertThat(queue.segments().all()).hasSize(2);
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void goesOnInAnotherFileIfOneCanBeNeitherFilledNorDeleted() throws Exception {
        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            disk.failDeletes(1);
            disk.failForces(2);
            answer(append(queue));
            answer(append(queue));

            assertThat(drained(cursor, 2)).containsExactly(1L, 2L);
        }
    }

    @Test
    void waitsForFilesThatCannotBeMade() throws Exception {
        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            disk.failCreates(4);
            answer(append(queue));

            assertThat(drained(cursor, 1)).containsExactly(1L);
        }
    }

    @Test
    void losesNothingToADiskThatReadsNotForAWhile() throws Exception {
        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            for (int i = 0; i < 20; i++) {
                answer(append(queue));
            }
            disk.failReads(12);
            for (int i = 0; i < 12; i++) {
                cursor.take(1, SIZE, Duration.ZERO).close();
            }
            disk.failReads(0);

            assertThat(drained(cursor, 20)).hasSize(20);
            assertThat(cursor.lost()).isZero();
        }
    }

    @Test
    void countsAsLostWhatTheDiskNeverReads() throws Exception {
        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            String generation = queue.generation();
            for (int i = 0; i < 30; i++) {
                answer(append(queue));
            }
            disk.failReads(Integer.MAX_VALUE);
            await(() -> {
                cursor.take(1, SIZE, Duration.ofMillis(50)).close();
                return cursor.lost() > 0;
            });
            List<Long> rest = new ArrayList<>();
            for (Lease lease = take(cursor); !lease.events().isEmpty(); lease = take(cursor)) {
                lease.events().forEach(event -> rest.add(event.id()));
                lease.done();
            }

            assertThat(cursor.lost() + rest.size()).isEqualTo(30);
            assertThat(cursor.backlog()).isZero();
            assertThat(queue.generation()).isNotEqualTo(generation);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 4096, 5000, 20_000, 60_000, 150_000})
    void waitsForRoomAndGoesOnByItself(int room) throws Exception {
        List<Append> appends = new ArrayList<>();
        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            queue.cursor("out", Start.OLDEST);
            answer(append(queue));
            disk.setRoom(room);
            for (int i = 0; i < 40; i++) {
                appends.add(append(queue));
            }
            await(() -> queue.level().waiting() > 0 || allDone(appends), 1500);
            disk.setRoom(1L << 40);
            for (Append append : appends) {
                answer(append);
            }
        }

        try (EventQueue queue = Queues.open(folder, Queues.SMALL, disk)) {
            assertThat(drained(queue.cursor("out", Start.OLDEST), 41))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 41).boxed().toList());
        }
    }

    @Test
    void drainsAndDeletesWhileTheDiskIsFull() throws Exception {
        Limits limits = new Limits(10_000_000, 64_000, 32_000, 16_000, 1 << 20, 20_000);
        try (EventQueue queue = Queues.open(folder, limits, disk)) {
            Cursor cursor = queue.cursor("out", Start.OLDEST);
            for (int i = 0; i < 60; i++) {
                answer(append(queue));
            }
            await(() -> folder.resolve(Reserve.NAME).toFile().exists());
            disk.setRoom(0);
            long before = queue.level().bytes();

            assertThat(drained(cursor, 60)).hasSize(60);
            await(() -> queue.level().bytes() < before / 2);
            disk.setRoom(1L << 40);
            answer(append(queue));
            await(() -> folder.resolve(Reserve.NAME).toFile().exists());
        }
    }

    @Test
    void survivesAWriteThatTearsAtAnyByte() throws Exception {
        for (int cut = 0; cut <= 16_384; cut += 127) {
            Path place = java.nio.file.Files.createDirectory(folder.resolve("cut" + cut));
            try (EventQueue queue = Queues.open(place, Queues.SMALL, disk)) {
                Cursor cursor = queue.cursor("out", Start.OLDEST);
                answer(append(queue));
                disk.failWrite(1, cut);
                answer(append(queue));

                assertThat(drained(cursor, 2)).as("torn at %d", cut).containsExactly(1L, 2L);
                assertThat(cursor.lost()).isZero();
            }
        }
    }

    @Test
    void endsWithinABoundAlthoughASyncHangs() throws Exception {
        DiskQueue queue = Queues.open(folder, Queues.SMALL, disk);
        Cursor cursor = queue.cursor("out", Start.OLDEST);
        disk.hangForces();
        try {
            Append first = append(queue);
            await(() -> disk.forces() > 0 && queue.readyBytes() == 0);
            Append second = append(queue);

            assertThat(second.withdraw()).isTrue();
            assertThat(cursor.take(1, 1, Duration.ZERO).events()).isEmpty();
            assertThatThrownBy(queue::close).isInstanceOf(IOException.class).hasMessageContaining("does not answer");
            assertThatThrownBy(() -> answer(first)).hasCauseInstanceOf(QueueClosedException.class);
        } finally {
            disk.freeForces();
        }
    }

    private DiskQueue open(Durability durability) throws IOException {
        Limits limits = new Limits(600_000, 300_000, 32_000, 16_000, 1 << 20, 20_000);
        return Queues.open(Queues.settings(Compression.NONE, List.of(), durability), folder, limits, disk);
    }

    private static Append append(EventQueue queue) {
        return queue.append(List.of(new Entry.Stored(ByteSlice.of(new byte[SIZE]), "protobuf")));
    }

    private static Append.Appended answer(Append append) throws Exception {
        try {
            return append.outcome().toCompletableFuture().get(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e;
        }
    }

    private static boolean allDone(List<Append> appends) {
        return appends.stream()
                .allMatch(append -> append.outcome().toCompletableFuture().isDone());
    }

    private static Lease take(Cursor cursor) throws InterruptedException {
        return cursor.take(3, 1 << 20, Duration.ofMillis(20));
    }

    /** What the cursor gives and has done, until it gave {@code count} or nothing comes any more. */
    private static List<Long> drained(Cursor cursor, int count) throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        long deadline = System.nanoTime() + SOON.toNanos();
        while (ids.size() < count && cursor.lost() == 0 && deadline - System.nanoTime() > 0) {
            Lease lease = take(cursor);
            lease.events().stream().map(QueuedEvent::id).forEach(ids::add);
            lease.done();
        }
        return ids;
    }

    private static void await(Check check) throws Exception {
        await(check, SOON.toMillis());
        assertThat(check.holds()).isTrue();
    }

    /** Waits for it, but no longer than that, as it may never come. */
    private static void await(Check check, long millis) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!check.holds() && deadline - System.nanoTime() > 0) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private interface Check {
        boolean holds() throws Exception;
    }
}

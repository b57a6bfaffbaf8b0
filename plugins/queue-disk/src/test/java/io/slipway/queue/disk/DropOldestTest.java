package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.queue.Append;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.EventQueue.WhenFull;
import io.slipway.api.queue.Lease;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// S27
@Timeout(60)
class DropOldestTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @Test
    void dropsWhatIsOldestAndCountsItToTheEvent() throws Exception {
        try (DiskQueue queue = Queues.open(folder)) {
            Cursor cursor = queue.cursor("one", Start.END, WhenFull.DROP_OLDEST);

            Numbered.append(queue, 0, 6000);

            assertThat(queue.level().bytes()).isLessThanOrEqualTo(Queues.SMALL.disk() + Queues.SMALL.segment());
            assertThat(cursor.dropped()).isPositive();
            List<Integer> got = Numbered.drain(cursor);
            assertThat(got).isEqualTo(Numbered.range(6000 - got.size(), 6000));
            assertThat(cursor.dropped() + got.size()).isEqualTo(6000);
            assertThat(cursor.lost()).isZero();
            assertThat(cursor.position()).isEqualTo(6000);
        }
    }

    @Test
    void dropsEventsThatAreInHandAndSettlesThemOnce() throws Exception {
        try (DiskQueue queue = Queues.open(folder)) {
            Cursor cursor = queue.cursor("one", Start.END, WhenFull.DROP_OLDEST);
            Numbered.append(queue, 0, 100);
            Lease held = cursor.take(50, 1 << 20, SOON);
            Lease returned = cursor.take(20, 1 << 20, SOON);
            returned.close();

            Numbered.append(queue, 100, 5000);

            assertThat(held.dropped()).isEqualTo(50);
            held.done();
            List<Integer> got = Numbered.drain(cursor);
            assertThat(cursor.dropped() + got.size()).isEqualTo(5100);
            assertThat(got).isEqualTo(Numbered.range(5100 - got.size(), 5100));
            assertThat(cursor.backlog()).isZero();
        }
    }

    @Test
    void dropsAParkedCursorFirstAndWaitsForOneThatBlocks() throws Exception {
        try (DiskQueue queue = Queues.open(folder)) {
            queue.cursor("gone", Start.END).close();
            Cursor blocking = queue.cursor("blocking", Start.END);
            long parkedBefore = 0;
            int number = 0;
            while (parkedBefore == queue.parked().get(0).position()) {
                Numbered.append(queue, number, 50);
                Numbered.drain(blocking);
                number += 50;
            }
            assertThat(queue.parked().get(0).backlog()).isLessThan(number);

            Append waits = queue.append(Numbered.entries(number, 10));
            while (waits.outcome().toCompletableFuture().isDone()) {
                number += 10;
                waits = queue.append(Numbered.entries(number, 10));
                waits.outcome().toCompletableFuture().exceptionally(e -> null);
                if (queue.level().waiting() > 0) {
                    break;
                }
            }
            assertThat(Numbered.drain(blocking)).isSorted();
            assertThat(Numbered.outcome(waits).count()).isEqualTo(10);
            assertThat(blocking.dropped()).isZero();
        }
    }
}

package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.ParkedCursor;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What several workers finished out of order is remembered. */
@Timeout(60)
class FinishedBeyondTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @Test
    void givesNothingAgainAfterACleanStopThatWasDone() throws Exception {
        List<Integer> done = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            try (DiskQueue queue = Queues.open(folder)) {
                Cursor cursor = queue.cursor("one", Start.END);
                if (round == 0) {
                    Numbered.append(queue, 0, 100);
                }
                assertThat(cursor.backlog()).isEqualTo(100 - done.size());
                List<Lease> leases = new ArrayList<>();
                for (Lease lease = cursor.take(7, 1 << 20, SOON);
                        !lease.events().isEmpty() && leases.size() < 9;
                        lease = cursor.take(7, 1 << 20, Duration.ZERO)) {
                    leases.add(lease);
                }
                for (int i = round % 2; i < leases.size(); i += 3) {
                    leases.get(i).events().forEach(event -> done.add(Numbered.number(event)));
                    leases.get(i).done();
                }
                assertThat(cursor.backlog()).isEqualTo(100 - done.size());
            }
        }

        try (DiskQueue queue = Queues.open(folder)) {
            assertThat(queue.parked()).extracting(ParkedCursor::backlog).containsExactly(100L - done.size());
            Cursor cursor = queue.cursor("one", Start.END);
            done.addAll(Numbered.drain(cursor));
            assertThat(cursor.lost()).isZero();
            assertThat(cursor.position()).isEqualTo(queue.readableId());
        }
        assertThat(done).containsExactlyInAnyOrderElementsOf(Numbered.range(0, 100));
    }
}

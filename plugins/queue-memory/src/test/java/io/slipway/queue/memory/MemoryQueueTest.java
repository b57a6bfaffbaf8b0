package io.slipway.queue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.config.ByteSize;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
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
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryQueueTest {

    @TempDir
    Path folder;

    @Test
    void givesIdsFromOneAndAPrefixOfWhatFits() throws Exception {
        try (EventQueue queue = open(4)) {
            Cursor cursor = queue.cursor("a", Start.END);

            Append first = queue.append(entries(6));
            Append second = queue.append(entries(1));

            assertThat(first.outcome().toCompletableFuture().join()).isEqualTo(new Append.Appended(1, 4));
            assertThat(second.outcome().toCompletableFuture()).isNotDone();
            Lease lease = cursor.take(100, 1000, Duration.ofSeconds(5));
            assertThat(lease.events()).hasSize(4);
            lease.done();
            assertThat(second.outcome().toCompletableFuture().join()).isEqualTo(new Append.Appended(5, 1));
            assertThat(queue.persisted()).isEqualTo(4);
        }
        try (EventQueue queue = open(4)) {
            assertThat(queue.append(entries(1))
                            .outcome()
                            .toCompletableFuture()
                            .join()
                            .firstId())
                    .isEqualTo(6);
        }
    }

    private EventQueue open(int events) throws Exception {
        var flush = new MemoryQueueSettings.Flush(2048, ByteSize.ofMebibytes(1), Duration.ofSeconds(1));
        return new MemoryQueueFactory()
                .open(
                        new MemoryQueueSettings(events, Optional.of(ByteSize.ofMebibytes(1)), flush),
                        TestContext.in(folder));
    }

    private static List<Entry> entries(int count) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new Entry.Stored(ByteSlice.of(new byte[10]), "test"));
        }
        return entries;
    }
}

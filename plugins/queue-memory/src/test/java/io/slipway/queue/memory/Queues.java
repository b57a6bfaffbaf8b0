package io.slipway.queue.memory;

import io.slipway.api.config.ByteSize;
import io.slipway.api.queue.EventQueue;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Opens queues for tests. */
final class Queues {

    private Queues() {}

    /** A queue that hands events out as soon as there is one. */
    static EventQueue prompt(Path folder, int events, long bytes) throws IOException {
        return open(TestContext.in(folder), events, bytes, 0, ByteSize.ofMebibytes(1), Duration.ofSeconds(1));
    }

    static EventQueue open(
            TestContext context, int events, long bytes, int flushEvents, ByteSize flushBytes, Duration flushTimeout)
            throws IOException {
        var flush = new MemoryQueueSettings.Flush(flushEvents, flushBytes, flushTimeout);
        var settings = new MemoryQueueSettings(events, Optional.of(ByteSize.ofBytes(bytes)), flush);
        return new MemoryQueueFactory().open(settings, context);
    }
}

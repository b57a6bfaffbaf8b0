package io.slipway.itests.benchmarks;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.zip.CRC32C;

/** A queue with one cursor. */
final class QueueStore implements Store {

    /** The batches of an output. */
    private static final int EVENTS = 2048;

    private static final long BYTES = 4 << 20;
    private static final Duration WAIT = Duration.ofMillis(100);

    private final EventQueue queue;
    private final Cursor cursor;
    private final CRC32C touch = new CRC32C();

    QueueStore(EventQueue queue, String cursor) throws IOException {
        this.queue = queue;
        this.cursor = queue.cursor(cursor, EventQueue.Start.OLDEST);
    }

    @Override
    public CompletionStage<?> append(List<Entry> events) {
        return queue.append(events).outcome().thenAccept(taken -> {
            if (taken.count() < events.size()) {
                throw new IllegalStateException("the queue is full: make it larger, or measure for a shorter time");
            }
        });
    }

    @Override
    public int consume() throws InterruptedException {
        try (Lease lease = cursor.take(EVENTS, BYTES, WAIT)) {
            for (QueuedEvent event : lease.events()) {
                ByteSlice bytes = event.bytes();
                touch.reset();
                touch.update(bytes.array(), bytes.offset(), bytes.length());
            }
            if (!lease.events().isEmpty()) {
                lease.done();
            }
            return lease.events().size();
        }
    }

    Cursor cursor() {
        return cursor;
    }

    @Override
    public void close() throws IOException {
        cursor.close();
        queue.close();
    }
}

package io.slipway.queue.memory;

import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import java.util.List;

/** Entries that one worker has in hand; {@link MemoryCursor} keeps the books. */
final class MemoryLease implements Lease {

    private final MemoryCursor cursor;
    private final List<Range> ranges;
    private final List<QueuedEvent> events;
    /** Done or given back; guarded by the queue's lock. */
    private boolean over;

    MemoryLease(MemoryCursor cursor, List<Range> ranges, List<QueuedEvent> events) {
        this.cursor = cursor;
        this.ranges = ranges;
        this.events = events;
    }

    List<Range> ranges() {
        return ranges;
    }

    /** Ends it; false if it was over before. Under the queue's lock. */
    boolean end() {
        boolean first = !over;
        over = true;
        return first;
    }

    @Override
    public List<QueuedEvent> events() {
        return events;
    }

    @Override
    public void done() {
        cursor.done(this);
    }

    @Override
    public void close() {
        cursor.giveBack(this);
    }

    /**
     * Events that follow each other.
     *
     * @param chunk the one that holds {@code from}
     * @param from the sequence number of the first
     * @param to the one after the last
     */
    record Range(Chunk chunk, long from, long to) {

        long size() {
            return to - from;
        }
    }
}

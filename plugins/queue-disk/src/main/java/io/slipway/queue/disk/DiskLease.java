package io.slipway.queue.disk;

import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import java.util.ArrayList;
import java.util.List;

/** Events that one worker has in hand; {@link DiskCursor} keeps the books. */
final class DiskLease implements Lease {

    private final DiskCursor cursor;
    private final List<Range> ranges = new ArrayList<>(1);
    private final List<QueuedEvent> events;
    /** Done or given back; guarded by the queue's lock. */
    private boolean over;
    /** Guarded by the queue's lock. */
    private int dropped;

    /** @param events those of the ranges that will be {@link #add added} */
    DiskLease(DiskCursor cursor, List<QueuedEvent> events) {
        this.cursor = cursor;
        this.events = events;
    }

    /** Under the queue's lock. */
    void add(Range range) {
        range.lease = this;
        ranges.add(range);
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

    /** Under the queue's lock. */
    void drop(long count) {
        dropped += (int) count;
    }

    /** Under the queue's lock. */
    int droppedSoFar() {
        return dropped;
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
    public int dropped() {
        return cursor.dropped(this);
    }

    @Override
    public void close() {
        cursor.giveBack(this);
    }

    /** Events that follow each other and are leased or given back. Guarded by the queue's lock. */
    static final class Range {

        /** The sequence number of the first that was not dropped. */
        long from;

        final long to;

        /** All of them, also those that were dropped. */
        final List<QueuedEvent> events;

        /** Who has them; null if they were given back. */
        DiskLease lease;

        Range(long from, List<QueuedEvent> events) {
            this.from = from;
            this.to = from + events.size();
            this.events = events;
        }

        long size() {
            return to - from;
        }

        QueuedEvent first() {
            return events.get((int) (from - (to - events.size())));
        }

        List<QueuedEvent> rest() {
            return events.subList((int) (from - (to - events.size())), events.size());
        }
    }
}

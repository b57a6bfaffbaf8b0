package io.slipway.queue.disk;

import io.slipway.api.queue.QueuedEvent;
import java.util.List;

/**
 * Events that follow each other, in memory.
 *
 * @param firstSequence the sequence number of the first
 * @param bytes the sum of their sizes
 */
record Block(long firstSequence, List<QueuedEvent> events, long bytes) {

    static Block of(long firstSequence, List<QueuedEvent> events) {
        long bytes = 0;
        for (QueuedEvent event : events) {
            bytes += event.bytes().length();
        }
        return new Block(firstSequence, events, bytes);
    }

    long endSequence() {
        return firstSequence + events.size();
    }

    boolean holds(long sequence) {
        return sequence >= firstSequence && sequence < endSequence();
    }

    /** The event of that sequence number. */
    QueuedEvent at(long sequence) {
        return events.get((int) (sequence - firstSequence));
    }
}

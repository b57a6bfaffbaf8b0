package io.slipway.queue.memory;

import io.slipway.api.queue.QueuedEvent;
import io.slipway.queue.memory.MemoryLease.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Gathers what one lease will hold. Ranges are picked under the queue's lock; the events are listed outside of it. */
final class Pick {

    private final List<Range> ranges = new ArrayList<>(1);
    /** The chunks of all ranges in turn, since the chain between them is not to be followed without the lock. */
    private final List<Chunk> chunks = new ArrayList<>();

    private long eventsLeft;
    private long bytesLeft;
    private int picked;

    Pick(int maxEvents, long maxBytes) {
        eventsLeft = maxEvents;
        bytesLeft = maxBytes;
    }

    /**
     * Picks as much as there is room for; the very first event even if it is too large.
     *
     * @param start the chunk that holds {@code from}
     * @return where it stopped, {@code from} if there was no room
     */
    long take(Chunk start, long from, long to) {
        long sequence = from;
        Chunk chunk = start;
        while (sequence < to && eventsLeft > 0) {
            long stop = Math.min(to, chunk.fitting(sequence, eventsLeft, bytesLeft));
            if (stop == sequence && picked == 0) {
                stop++;
            }
            if (stop == sequence) {
                break;
            }
            picked += (int) (stop - sequence);
            eventsLeft -= stop - sequence;
            bytesLeft -= chunk.bytes(sequence, stop);
            chunks.add(chunk);
            sequence = stop;
            if (sequence < chunk.end) {
                break;
            }
            chunk = chunk.next;
        }
        if (sequence > from) {
            ranges.add(new Range(start, from, sequence));
        }
        return sequence;
    }

    List<Range> ranges() {
        return ranges;
    }

    List<QueuedEvent> events() {
        List<QueuedEvent> events = new ArrayList<>(picked);
        int i = 0;
        for (Range range : ranges) {
            for (long from = range.from(); from < range.to(); i++) {
                long to = Math.min(range.to(), chunks.get(i).end);
                chunks.get(i).addTo(events, from, to);
                from = to;
            }
        }
        return Collections.unmodifiableList(events);
    }
}

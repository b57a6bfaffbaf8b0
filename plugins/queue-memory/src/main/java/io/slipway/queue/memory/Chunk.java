package io.slipway.queue.memory;

import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueuedEvent;
import java.util.Arrays;
import java.util.List;

/**
 * The events of one answer, in a chain. Events are counted by a sequence number that has no gaps; place-holders have an
 * id and no sequence number, so they take no room. All but {@link #next} never changes after it is made.
 */
final class Chunk {

    final long first;
    final long end;
    final long arrived;
    /** The chunk behind this one, guarded by the queue's lock. */
    Chunk next;

    private final Entry.Stored[] entries;
    private final long[] ends;
    private final int[] offsets;
    private final long firstId;

    /**
     * @param count how many of {@code entries} there are in it
     * @param ends the bytes of all entries before the i-th, one more than entries
     * @param offsets how far the id of the i-th entry is from {@code firstId}; empty: i
     */
    Chunk(long first, int count, Entry.Stored[] entries, long[] ends, int[] offsets, long firstId, long arrived) {
        this.first = first;
        this.end = first + count;
        this.entries = entries;
        this.ends = ends;
        this.offsets = offsets;
        this.firstId = firstId;
        this.arrived = arrived;
    }

    long id(long sequence) {
        int i = (int) (sequence - first);
        return firstId + (offsets.length == 0 ? i : offsets[i]);
    }

    long bytes(long from, long to) {
        return ends[(int) (to - first)] - ends[(int) (from - first)];
    }

    /** Where to stop when taking from {@code from} so as to get at most so many events and bytes. */
    long fitting(long from, long maxEvents, long maxBytes) {
        int low = (int) (from - first);
        int high = (int) Math.min(end - first, low + Math.min(maxEvents, Integer.MAX_VALUE - low));
        return first + lastWithin(ends, low, high, maxBytes);
    }

    /** The largest i from {@code low} to {@code high} with at most {@code maxBytes} between {@code low} and i. */
    static int lastWithin(long[] ends, int low, int high, long maxBytes) {
        if (ends[high] - ends[low] <= maxBytes) {
            return high;
        }
        long limit = ends[low] + maxBytes;
        int found = Arrays.binarySearch(ends, low, high + 1, limit);
        if (found < 0) {
            return Math.max(low, -found - 2);
        }
        while (found < high && ends[found + 1] == limit) {
            found++;
        }
        return found;
    }

    void addTo(List<QueuedEvent> events, long from, long to) {
        for (long sequence = from; sequence < to; sequence++) {
            Entry.Stored entry = entries[(int) (sequence - first)];
            events.add(new QueuedEvent(id(sequence), entry.bytes(), entry.serializer()));
        }
    }
}

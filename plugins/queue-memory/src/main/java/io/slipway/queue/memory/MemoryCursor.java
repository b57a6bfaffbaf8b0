package io.slipway.queue.memory;

import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Lease;
import io.slipway.queue.memory.MemoryLease.Range;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;

/**
 * One output's way through the queue. All fields are guarded by the queue's lock; events are copied out of chunks outside
 * of it.
 */
final class MemoryCursor implements Cursor {

    private final MemoryQueue queue;
    private final String name;
    /** What is leased or given back, by its first sequence number. */
    private final TreeMap<Long, Range> unfinished = new TreeMap<>();
    /** The part of {@link #unfinished} that was given back. */
    private final TreeMap<Long, Range> returned = new TreeMap<>();
    /** Who waits in {@link #take}; only the first is woken, and wakes the next. */
    private final Deque<Taker> takers = new ArrayDeque<>();

    private long inHand;
    private long next;
    private long nextBytes;
    /** The chunk that holds {@link #next}; null if nothing is there. */
    private Chunk at;

    private boolean open = true;
    private long parkedAt;

    /**
     * @param next the sequence number of the first event that it gives
     * @param nextBytes the bytes of all events before that, since the queue was opened
     * @param at the chunk that holds it, null if it has not come yet
     */
    MemoryCursor(MemoryQueue queue, String name, long next, long nextBytes, Chunk at) {
        this.queue = queue;
        this.name = name;
        this.next = next;
        this.nextBytes = nextBytes;
        this.at = at;
    }

    @Override
    public Lease take(int maxEvents, long maxBytes, Duration wait) throws InterruptedException {
        if (maxEvents < 1) {
            throw new IllegalArgumentException("a lease has room for at least one event");
        }
        Pick pick = new Pick(maxEvents, maxBytes);
        queue.lock().lockInterruptibly();
        try {
            await(new Taker(maxEvents, maxBytes, queue.lock().newCondition()), saturatedNanos(wait));
            if (open && queue.isOpen()) {
                takeReturned(pick);
                takeNew(pick);
            }
        } finally {
            wakeNext();
            queue.lock().unlock();
        }
        return new MemoryLease(this, pick.ranges(), pick.events());
    }

    private void await(Taker taker, long nanos) throws InterruptedException {
        long start = System.nanoTime();
        boolean queued = false;
        try {
            while (open && queue.isOpen()) {
                long now = System.nanoTime();
                long left = Math.min(nanos - (now - start), untilReady(taker, now));
                if (left <= 0) {
                    return;
                }
                if (!queued) {
                    takers.addLast(taker);
                    queued = true;
                }
                taker.wake().awaitNanos(left);
            }
        } finally {
            if (queued) {
                takers.remove(taker);
            }
        }
    }

    /** The nanoseconds until what is there is handed out, if nothing more comes. */
    private long untilReady(Taker taker, long now) {
        if (!returned.isEmpty()) {
            return 0;
        }
        long events = queue.end() - next;
        if (events == 0) {
            return Long.MAX_VALUE;
        }
        MemoryQueueSettings.Flush flush = queue.flush();
        if (events >= Math.min(taker.maxEvents(), flush.minEvents())
                || queue.endBytes() - nextBytes
                        >= Math.min(taker.maxBytes(), flush.bytes().bytes())
                || queue.isFull()) {
            return 0;
        }
        return saturatedNanos(flush.timeout()) - (now - at.arrived);
    }

    private void takeReturned(Pick pick) {
        while (!returned.isEmpty()) {
            Range range = returned.firstEntry().getValue();
            long stop = pick.take(range.chunk(), range.from(), range.to());
            if (stop == range.from()) {
                return;
            }
            returned.remove(range.from());
            unfinished.put(range.from(), new Range(range.chunk(), range.from(), stop));
            if (stop < range.to()) {
                Range rest = new Range(holding(range.chunk(), stop), stop, range.to());
                unfinished.put(stop, rest);
                returned.put(stop, rest);
                return;
            }
        }
    }

    private void takeNew(Pick pick) {
        if (at == null || !returned.isEmpty()) {
            return;
        }
        long stop = pick.take(at, next, queue.end());
        if (stop == next) {
            return;
        }
        unfinished.put(next, new Range(at, next, stop));
        inHand += stop - next;
        while (next < stop) {
            long to = Math.min(stop, at.end);
            nextBytes += at.bytes(next, to);
            next = to;
            at = to < at.end ? at : at.next;
        }
    }

    private static Chunk holding(Chunk start, long sequence) {
        Chunk chunk = start;
        while (chunk.end <= sequence) {
            chunk = chunk.next;
        }
        return chunk;
    }

    void done(MemoryLease lease) {
        queue.settle(() -> {
            if (lease.end() && open) {
                for (Range range : lease.ranges()) {
                    unfinished.remove(range.from());
                    inHand -= range.size();
                }
            }
        });
    }

    void giveBack(MemoryLease lease) {
        queue.lock().lock();
        try {
            if (lease.end() && open) {
                for (Range range : lease.ranges()) {
                    returned.put(range.from(), range);
                }
                wakeNext();
            }
        } finally {
            queue.lock().unlock();
        }
    }

    /** {@code chunk} was put behind the others. Under the queue's lock. */
    void arrived(Chunk chunk) {
        boolean first = at == null;
        if (first) {
            at = chunk;
        }
        Taker taker = takers.peekFirst();
        if (taker != null && (first || untilReady(taker, chunk.arrived) <= 0)) {
            taker.wake().signal();
        }
    }

    /** Wakes the next of those who wait, if there is anything to look at. Under the queue's lock. */
    void wakeNext() {
        Taker taker = takers.peekFirst();
        if (taker != null && (at != null || !returned.isEmpty())) {
            taker.wake().signal();
        }
    }

    void wakeAll() {
        takers.forEach(taker -> taker.wake().signal());
    }

    /** The sequence number of the first event that is not finished. Under the queue's lock. */
    long low() {
        Map.Entry<Long, Range> first = unfinished.firstEntry();
        return first == null ? next : first.getKey();
    }

    String name() {
        return name;
    }

    /** The highest id below {@link #low}. Under the queue's lock. */
    long finished() {
        Map.Entry<Long, Range> first = unfinished.firstEntry();
        if (first != null) {
            return first.getValue().chunk().id(first.getKey()) - 1;
        }
        return at == null ? queue.lastId() : at.id(next) - 1;
    }

    @Override
    public long position() {
        queue.lock().lock();
        try {
            return open ? finished() : parkedAt;
        } finally {
            queue.lock().unlock();
        }
    }

    @Override
    public long backlog() {
        queue.lock().lock();
        try {
            return open ? queue.end() - next + inHand : 0;
        } finally {
            queue.lock().unlock();
        }
    }

    @Override
    public void close() {
        queue.settle(() -> {
            if (open) {
                parkedAt = finished();
                open = false;
                wakeAll();
                queue.remove(this);
            }
        });
    }

    static long saturatedNanos(Duration duration) {
        return duration.compareTo(Duration.ofDays(365)) > 0
                ? Duration.ofDays(365).toNanos()
                : duration.toNanos();
    }

    /** Someone who waits in {@link #take}. */
    private record Taker(int maxEvents, long maxBytes, Condition wake) {}
}

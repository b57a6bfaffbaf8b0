package io.slipway.queue.memory;

import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueClosedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps events in memory until every cursor has finished them.
 *
 * <p>Events are a chain of {@link Chunk}s, one per answer, and are counted by a sequence number without gaps: all is
 * arithmetic on ranges, so one lock suffices, taken once per append, take and settlement and never held for longer than
 * it takes to walk over some chunks. Nothing is called under it but code of this package. Cursors wait in {@link
 * MemoryCursor#take}; appends wait without a thread.
 *
 * <p>What is held is exact in events and in bytes of events. The memory behind them may be more by the rest of one
 * request, as its last event keeps all of it, and by some 80 bytes for each event.
 */
final class MemoryQueue implements EventQueue {

    private final ReentrantLock lock = new ReentrantLock();
    private final MemoryQueueSettings settings;
    private final long maxBytes;
    private final Ids ids;
    private final long firstId;
    private final Map<String, MemoryCursor> cursors = new LinkedHashMap<>();
    private final Set<PendingAppend> waiting = new LinkedHashSet<>();

    /** The sequence number of the oldest event that some cursor has not finished, and of the next to come. */
    private long base;

    private long end;
    /** The bytes of all events before {@link #base}, and before {@link #end}. */
    private long baseBytes;

    private long endBytes;
    /** The chunk that holds {@link #base}, null if it has not come, and the newest. */
    private Chunk head;

    private Chunk tail;
    private boolean open = true;
    private volatile long persisted;

    private MemoryQueue(MemoryQueueSettings settings, long maxBytes, PluginContext context) throws IOException {
        this.settings = settings;
        this.maxBytes = maxBytes;
        ids = Ids.open(context, this::idsReserved);
        firstId = ids.last() + 1;
    }

    static MemoryQueue open(MemoryQueueSettings settings, long maxBytes, PluginContext context) throws IOException {
        return new MemoryQueue(settings, maxBytes, context);
    }

    @Override
    public Append append(List<Entry> entries) {
        PendingAppend append = new PendingAppend(entries, maxEventSize(), this::withdraw);
        boolean taken = false;
        boolean refused = false;
        lock.lock();
        try {
            if (!open) {
                refused = true;
            } else if (waiting.isEmpty() && tryTake(append)) {
                taken = true;
            } else {
                waiting.add(append);
                cursors.values().forEach(MemoryCursor::wakeNext);
            }
        } finally {
            lock.unlock();
        }
        if (refused) {
            append.fail(new QueueClosedException());
        } else if (taken) {
            append.tell();
        }
        return append;
    }

    private boolean withdraw(PendingAppend append) {
        List<PendingAppend> next;
        lock.lock();
        try {
            if (!waiting.remove(append)) {
                return false;
            }
            next = serve();
        } finally {
            lock.unlock();
        }
        next.forEach(PendingAppend::tell);
        return true;
    }

    /** Takes as much of {@code append} as fits; false if its first entry does not. */
    private boolean tryTake(PendingAppend append) {
        int events = append.fitting(settings.events() - (end - base), maxBytes - (endBytes - baseBytes));
        int entries = append.entriesWith(events);
        if (entries == 0 || !ids.has(append.count())) {
            return false;
        }
        Chunk chunk = append.take(events, end, ids.next(entries), System.nanoTime());
        if (events > 0) {
            add(chunk);
        }
        updatePersisted();
        return true;
    }

    private void add(Chunk chunk) {
        end = chunk.end;
        endBytes += chunk.bytes(chunk.first, chunk.end);
        if (head == null) {
            head = chunk;
        } else {
            tail.next = chunk;
        }
        tail = chunk;
        for (MemoryCursor cursor : cursors.values()) {
            cursor.arrived(chunk);
        }
    }

    /** Makes a change that may settle events, and lets in those that wait for their room. */
    void settle(Runnable change) {
        List<PendingAppend> taken;
        lock.lock();
        try {
            change.run();
            release();
            taken = serve();
        } finally {
            lock.unlock();
        }
        taken.forEach(PendingAppend::tell);
    }

    private void release() {
        long low = cursors.values().stream().mapToLong(MemoryCursor::low).min().orElse(base);
        while (base < low) {
            long to = Math.min(low, head.end);
            baseBytes += head.bytes(base, to);
            base = to;
            if (to == head.end) {
                Chunk passed = head;
                head = passed.next;
                // A dead chunk in the old generation would keep all later ones alive until a full collection.
                passed.next = null;
            }
        }
        updatePersisted();
    }

    private void updatePersisted() {
        long settled = head == null ? ids.last() : head.id(base) - 1;
        persisted = settled < firstId ? 0 : Math.max(persisted, settled);
    }

    private List<PendingAppend> serve() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<PendingAppend> taken = new ArrayList<>();
        while (!waiting.isEmpty()) {
            PendingAppend first = waiting.iterator().next();
            if (!tryTake(first)) {
                break;
            }
            waiting.remove(first);
            taken.add(first);
        }
        return taken;
    }

    private void idsReserved(long bound) {
        settle(() -> ids.reserved(bound));
    }

    @Override
    public int maxEventSize() {
        return (int) Math.min(Integer.MAX_VALUE, maxBytes);
    }

    @Override
    public long persisted() {
        return persisted;
    }

    @Override
    public Cursor cursor(String name, Start start) throws IOException {
        MemoryCursor cursor;
        List<PendingAppend> taken;
        lock.lock();
        try {
            if (!open) {
                throw new IOException("queue is closed");
            }
            if (cursors.containsKey(name)) {
                throw new IllegalStateException("cursor " + name + " is open");
            }
            cursor = start == Start.END
                    ? new MemoryCursor(this, name, end, endBytes, null)
                    : new MemoryCursor(this, name, base, baseBytes, head);
            cursors.put(name, cursor);
            release();
            taken = serve();
        } finally {
            lock.unlock();
        }
        taken.forEach(PendingAppend::tell);
        return cursor;
    }

    @Override
    public Level level() {
        lock.lock();
        try {
            return new Level(end - base, endBytes - baseBytes, settings.events(), maxBytes, waiting.size());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        List<PendingAppend> refused;
        long last;
        lock.lock();
        try {
            if (!open) {
                return;
            }
            open = false;
            refused = List.copyOf(waiting);
            waiting.clear();
            cursors.values().forEach(MemoryCursor::wakeAll);
            last = ids.last();
        } finally {
            lock.unlock();
        }
        refused.forEach(append -> append.fail(new QueueClosedException()));
        ids.close(last);
    }

    // What follows is for cursors, under the lock.

    ReentrantLock lock() {
        return lock;
    }

    MemoryQueueSettings.Flush flush() {
        return settings.flush();
    }

    boolean isOpen() {
        return open;
    }

    /** Whether more cannot come before something is settled. */
    boolean isFull() {
        return !waiting.isEmpty();
    }

    long end() {
        return end;
    }

    long endBytes() {
        return endBytes;
    }

    long lastId() {
        return ids.last();
    }

    void remove(MemoryCursor cursor) {
        cursors.remove(cursor.name());
    }
}

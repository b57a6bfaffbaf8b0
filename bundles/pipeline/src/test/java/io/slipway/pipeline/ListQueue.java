package io.slipway.pipeline;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.queue.QueuedEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * A plain queue that remembers all it ever held, for looking at what was settled, and how often. One that {@link #keeps}
 * goes on after it was closed as one on disk would; what a disk may do to it, a test does by hand.
 */
final class ListQueue implements EventQueue {

    private final int capacity;
    private final boolean keeps;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, ListCursor> cursors = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private boolean closed;
    private volatile String generation = "";
    private IOException fault;
    private RuntimeException refusal;
    private volatile PluginContext context;

    ListQueue(int capacity) {
        this(capacity, false);
    }

    private ListQueue(int capacity, boolean keeps) {
        this.capacity = capacity;
        this.keeps = keeps;
    }

    /** One that keeps its events, for {@code generation}. */
    static ListQueue keeps(int capacity, String generation) {
        ListQueue queue = new ListQueue(capacity, true);
        queue.generation = generation;
        return queue;
    }

    /** From now on its ids are others. */
    void generation(String next) {
        generation = next;
    }

    /** From now on appends fail with this; null: no more. */
    synchronized void failing(IOException with) {
        fault = with;
    }

    /** It cannot be opened, for this reason. */
    void refusing(RuntimeException reason) {
        refusal = reason;
    }

    /** What the host gave when it opened it. */
    PluginContext context() {
        return context;
    }

    private synchronized EventQueue reopened(PluginContext given) {
        if (refusal != null) {
            throw refusal;
        }
        closed = false;
        cursors.values().forEach(ListCursor::close);
        context = given;
        return this;
    }

    /** Drops the oldest events of a cursor, those in hand too. */
    synchronized void drop(String cursor, int count) {
        ListCursor from = cursors.get(cursor);
        from.dropped += from.giveUp(count);
    }

    /** Loses the oldest events of a cursor that nobody has in hand. */
    synchronized void lose(String cursor, int count) {
        ListCursor from = cursors.get(cursor);
        from.lost += from.giveUp(count);
    }

    static Entry entry(String text) {
        return new Entry.Stored(ByteSlice.of(text.getBytes(StandardCharsets.UTF_8)), PlainSerializer.ID);
    }

    @Override
    public Append append(List<Entry> asked) {
        Waiting append = new Waiting(this, asked, new CompletableFuture<>());
        synchronized (this) {
            if (fault != null) {
                append.future.completeExceptionally(fault);
                return append;
            }
            waiting.add(append);
        }
        serve();
        return append;
    }

    private void serve() {
        List<Runnable> answers = new ArrayList<>();
        synchronized (this) {
            while (!waiting.isEmpty() && (closed || room() > 0)) {
                Waiting next = waiting.remove(0);
                if (closed) {
                    answers.add(() -> next.future.completeExceptionally(new QueueClosedException()));
                    continue;
                }
                int count = Math.min(room(), next.asked.size());
                long first = entries.size() + 1;
                entries.addAll(next.asked.subList(0, count));
                answers.add(() -> next.future.complete(new Append.Appended(first, count)));
            }
            notifyAll();
        }
        answers.forEach(Runnable::run);
    }

    private int room() {
        return (int) (capacity - (entries.size() - low()));
    }

    private long low() {
        return cursors.values().stream().mapToLong(ListCursor::position).min().orElse(entries.size());
    }

    @Override
    public int maxEventSize() {
        return 1 << 20;
    }

    @Override
    public synchronized long persisted() {
        return keeps ? entries.size() : low();
    }

    @Override
    public synchronized Cursor cursor(String name, Start start) {
        ListCursor cursor = keeps ? cursors.get(name) : null;
        if (cursor == null) {
            cursor = new ListCursor(start == Start.END ? entries.size() : 0);
            cursors.put(name, cursor);
        }
        cursor.open();
        return cursor;
    }

    @Override
    public Cursor cursor(String name, Start start, WhenFull whenFull) throws IOException {
        return keeps ? cursor(name, start) : EventQueue.super.cursor(name, start, whenFull);
    }

    @Override
    public synchronized List<ParkedCursor> parked() {
        return cursors.entrySet().stream()
                .filter(cursor -> keeps && !cursor.getValue().open)
                .map(cursor -> new ParkedCursor(
                        cursor.getKey(),
                        cursor.getValue().position(),
                        cursor.getValue().backlog()))
                .toList();
    }

    @Override
    public String generation() {
        return generation;
    }

    @Override
    public synchronized Level level() {
        return new Level(entries.size() - low(), 0, capacity, Long.MAX_VALUE, waiting.size());
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        serve();
    }

    /** How often each id was settled by the cursor of that name. */
    synchronized Map<Long, Integer> settlements(String cursor) {
        return new TreeMap<>(cursors.get(cursor).settlements);
    }

    private record Waiting(ListQueue queue, List<Entry> asked, CompletableFuture<Append.Appended> future)
            implements Append {
        @Override
        public CompletionStage<Append.Appended> outcome() {
            return future;
        }

        @Override
        public boolean withdraw() {
            synchronized (queue) {
                if (!queue.waiting.remove(this)) {
                    return false;
                }
            }
            future.completeExceptionally(new CancellationException());
            return true;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private final class ListCursor implements Cursor {

        private final Map<Long, Integer> settlements = new HashMap<>();
        private final TreeSet<Long> returned = new TreeSet<>();
        private final Set<Long> gone = new HashSet<>();
        private boolean open;
        private long dropped;
        private long lost;
        private long next;
        private long start;

        ListCursor(long start) {
            this.start = start;
            this.next = start + 1;
        }

        void open() {
            open = true;
            dropped = 0;
            lost = 0;
            returned.clear();
            next = position() + 1;
        }

        private int giveUp(int count) {
            int left = count;
            for (long id = position() + 1; id <= entries.size() && left > 0; id++) {
                if (entries.get((int) id - 1) instanceof Entry.Stored && !settled(id)) {
                    gone.add(id);
                    left--;
                }
            }
            return count - left;
        }

        private boolean settled(long id) {
            return settlements.containsKey(id) || gone.contains(id);
        }

        @Override
        public long lost() {
            synchronized (ListQueue.this) {
                return lost;
            }
        }

        @Override
        public long dropped() {
            synchronized (ListQueue.this) {
                return dropped;
            }
        }

        @Override
        public Lease take(int maxEvents, long maxBytes, Duration wait) throws InterruptedException {
            synchronized (ListQueue.this) {
                long deadline = System.nanoTime() + wait.toNanos();
                while (!closed && returned.isEmpty() && next > entries.size()) {
                    long left = deadline - System.nanoTime();
                    if (left <= 0) {
                        break;
                    }
                    TimeUnit.NANOSECONDS.timedWait(ListQueue.this, left);
                }
                List<QueuedEvent> taken = new ArrayList<>();
                long bytes = 0;
                while (taken.size() < maxEvents && (!returned.isEmpty() || next <= entries.size())) {
                    long id = returned.isEmpty() ? next : returned.first();
                    if (entries.get((int) id - 1) instanceof Entry.Stored stored && !settled(id)) {
                        bytes += stored.size();
                        if (bytes > maxBytes && !taken.isEmpty()) {
                            break;
                        }
                        taken.add(new QueuedEvent(id, stored.bytes(), stored.serializer()));
                    } else if (!settled(id)) {
                        settlements.put(id, 1);
                    }
                    if (!returned.remove(id)) {
                        next++;
                    }
                }
                return new ListLease(this, taken);
            }
        }

        @Override
        public long position() {
            synchronized (ListQueue.this) {
                while (settled(start + 1)
                        || start < entries.size() && entries.get((int) start) instanceof Entry.Placeholder) {
                    start++;
                }
                return start;
            }
        }

        @Override
        public long backlog() {
            synchronized (ListQueue.this) {
                long at = position();
                long left = 0;
                for (long id = at + 1; id <= entries.size(); id++) {
                    boolean stored = entries.get((int) id - 1) instanceof Entry.Stored;
                    left += stored && !settled(id) ? 1 : 0;
                }
                return left;
            }
        }

        @Override
        public void close() {
            synchronized (ListQueue.this) {
                open = false;
            }
        }
    }

    private final class ListLease implements Lease {

        private final ListCursor cursor;
        private final List<QueuedEvent> events;
        private boolean over;
        private int dropped;

        ListLease(ListCursor cursor, List<QueuedEvent> events) {
            this.cursor = cursor;
            this.events = events;
        }

        @Override
        public List<QueuedEvent> events() {
            return events;
        }

        @Override
        public void done() {
            synchronized (ListQueue.this) {
                if (over) {
                    return;
                }
                over = true;
                dropped = count();
                events.stream()
                        .filter(event -> !cursor.gone.contains(event.id()))
                        .forEach(event -> cursor.settlements.merge(event.id(), 1, Integer::sum));
            }
            serve();
        }

        @Override
        public int dropped() {
            synchronized (ListQueue.this) {
                return over ? dropped : count();
            }
        }

        private int count() {
            return (int) events.stream()
                    .filter(event -> cursor.gone.contains(event.id()))
                    .count();
        }

        @Override
        public void close() {
            synchronized (ListQueue.this) {
                if (!over) {
                    over = true;
                    events.forEach(event -> cursor.returned.add(event.id()));
                    ListQueue.this.notifyAll();
                }
            }
        }
    }

    /** Gives out a queue that the test has. */
    record Factory(ListQueue queue, boolean durable) implements QueueFactory<NoSettings> {
        @Override
        public String type() {
            return "list";
        }

        @Override
        public Class<NoSettings> settings() {
            return NoSettings.class;
        }

        @Override
        public EventQueue open(NoSettings settings, PluginContext context) {
            return queue.reopened(context);
        }
    }
}

package io.slipway.queue.memory;

import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a queue in memory is, in the plainest form: a list, and what each cursor made of each event in it. */
final class PlainQueue {

    enum State {
        NEW,
        LEASED,
        RETURNED,
        DONE
    }

    record Item(long id, int size) {}

    /** A request and, once there is one, its answer. */
    static final class Request {
        final List<Entry> entries;
        Appended answer;

        Request(List<Entry> entries) {
            this.entries = entries;
        }
    }

    final List<Request> waiting = new ArrayList<>();
    final Map<String, List<State>> cursors = new LinkedHashMap<>();

    private final int maxEvents;
    private final long maxBytes;
    private final List<Item> items = new ArrayList<>();
    private int base;
    private long lastId;
    private long persisted;

    PlainQueue(int maxEvents, long maxBytes) {
        this.maxEvents = maxEvents;
        this.maxBytes = maxBytes;
    }

    Request append(List<Entry> entries) {
        Request request = new Request(entries);
        waiting.add(request);
        settle();
        return request;
    }

    void withdraw(Request request) {
        waiting.remove(request);
        settle();
    }

    void open(String name, boolean atEnd) {
        List<State> states = new ArrayList<>(Collections.nCopies(items.size(), State.NEW));
        Collections.fill(states.subList(0, atEnd ? items.size() : base), State.DONE);
        cursors.put(name, states);
        settle();
    }

    void close(String name) {
        cursors.remove(name);
        settle();
    }

    List<Integer> take(String name, int events, long bytes) {
        List<State> states = cursors.get(name);
        List<Integer> taken = new ArrayList<>();
        long size = 0;
        for (State wanted : List.of(State.RETURNED, State.NEW)) {
            for (int i = 0; i < states.size(); i++) {
                if (states.get(i) == wanted) {
                    size += items.get(i).size();
                    if (taken.size() == events || !taken.isEmpty() && size > bytes) {
                        return mark(states, taken, State.LEASED);
                    }
                    taken.add(i);
                }
            }
        }
        return mark(states, taken, State.LEASED);
    }

    void finish(String name, List<Integer> taken, State state) {
        mark(cursors.get(name), taken, state);
        settle();
    }

    private static List<Integer> mark(List<State> states, List<Integer> taken, State state) {
        taken.forEach(i -> states.set(i, state));
        return taken;
    }

    private void settle() {
        base = cursors.values().stream().mapToInt(PlainQueue::low).min().orElse(base);
        while (!waiting.isEmpty() && serve(waiting.get(0))) {
            waiting.remove(0);
            base = Math.max(
                    base,
                    cursors.values().stream().mapToInt(PlainQueue::low).min().orElse(base));
        }
        persisted = Math.max(
                persisted, base == items.size() ? lastId : items.get(base).id() - 1);
    }

    private boolean serve(Request request) {
        long first = lastId + 1;
        int count = 0;
        for (Entry entry : request.entries) {
            boolean event = entry instanceof Entry.Stored;
            if (event && (events() == maxEvents || bytes() + entry.size() > maxBytes)) {
                break;
            }
            lastId++;
            count++;
            if (event) {
                items.add(new Item(lastId, entry.size()));
                cursors.values().forEach(states -> states.add(State.NEW));
            }
        }
        if (count > 0) {
            request.answer = new Appended(first, count);
        }
        return count > 0;
    }

    private static int low(List<State> states) {
        int low = 0;
        while (low < states.size() && states.get(low) == State.DONE) {
            low++;
        }
        return low;
    }

    long position(String name) {
        int low = low(cursors.get(name));
        return low == items.size() ? lastId : items.get(low).id() - 1;
    }

    long backlog(String name) {
        return cursors.get(name).stream().filter(state -> state != State.DONE).count();
    }

    List<Long> ids(List<Integer> taken) {
        return taken.stream().map(i -> items.get(i).id()).toList();
    }

    long events() {
        return items.size() - base;
    }

    long bytes() {
        return items.subList(base, items.size()).stream().mapToLong(Item::size).sum();
    }

    long persisted() {
        return persisted;
    }
}

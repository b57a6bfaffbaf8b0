package io.slipway.ingest.grpc;

import io.slipway.api.queue.Append;
import io.slipway.api.queue.Entry;
import io.slipway.core.intake.Intake;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An intake whose room is given by hand. Keeps events only if asked to. */
final class TestIntake implements Intake {

    final List<Entry> entries = new ArrayList<>();
    final List<Bad> bad = new ArrayList<>();

    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private volatile String unavailable = "";
    private volatile String uuid = UUID.randomUUID().toString();
    private volatile long persisted;
    private long room = Long.MAX_VALUE;
    private long lastId;
    private boolean keeps = true;
    private volatile boolean late;

    @Override
    public Optional<String> unavailable() {
        return unavailable.isEmpty() ? Optional.empty() : Optional.of(unavailable);
    }

    @Override
    public String uuid() {
        return uuid;
    }

    @Override
    public int maxEventSize() {
        return 16 * 1024 * 1024;
    }

    @Override
    public long persisted() {
        return persisted;
    }

    @Override
    public Append append(List<Entry> offered, List<Bad> poison) {
        Waiting append = new Waiting(offered, poison);
        synchronized (this) {
            waiting.add(append);
        }
        serve();
        return append;
    }

    /** Has no room any more for events, but for as many as {@code events}. */
    synchronized void room(long events) {
        room = events;
    }

    /** Makes room for as many more events. */
    void makeRoom(long events) {
        synchronized (this) {
            room += events;
        }
        serve();
    }

    /** Takes events in and forgets them. */
    void forget() {
        keeps = false;
    }

    /** From now on nothing can be withdrawn. */
    void lateToWithdraw() {
        late = true;
    }

    synchronized int waiting() {
        return waiting.size();
    }

    synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    void unavailable(String reason) {
        unavailable = reason;
    }

    void uuid(String uuid) {
        this.uuid = uuid;
    }

    void persisted(long id) {
        persisted = id;
    }

    /** Fails everything that waits. */
    void fail(Exception reason) {
        List<Waiting> failed;
        synchronized (this) {
            failed = List.copyOf(waiting);
            waiting.clear();
        }
        failed.forEach(append -> append.outcome.completeExceptionally(reason));
    }

    private void serve() {
        while (true) {
            Waiting next;
            Append.Appended appended;
            synchronized (this) {
                if (waiting.isEmpty() || room == 0) {
                    return;
                }
                next = waiting.remove();
                int count = (int) Math.min(room, next.offered.size());
                room -= count;
                appended = new Append.Appended(lastId + 1, count);
                lastId += count;
                if (keeps) {
                    entries.addAll(next.offered.subList(0, count));
                    next.poison.stream().filter(b -> b.position() < count).forEach(bad::add);
                }
            }
            next.outcome.complete(appended);
        }
    }

    private final class Waiting implements Append {

        private final List<Entry> offered;
        private final List<Bad> poison;
        private final CompletableFuture<Appended> outcome = new CompletableFuture<>();

        Waiting(List<Entry> offered, List<Bad> poison) {
            this.offered = offered;
            this.poison = poison;
        }

        @Override
        public CompletionStage<Appended> outcome() {
            return outcome;
        }

        @Override
        public boolean withdraw() {
            synchronized (TestIntake.this) {
                if (late || !waiting.remove(this)) {
                    return false;
                }
            }
            outcome.completeExceptionally(new CancellationException());
            return true;
        }
    }
}

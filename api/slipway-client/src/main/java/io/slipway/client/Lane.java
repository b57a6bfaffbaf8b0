package io.slipway.client;

import io.grpc.ClientCall;
import io.grpc.Status;
import io.netty.util.concurrent.ScheduledFuture;
import io.slipway.wire.PublishReply;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The events of one publisher, in order: those that wait, the one request that is on its way, those that are accepted
 * but not safe yet.
 *
 * <p>Apart from {@link #publish} and {@link #cancel}, the client's thread alone touches it. One request at a time is
 * what keeps the order; an event leaves only when it is safe, refused or given up.
 */
final class Lane {

    private static final String CLOSED = "The client was closed.";

    private record Accepted(Slice slice, long index) {}

    private final Session session;
    private final RequestSize size;
    private final Backoff backoff;
    private final Deque<Slice> waiting = new ArrayDeque<>();
    private final Deque<Accepted> accepted = new ArrayDeque<>();
    private Request inFlight;
    private ClientCall<?, ?> call;
    private ScheduledFuture<?> retry;
    private boolean stopped;

    Lane(Session session) {
        this.session = session;
        this.size = new RequestSize(session.options().limits());
        Timing timing = session.options().timing();
        this.backoff = new Backoff(
                timing.firstBackoff(),
                timing.longestBackoff(),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /** Takes events for which there is room in the window. Any thread. */
    void publish(Publication publication) {
        session.counters().published.add(publication.size());
        execute(() -> take(publication), () -> publication.abandon(CLOSED));
    }

    private void take(Publication publication) {
        if (stopped) {
            publication.abandon(CLOSED);
            return;
        }
        waiting.addLast(new Slice(publication, 0, publication.size()));
        session.busy(this);
        pump();
    }

    private void execute(Runnable task, Runnable afterTheEnd) {
        try {
            session.loop().execute(task);
        } catch (RejectedExecutionException e) {
            afterTheEnd.run();
        }
    }

    /** Forgets a publication. Any thread. */
    void cancel(Publication publication) {
        execute(
                () -> {
                    if (publication.open()) {
                        publication.abandon("Cancelled.");
                        forgetCancelled();
                    }
                },
                () -> {});
    }

    private void forgetCancelled() {
        for (Iterator<Slice> it = waiting.iterator(); it.hasNext(); ) {
            Slice slice = it.next();
            if (slice.publication().cancelled()) {
                release(slice);
                it.remove();
            }
        }
        for (Iterator<Accepted> it = accepted.iterator(); it.hasNext(); ) {
            Slice slice = it.next().slice();
            if (slice.publication().cancelled()) {
                release(slice);
                it.remove();
            }
        }
        rest();
    }

    private void release(Slice slice) {
        session.window().give(slice.publication().release(slice.from(), slice.to()), slice.count());
    }

    /** Sends the next request if one may be sent. */
    void pump() {
        if (inFlight != null || retry != null || waiting.isEmpty() || !session.known() || stopped) {
            return;
        }
        Request request = cut();
        inFlight = request;
        session.counters().requests.increment();
        session.counters().sent.add(request.count());
        call = session.connection().publish(request, session.options().timing().requestTimeout(), (status, reply) -> {
            if (inFlight == request) {
                inFlight = null;
                answered(request, status, reply);
            }
        });
    }

    private Request cut() {
        Request request = new Request(session.uuid());
        boolean full = false;
        while (!full && !waiting.isEmpty()) {
            Slice slice = waiting.removeFirst();
            int taken = request.add(slice, size.bytes(), size.events());
            full = taken < slice.count();
            if (full) {
                waiting.addFirst(slice.without(taken));
            }
        }
        return request;
    }

    private void answered(Request request, Status status, PublishReply reply) {
        if (!status.isOk()) {
            notAccepted(request, status);
        } else if (!reply.getUuid().equals(request.uuid())) {
            putBack(request.slices(), 0);
            session.doubt();
            pauseThenPump();
        } else {
            session.answered();
            accept(
                    request,
                    Integer.compareUnsigned(reply.getAcceptedCount(), request.count()) > 0
                            ? request.count()
                            : reply.getAcceptedCount(),
                    reply.getAcceptedIndex());
        }
        rest();
    }

    private void accept(Request request, int count, long index) {
        session.counters().accepted.add(count);
        int left = count;
        for (Slice slice : request.slices()) {
            int of = Math.min(left, slice.count());
            left -= of;
            if (of > 0) {
                Slice part = slice.first(of);
                accepted.addLast(new Accepted(part, index));
                part.publication().accept(part.to());
            }
        }
        putBack(request.slices(), count);
        size.accepted(request, count);
        if (count > 0) {
            backoff.reset();
        }
        settle();
        if (count == request.count()) {
            pump();
        } else {
            pauseThenPump();
        }
    }

    private void notAccepted(Request request, Status status) {
        switch (Verdict.of(status, request)) {
            case OTHER_SHIPPER -> {
                putBack(request.slices(), 0);
                session.doubt();
                pauseThenPump();
            }
            case TOO_LARGE -> cutOrRefuse(request, status, true);
            case BAD_EVENT -> cutOrRefuse(request, status, false);
            case NO_ROOM -> {
                putBack(request.slices(), 0);
                size.noRoom(request);
                if (request.count() == 1) {
                    session.troubled(status);
                }
                pauseThenPump();
            }
            case TRY_AGAIN -> {
                putBack(request.slices(), 0);
                session.troubled(status);
                pauseThenPump();
            }
        }
    }

    private void cutOrRefuse(Request request, Status status, boolean tooLarge) {
        session.answered();
        backoff.reset();
        if (request.count() > 1) {
            putBack(request.slices(), 0);
            if (tooLarge) {
                size.tooLarge(request);
            } else {
                size.oneIsBad(request);
            }
        } else {
            Slice slice = request.slices().get(0);
            session.counters().refused.increment();
            size.refused();
            session.window().give(slice.publication().refuse(slice.from(), Session.words(status)), 1);
        }
        pump();
    }

    /** Puts the events of a request after the first few back to the front, in their order. */
    private void putBack(List<Slice> slices, int after) {
        int skip = slices.stream().mapToInt(Slice::count).sum() - after;
        for (int i = slices.size() - 1; i >= 0 && skip > 0; i--) {
            Slice slice = slices.get(i);
            int of = Math.min(skip, slice.count());
            skip -= of;
            putBack(slice.without(slice.count() - of));
        }
    }

    private void putBack(Slice slice) {
        if (slice.publication().cancelled()) {
            release(slice);
        } else {
            session.counters().resent.add(slice.count());
            waiting.addFirst(slice);
        }
    }

    private void pauseThenPump() {
        if (retry == null && !stopped) {
            retry = session.loop().schedule(this::wakeNow, backoff.next(), TimeUnit.NANOSECONDS);
        }
    }

    private void wakeNow() {
        retry = null;
        session.connection().reconnect();
        pump();
    }

    /** Tries at once if it waits to try. */
    void wake() {
        if (retry != null) {
            retry.cancel(false);
            wakeNow();
        }
    }

    /** Lets go of what is safe by now. */
    void settle() {
        while (!accepted.isEmpty() && Long.compareUnsigned(accepted.getFirst().index(), session.persisted()) <= 0) {
            Slice slice = accepted.removeFirst().slice();
            if (slice.publication().cancelled()) {
                release(slice);
            } else {
                session.counters().persisted.add(slice.count());
                session.window().give(slice.publication().persist(slice.from(), slice.to()), slice.count());
            }
        }
        rest();
    }

    /** What the lane holds, each until it is settled. */
    Stream<CompletableFuture<Settled>> open() {
        Stream<Slice> sent = inFlight == null ? Stream.empty() : inFlight.slices().stream();
        return Stream.of(accepted.stream().map(Accepted::slice), sent, waiting.stream())
                .flatMap(slices -> slices)
                .map(Slice::publication)
                .distinct()
                .map(Publication::settled);
    }

    boolean waitsForPersistence() {
        return !accepted.isEmpty();
    }

    /**
     * Puts everything that is not safe back, oldest first, because the shipper that had it is gone.
     *
     * @return how many events had been accepted
     */
    long rewind() {
        long again = 0;
        giveUpCall("the shipper is another one");
        for (Accepted last = accepted.pollLast(); last != null; last = accepted.pollLast()) {
            again += last.slice().count();
            putBack(last.slice());
        }
        size.reset();
        return again;
    }

    private void giveUpCall(String reason) {
        if (inFlight != null) {
            Request request = inFlight;
            inFlight = null;
            call.cancel(reason, null);
            putBack(request.slices(), 0);
        }
    }

    private void rest() {
        if (inFlight == null && waiting.isEmpty() && accepted.isEmpty()) {
            session.idle(this);
        }
    }

    /** Gives up everything. */
    void stop() {
        stopped = true;
        if (retry != null) {
            retry.cancel(false);
            retry = null;
        }
        giveUpCall("the client is closed");
        waiting.forEach(slice -> slice.publication().abandon(CLOSED));
        accepted.forEach(each -> each.slice().publication().abandon(CLOSED));
        waiting.clear();
        accepted.clear();
        session.idle(this);
    }
}

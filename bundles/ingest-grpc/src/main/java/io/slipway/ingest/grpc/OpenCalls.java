package io.slipway.ingest.grpc;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The open calls of one kind, so that all can be ended. Safe for all threads.
 *
 * @param <C> the kind of call
 */
final class OpenCalls<C> {

    private final int limit;
    private final String whenEnded;
    private final Set<C> calls = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean ended;

    /**
     * @param limit how many may be open at once
     * @param whenEnded what calls are told that come after {@link #end}
     */
    OpenCalls(int limit, String whenEnded) {
        this.limit = limit;
        this.whenEnded = whenEnded;
    }

    /** Takes a call in, or says why not. */
    Optional<String> enter(C call) {
        if (count.incrementAndGet() > limit) {
            count.decrementAndGet();
            return Optional.of("more than " + limit + " calls are open; try again later");
        }
        calls.add(call);
        if (ended) {
            leave(call);
            return Optional.of(whenEnded);
        }
        return Optional.empty();
    }

    /** Forgets a call; a second time does nothing. */
    void leave(C call) {
        if (calls.remove(call)) {
            count.decrementAndGet();
        }
    }

    /** Takes no more calls, and gives each that is open to {@code end}. */
    void end(Consumer<C> end) {
        ended = true;
        calls.forEach(end);
    }

    boolean ended() {
        return ended;
    }

    int size() {
        return count.get();
    }
}

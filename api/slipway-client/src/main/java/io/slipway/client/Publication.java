package io.slipway.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The events of one {@code publish} on their way.
 *
 * <p>Any thread may call. The stages are completed by the client's own thread, and what depends on them runs there: it
 * must not block, or be made with an {@code Async} method.
 */
public final class Publication {

    private final Lane lane;
    private final byte[][] events;
    private final List<Refusal> refused = new ArrayList<>();
    private final CompletableFuture<Void> accepted = new CompletableFuture<>();
    private final CompletableFuture<Settled> persisted = new CompletableFuture<>();
    private int acceptedOnce;
    private int settledCount;
    private boolean cancelled;

    Publication(Lane lane, byte[][] events) {
        this.lane = lane;
        this.events = events;
    }

    /**
     * Completes once the shipper has accepted or refused every event. Accepted alone is not safe: a shipper with a
     * memory queue that stops loses it, and the client then sends it again.
     *
     * <p>Completes with a {@link CancellationException} after {@link #cancel} or when the client is closed before.
     */
    public CompletionStage<Void> accepted() {
        return accepted.minimalCompletionStage();
    }

    /**
     * Completes once every event is safe with the shipper, or refused. Only now may the source of the events move on.
     *
     * <p>Completes with a {@link CancellationException} after {@link #cancel} or when the client is closed before; some
     * events may be safe nevertheless.
     */
    public CompletionStage<Settled> persisted() {
        return persisted.minimalCompletionStage();
    }

    /** How many events this is. */
    public int size() {
        return events.length;
    }

    /** Forgets the events: what was not sent yet never will be, and nothing of it is sent again. */
    public void cancel() {
        lane.cancel(this);
    }

    // What follows is the client's thread alone.

    byte[] event(int position) {
        return events[position];
    }

    CompletableFuture<Settled> settled() {
        return persisted;
    }

    boolean open() {
        return !persisted.isDone();
    }

    boolean cancelled() {
        return cancelled;
    }

    /** Events up to, not including, {@code to} are accepted; after a rewind perhaps not for the first time. */
    void accept(int to) {
        acceptedOnce = Math.max(acceptedOnce, to);
        if (acceptedOnce == events.length) {
            accepted.complete(null);
        }
    }

    /** Lets go of events that are safe and tells their size. */
    long persist(int from, int to) {
        long bytes = release(from, to);
        settle(to - from);
        return bytes;
    }

    /** Lets go of an event that will never be taken and tells its size. */
    long refuse(int position, String reason) {
        refused.add(new Refusal(position, reason));
        long bytes = release(position, position + 1);
        accept(position + 1);
        settle(1);
        return bytes;
    }

    /** Ends both stages; the events are let go of by whoever holds their slices. */
    void abandon(String reason) {
        cancelled = true;
        accepted.completeExceptionally(new CancellationException(reason));
        persisted.completeExceptionally(new CancellationException(reason));
    }

    /** Lets go of events without a word about them and tells their size. */
    long release(int from, int to) {
        long bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += events[i].length;
            events[i] = null;
        }
        return bytes;
    }

    private void settle(int count) {
        settledCount += count;
        if (settledCount == events.length) {
            persisted.complete(new Settled(settledCount - refused.size(), refused));
        }
    }
}

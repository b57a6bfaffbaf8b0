package io.slipway.client;

import io.grpc.ClientCall;
import io.grpc.Status;
import io.netty.util.concurrent.ScheduledFuture;
import io.slipway.wire.PersistedIndexReply;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Keeps one persisted index stream open and tells the session what it says.
 *
 * <p>The client's thread alone touches it. A stream that ends is asked for again after a backoff; one that says nothing
 * although events wait is replaced, because the connection below may be dead without a sign.
 */
final class IndexFollower {

    private final Session session;
    private final Backoff backoff;
    private ClientCall<?, ?> stream;
    private ScheduledFuture<?> retry;
    private ScheduledFuture<?> watch;
    private boolean heard;
    private boolean stopped;
    private String uuid = "";
    private long persisted;
    /** Counts the streams, so that what an earlier one still says is told apart. */
    private int generation;

    IndexFollower(Session session) {
        this.session = session;
        Timing timing = session.options().timing();
        this.backoff = new Backoff(
                timing.firstBackoff(),
                timing.longestBackoff(),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /** Every event up to here is safe with the shipper of the session. */
    long persisted() {
        return persisted;
    }

    /** Opens a stream. */
    void ask() {
        if (stopped) {
            return;
        }
        retry = null;
        heard = false;
        int mine = ++generation;
        session.connection().reconnect();
        stream = session.connection()
                .follow(
                        session.options().timing().pollingInterval(),
                        reply -> {
                            if (mine == generation) {
                                told(reply);
                            }
                        },
                        status -> {
                            if (mine == generation) {
                                ended(status);
                            }
                        });
        watch();
    }

    /** Opens a new stream in place of the present one, unless that has yet to say its first word. */
    void askAgain() {
        if (stream != null && !heard) {
            return;
        }
        if (retry == null) {
            drop("asked again");
            retry = session.loop().schedule(this::ask, backoff.next(), TimeUnit.NANOSECONDS);
        }
    }

    /** Asks at once if it waits to ask. */
    void wake() {
        if (retry != null) {
            retry.cancel(false);
            ask();
        }
    }

    void stop() {
        stopped = true;
        if (retry != null) {
            retry.cancel(false);
        }
        drop("closed");
    }

    private void told(PersistedIndexReply reply) {
        boolean first = !heard;
        heard = true;
        watch();
        if (!reply.getUuid().equals(uuid)) {
            uuid = reply.getUuid();
            persisted = 0;
            session.identify(uuid);
        } else if (first) {
            session.identify(uuid);
        }
        if (Long.compareUnsigned(reply.getPersistedIndex(), persisted) > 0) {
            persisted = reply.getPersistedIndex();
            backoff.reset();
            session.persistedMoved();
        }
    }

    private void ended(Status status) {
        stream = null;
        cancelWatch();
        if (!status.isOk()) {
            session.troubled(status);
        }
        retry = session.loop().schedule(this::ask, backoff.next(), TimeUnit.NANOSECONDS);
    }

    private void drop(String reason) {
        generation++;
        cancelWatch();
        if (stream != null) {
            stream.cancel(reason, null);
            stream = null;
        }
    }

    private void watch() {
        cancelWatch();
        long timeout = session.options().timing().requestTimeout().toNanos();
        watch = session.loop().schedule(this::silent, timeout, TimeUnit.NANOSECONDS);
    }

    private void cancelWatch() {
        if (watch != null) {
            watch.cancel(false);
            watch = null;
        }
    }

    private void silent() {
        watch = null;
        if (heard && !session.waitsForPersistence()) {
            watch();
            return;
        }
        if (!heard) {
            session.troubled(Status.DEADLINE_EXCEEDED.withDescription("no answer to the question for the index"));
            session.connection().drop();
        }
        drop("silent");
        ask();
    }
}

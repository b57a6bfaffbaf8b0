package io.slipway.pipeline;

import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and tells what the queue took from one output: events dropped for want of room, and events lost by damage. Safe
 * for all threads.
 *
 * <p>An event that is dropped while a worker has it in hand may still be delivered, and then counts as delivered. So what
 * is in hand counts as neither until its lease is over, and no event counts twice.
 */
final class Losses {

    private static final Logger LOG = LoggerFactory.getLogger(Losses.class);
    private static final long RECENT = Duration.ofMinutes(1).toNanos();

    private final String output;
    private final Cursor cursor;
    private final LongSupplier nanos;
    private final Limited drops;
    private final Limited damage;
    private final Set<Watched> inHand = new HashSet<>();
    private long rescued;
    private long droppedSeen;
    private long lostSeen;
    private long droppedAt;
    private long lostAt;

    /** @param nanos a clock that never jumps */
    Losses(String output, Cursor cursor, LongSupplier nanos) {
        this.output = output;
        this.cursor = cursor;
        this.nanos = nanos;
        this.drops = new Limited(nanos);
        this.damage = new Limited(nanos);
    }

    /** The same lease, whose end is noted. */
    Lease watched(Lease lease) {
        if (lease.events().isEmpty()) {
            return lease;
        }
        Watched watched = new Watched(lease);
        synchronized (this) {
            inHand.add(watched);
        }
        return watched;
    }

    private synchronized void over(Watched lease, boolean done) {
        if (inHand.remove(lease) && done) {
            rescued += lease.dropped();
        }
    }

    long lost() {
        return cursor.lost();
    }

    /** Those that are dropped for good. */
    synchronized long dropped() {
        long all = cursor.dropped(); // before what is in hand: rather too few for a moment than too many
        long held = rescued;
        for (Watched lease : inHand) {
            held += lease.dropped();
        }
        return Math.max(0, all - held);
    }

    /** Looks for news and tells it: the first at once, what follows in sums. */
    void look(boolean atOnce) {
        long newlyDropped;
        long newlyLost;
        synchronized (this) {
            newlyDropped = Math.max(0, dropped() - droppedSeen);
            newlyLost = lost() - lostSeen;
            droppedSeen += newlyDropped;
            lostSeen += newlyLost;
            droppedAt = newlyDropped > 0 ? nanos.getAsLong() : droppedAt;
            lostAt = newlyLost > 0 ? nanos.getAsLong() : lostAt;
        }
        drops.happened(newlyDropped, this::tellDropped);
        damage.happened(newlyLost, this::tellLost);
        if (atOnce) {
            drops.flush(this::tellDropped, true);
            damage.flush(this::tellLost, true);
        }
    }

    private void tellDropped(long count) {
        LOG.warn(
                "output {}: {} events dropped, its oldest, for want of room in the queue (when_full: drop_oldest)."
                        + " dropped={}",
                output,
                count,
                dropped());
    }

    private void tellLost(long count) {
        LOG.error("output {}: {} events lost by damage to the queue. lost={}", output, count, lost());
    }

    /** Degraded while something was lost or dropped within the last minute. */
    synchronized Health health() {
        if (lostSeen > 0 && nanos.getAsLong() - lostAt < RECENT) {
            return Health.degraded(lostSeen + " events lost by damage to the queue");
        }
        if (droppedSeen > 0 && nanos.getAsLong() - droppedAt < RECENT) {
            return Health.degraded("the queue is full and the oldest events are dropped, " + droppedSeen + " so far");
        }
        return Health.HEALTHY;
    }

    private final class Watched implements Lease {

        private final Lease lease;

        Watched(Lease lease) {
            this.lease = lease;
        }

        @Override
        public List<QueuedEvent> events() {
            return lease.events();
        }

        @Override
        public void done() {
            lease.done();
            over(this, true);
        }

        @Override
        public int dropped() {
            return lease.dropped();
        }

        @Override
        public void close() {
            lease.close();
            over(this, false);
        }
    }
}

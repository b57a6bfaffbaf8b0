package io.slipway.api.queue;

import java.time.Duration;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One output's way through a queue. Used by all workers of that output at once.
 *
 * <p>A cursor moves over the entries that are done without a gap, so leases may finish in any order.
 */
@ConsumerType
public interface Cursor extends AutoCloseable {

    /**
     * Leases the next entries that nobody has leased, oldest first, those given back before new ones. Waits until the
     * queue's own flush rule is met, but returns what is there after {@code wait}.
     *
     * @param maxEvents at least 1
     * @param maxBytes the sum of their sizes; the first entry is given even if it is larger
     * @return the lease, empty if there was nothing or the queue is closed
     */
    Lease take(int maxEvents, long maxBytes, Duration wait) throws InterruptedException;

    /** The highest id up to which this cursor has nothing left to do. */
    long position();

    /** How many events this cursor has not finished, leased ones included. */
    long backlog();

    /** How many of its events were lost by damage since the queue was opened; found out when they would be next. */
    default long lost() {
        return 0;
    }

    /** How many of its events were dropped for want of room since the queue was opened. */
    default long dropped() {
        return 0;
    }

    /** Parks the cursor: a queue that keeps anything keeps it. Open leases count as given back. */
    @Override
    void close();
}

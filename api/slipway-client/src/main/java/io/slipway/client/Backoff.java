package io.slipway.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Says how long to wait before the next attempt: doubling, half of it at random so that clients do not come back all
 * at once. Used by one thread.
 */
final class Backoff {

    private final long first;
    private final long longest;
    private final DoubleSupplier random;
    private int failures;

    /**
     * Starts at the first wait.
     *
     * @param random gives numbers from 0 to 1
     */
    Backoff(Duration first, Duration longest, DoubleSupplier random) {
        this.first = first.toNanos();
        this.longest = longest.toNanos();
        this.random = random;
    }

    /** The next wait in nanoseconds: between half of and the whole of the doubled time. */
    long next() {
        int doublings = Math.min(failures++, 40);
        long whole = doublings > 62 - (64 - Long.numberOfLeadingZeros(first)) ? longest : first << doublings;
        long half = Math.min(whole, longest) / 2;
        return half + (long) (half * random.getAsDouble());
    }

    /** Something went well: the next wait is the first again. */
    void reset() {
        failures = 0;
    }
}

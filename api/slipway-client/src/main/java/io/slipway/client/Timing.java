package io.slipway.client;

import java.time.Duration;

/**
 * How long a client waits, and for what.
 *
 * @param pollingInterval how often the shipper looks for newly persisted events to tell of
 * @param requestTimeout after this time a request without an answer is given up and sent again; a shipper whose queue
 *     is full holds a request that long
 * @param firstBackoff the wait before the first repetition; each further one doubles, half of it at random
 * @param longestBackoff the longest wait between two repetitions
 * @param closeTimeout how long {@link ShipperClient#close()} waits for events to be persisted
 */
public record Timing(
        Duration pollingInterval,
        Duration requestTimeout,
        Duration firstBackoff,
        Duration longestBackoff,
        Duration closeTimeout) {

    /** Looks every 100 ms, gives a request 60 s, backs off from 100 ms to 10 s, and closes within 10 s. */
    public static final Timing DEFAULT = new Timing(
            Duration.ofMillis(100),
            Duration.ofSeconds(60),
            Duration.ofMillis(100),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10));

    /** Checks that each is longer than nothing; only the close timeout may be zero. */
    public Timing {
        positive("pollingInterval", pollingInterval);
        positive("requestTimeout", requestTimeout);
        positive("firstBackoff", firstBackoff);
        if (longestBackoff.compareTo(firstBackoff) < 0) {
            throw new IllegalArgumentException(
                    "longestBackoff: " + longestBackoff + " must be at least firstBackoff, " + firstBackoff + ".");
        }
        if (closeTimeout.isNegative()) {
            throw new IllegalArgumentException("closeTimeout: " + closeTimeout + " must not be negative.");
        }
    }

    /** This timing with another polling interval. */
    public Timing withPollingInterval(Duration interval) {
        return new Timing(interval, requestTimeout, firstBackoff, longestBackoff, closeTimeout);
    }

    /** This timing with another time-out of requests. */
    public Timing withRequestTimeout(Duration timeout) {
        return new Timing(pollingInterval, timeout, firstBackoff, longestBackoff, closeTimeout);
    }

    /** This timing with another backoff. */
    public Timing withBackoff(Duration first, Duration longest) {
        return new Timing(pollingInterval, requestTimeout, first, longest, closeTimeout);
    }

    /** This timing with another time-out of {@link ShipperClient#close()}. */
    public Timing withCloseTimeout(Duration timeout) {
        return new Timing(pollingInterval, requestTimeout, firstBackoff, longestBackoff, timeout);
    }

    private static void positive(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + ": " + value + " must be longer than nothing.");
        }
    }
}

package io.slipway.pipeline;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Keeps what may repeat from filling a log: the first is told at once, the rest in sums, ten seconds apart. Safe for all
 * threads; {@link #flush} is to be called now and then, so the last sum is told too.
 */
final class Limited {

    private static final long APART = 10_000_000_000L;

    private final LongSupplier nanos;
    private boolean told;
    private long last;
    private long untold;

    /** @param nanos a clock that never jumps */
    Limited(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** {@code amount} more happened; {@code line} is given the sum if it is to be told now. */
    void happened(long amount, LongConsumer line) {
        long sum = due(amount, false);
        if (sum > 0) {
            line.accept(sum);
        }
    }

    void flush(LongConsumer line, boolean atOnce) {
        long sum = due(0, atOnce);
        if (sum > 0) {
            line.accept(sum);
        }
    }

    private synchronized long due(long amount, boolean atOnce) {
        untold += amount;
        if (untold == 0 || told && !atOnce && nanos.getAsLong() - last < APART) {
            return 0;
        }
        told = true;
        last = nanos.getAsLong();
        long sum = untold;
        untold = 0;
        return sum;
    }
}

package io.slipway.pipeline;

import io.slipway.core.config.DeliveryPlan;
import java.util.function.DoubleSupplier;

/**
 * How long to wait after each failure, with equal jitter: a wait lies between half of the step and the step, and each
 * step is twice the one before, up to the longest. The first step is twice {@code init}. For one thread.
 */
final class Backoff {

    private final long first;
    private final long longest;
    private final DoubleSupplier random;
    private long step;

    /** @param random numbers from 0 up to, but not including, 1 */
    Backoff(DeliveryPlan.Backoff plan, DoubleSupplier random) {
        this.longest = plan.max().toNanos();
        this.first = Math.min(
                2 * plan.init().toNanos(), Math.max(longest, plan.init().toNanos()));
        this.random = random;
        this.step = first;
    }

    /** The next wait, in nanoseconds. */
    long next() {
        long half = step / 2;
        long wait = half + (long) (random.getAsDouble() * (step - half));
        step = Math.min(2 * step, longest);
        return wait;
    }

    void reset() {
        step = first;
    }
}

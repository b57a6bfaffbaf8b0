package io.slipway.api.plugin;

import java.util.Objects;

/**
 * How something is, and why.
 *
 * @param reason one sentence for an operator; empty if there is nothing to say
 */
public record Health(State state, String reason) {

    /** What an operator is to make of it. */
    public enum State {
        /** Works. */
        HEALTHY,
        /** Works less than it should, or is about to stop working. */
        DEGRADED,
        /** Does not work. */
        FAILED
    }

    public static final Health HEALTHY = new Health(State.HEALTHY, "");

    public Health {
        Objects.requireNonNull(state);
        Objects.requireNonNull(reason);
    }

    public static Health degraded(String reason) {
        return new Health(State.DEGRADED, reason);
    }

    public static Health failed(String reason) {
        return new Health(State.FAILED, reason);
    }
}

package io.slipway.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that stands still until a test moves it: a clock, and a scheduler that follows it. Safe for all threads. */
public final class ManualTime implements InstantSource {

    private final ManualScheduler scheduler = new ManualScheduler();
    private final Instant start;

    private ManualTime(Instant start) {
        this.start = start;
    }

    /** Begins at {@code start}. */
    public static ManualTime at(Instant start) {
        return new ManualTime(start);
    }

    /** Begins at noon of January 2, 2026, UTC. */
    public static ManualTime atNoon() {
        return at(Instant.parse("2026-01-02T12:00:00Z"));
    }

    @Override
    public Instant instant() {
        return start.plusNanos(scheduler.now());
    }

    /** Runs what falls due on the way, each task at its time, on the calling thread. */
    public void advance(Duration by) {
        scheduler.advance(by.toNanos());
    }

    public ManualScheduler scheduler() {
        return scheduler;
    }
}

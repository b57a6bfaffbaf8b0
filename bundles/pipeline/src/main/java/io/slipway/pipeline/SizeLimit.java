package io.slipway.pipeline;

/**
 * How many bytes a batch may have. A destination that finds a batch too large halves it; after that it grows again by a
 * little with each batch that was taken, so a limit that was raised, or a single odd answer, is not remembered for ever.
 * Shared by the senders of one output; what two of them learn at the same moment may be lost and is learned again.
 */
final class SizeLimit {

    private static final int GROWTH = 64;

    private final long most;
    private volatile long now;

    SizeLimit(long most) {
        this.most = most;
        this.now = most;
    }

    long bytes() {
        return now;
    }

    void tooLarge(long bytes) {
        now = Math.max(1, Math.min(now, bytes / 2));
    }

    /** A batch of that size was taken. */
    void taken(long bytes) {
        long limit = now;
        if (limit < most && bytes > limit / 2) {
            now = Math.min(most, limit + Math.max(1, limit / GROWTH));
        }
    }
}

package io.slipway.queue.disk;

import java.nio.file.Path;

/** A file of events. What may change is guarded by the queue's lock, or is a number that only grows. */
final class Segment {

    /** Stands for an end that is not known yet. */
    static final long UNKNOWN = -1;

    private final Path path;
    private final long firstId;
    private final long firstSequence;
    private volatile long bytes;
    private volatile long endSequence;
    private volatile boolean damaged;

    /**
     * @param firstId the lowest id that may be in it
     * @param firstSequence of its first event
     * @param endSequence after its last event
     */
    Segment(Path path, long firstId, long firstSequence, long endSequence, long bytes) {
        this.path = path;
        this.firstId = firstId;
        this.firstSequence = firstSequence;
        this.endSequence = endSequence;
        this.bytes = bytes;
    }

    Path path() {
        return path;
    }

    String name() {
        return path.getFileName().toString();
    }

    long firstId() {
        return firstId;
    }

    long firstSequence() {
        return firstSequence;
    }

    /** After the last event that is safe; {@link #UNKNOWN} for a file of an earlier run with another one behind it. */
    long endSequence() {
        return endSequence;
    }

    long bytes() {
        return bytes;
    }

    void grewTo(long size) {
        bytes = size;
    }

    void endsAt(long sequence) {
        endSequence = sequence;
    }

    /** @return whether that is news */
    synchronized boolean markDamaged() {
        boolean news = !damaged;
        damaged = true;
        return news;
    }
}

package io.slipway.queue.disk;

/**
 * The bounds of a queue, all in bytes.
 *
 * @param disk what it may take on disk
 * @param segment the size at which a new file is begun
 * @param event the largest event
 * @param group how much is written at once, unless one event is larger
 * @param writeAhead how much may be admitted and not yet safe, so held in memory
 * @param tail how much of the newest events is kept in memory for those who read at once
 */
record Limits(long disk, long segment, int event, int group, long writeAhead, long tail) {

    static final long LARGEST_SEGMENT = 256L << 20;

    private static final long USUAL_SEGMENT = 64L << 20;
    private static final long USUAL_EVENT = 64L << 20;
    private static final long MEBIBYTE = 1L << 20;

    /** What {@code settings} say, for a heap that may grow to {@code heap} bytes. */
    static Limits of(DiskQueueSettings settings, long heap) {
        long disk = settings.maxSize().bytes() == 0
                ? Long.MAX_VALUE / 4
                : settings.maxSize().bytes();
        long segment = Math.min(
                settings.segmentSize().map(size -> size.bytes()).orElse(Math.min(USUAL_SEGMENT, disk / 10)),
                LARGEST_SEGMENT);
        long usualEvent = Math.min(Math.min(USUAL_EVENT, segment), heap / 8);
        long event = settings.maxEventSize().map(size -> size.bytes()).orElse(usualEvent);
        long group = heap < 200 * MEBIBYTE ? MEBIBYTE / 2 : MEBIBYTE;
        long inMemory = Math.max(MEBIBYTE, Math.min(16 * MEBIBYTE, heap / 16));
        return new Limits(disk, segment, (int) Math.min(event, segment), (int) group, inMemory, inMemory);
    }
}

package io.slipway.queue.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;

/** The files of events, oldest first. For all threads. */
final class Segments {

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{16}\\.seg");

    private final ConcurrentSkipListMap<Long, Segment> byFirstId = new ConcurrentSkipListMap<>();

    static boolean isSegment(String name) {
        return NAME.matcher(name).matches();
    }

    static long firstId(String name) {
        return Long.parseUnsignedLong(name.substring(0, 16), 16);
    }

    void add(Segment segment) {
        byFirstId.put(segment.firstId(), segment);
    }

    void remove(Segment segment) {
        byFirstId.remove(segment.firstId(), segment);
    }

    List<Segment> all() {
        return new ArrayList<>(byFirstId.values());
    }

    Optional<Segment> first() {
        return value(byFirstId.firstEntry());
    }

    Optional<Segment> last() {
        return value(byFirstId.lastEntry());
    }

    Optional<Segment> before(Segment segment) {
        return value(byFirstId.lowerEntry(segment.firstId()));
    }

    Optional<Segment> after(Segment segment) {
        return value(byFirstId.higherEntry(segment.firstId()));
    }

    /** Where to look first for an event: the last file that does not begin behind it, else the oldest. */
    Optional<Segment> holding(long sequence) {
        for (Segment segment : byFirstId.descendingMap().values()) {
            if (segment.firstSequence() <= sequence) {
                return Optional.of(segment);
            }
        }
        return first();
    }

    /** The sequence number after the last event of {@code segment}; {@link Segment#UNKNOWN} if it cannot be told. */
    long endOf(Segment segment) {
        for (Segment next : byFirstId.tailMap(segment.firstId(), false).values()) {
            if (next.firstSequence() > segment.firstSequence()) {
                return next.firstSequence(); // one that begins with the same event may hold less
            }
        }
        return segment.endSequence();
    }

    /** What all of them take on disk. */
    long bytes() {
        long sum = 0;
        for (Segment segment : byFirstId.values()) {
            sum += segment.bytes();
        }
        return sum;
    }

    private static Optional<Segment> value(Map.Entry<Long, Segment> entry) {
        return entry == null ? Optional.empty() : Optional.of(entry.getValue());
    }
}

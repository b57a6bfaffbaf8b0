package io.slipway.queue.disk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A file of events as it was found, and its first block that is whole. */
record SegmentStart(Disk.Found file, BlockHeader first) {

    private long named() {
        return Segments.firstId(file.name());
    }

    /**
     * The files in the order of their events. That is the order of their names, unless one was renamed; then its name is
     * not believed, because files would be taken for passed that are not.
     *
     * @param byName sorted by name
     */
    static List<Segment> inOrder(List<SegmentStart> byName) {
        List<SegmentStart> starts = new ArrayList<>(byName);
        if (!isInOrder(byName)) {
            starts.sort(Comparator.comparingLong(start -> start.first.firstSequence()));
        }
        List<Segment> segments = new ArrayList<>();
        long least = 0;
        for (SegmentStart start : starts) {
            long named = start.named() < 0 ? start.first.firstId() : start.named();
            long firstId = Math.max(least, Math.min(named, start.first.firstId()));
            segments.add(new Segment(
                    start.file.path(), firstId, start.first.firstSequence(), Segment.UNKNOWN, start.file.size()));
            least = firstId + 1;
        }
        return segments;
    }

    private static boolean isInOrder(List<SegmentStart> starts) {
        for (int i = 1; i < starts.size(); i++) {
            if (starts.get(i).first.firstSequence() < starts.get(i - 1).first.firstSequence()) {
                return false;
            }
        }
        return true;
    }
}

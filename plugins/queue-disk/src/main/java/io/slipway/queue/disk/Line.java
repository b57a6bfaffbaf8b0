package io.slipway.queue.disk;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The appends on their way: those that wait for room, in order of arrival, and those that were admitted and are not
 * written. Guarded by the queue's lock.
 */
final class Line {

    /** A commit has at most so many entries. */
    private static final int MOST_ENTRIES = 1 << 16;

    private final Limits limits;
    private final Set<PendingAppend> waiting = new LinkedHashSet<>();
    private final Set<PendingAppend> ready = new LinkedHashSet<>();
    private long readyBytes;
    /** Appends that were admitted and are being encoded. */
    private int encoding;
    /** What was admitted and not written, as it counts against the bound on disk. */
    private long claimed;
    /** What was admitted and is not safe, as it counts against the bound in memory. */
    private long ahead;

    Line(Limits limits) {
        this.limits = limits;
    }

    /**
     * Admits it if nobody waits and there is room for all of it; else it waits. One that is admitted is to be {@link #add
     * added} once it is encoded.
     *
     * @param free what the files leave of the bound
     */
    boolean admits(PendingAppend append, long free) {
        if (!waiting.isEmpty() || !hasRoomAhead(append.need()) || append.need() > free - claimed) {
            waiting.add(append);
            return false;
        }
        admit(append, append.fitting(Long.MAX_VALUE));
        encoding++;
        return true;
    }

    /** It was admitted at once, and is encoded now. */
    void add(PendingAppend append) {
        encoding--;
        makeReady(append);
    }

    private void makeReady(PendingAppend append) {
        ready.add(append);
        readyBytes += append.claim();
    }

    private void admit(PendingAppend append, int entries) {
        append.admit(entries);
        claimed += append.claim();
        ahead += append.claim();
    }

    private boolean hasRoomAhead(long need) {
        return ahead == 0 || ahead + need <= limits.writeAhead();
    }

    /** Lets in those that wait, as far as there is room. */
    void admitWaiting(long free) {
        while (!waiting.isEmpty()) {
            PendingAppend first = waiting.iterator().next();
            long room = free - claimed;
            int entries = first.fitting(room);
            if (entries == 0 || !hasRoomAhead(Math.min(first.need(), room))) {
                return;
            }
            waiting.remove(first);
            admit(first, entries);
            makeReady(first);
        }
    }

    /** @return false if it is too late */
    boolean withdraw(PendingAppend append) {
        if (waiting.remove(append)) {
            return true;
        }
        if (!ready.remove(append)) {
            return false;
        }
        readyBytes -= append.claim();
        claimed -= append.claim();
        ahead -= append.claim();
        return true;
    }

    /** Takes out what is to be written together, at least one append; there is one. */
    List<PendingAppend> choose() {
        List<PendingAppend> chosen = new ArrayList<>();
        long bytes = 0;
        long entries = 0;
        Iterator<PendingAppend> all = ready.iterator();
        while (all.hasNext()) {
            PendingAppend append = all.next();
            if (!chosen.isEmpty()
                    && (bytes + append.claim() > limits.group() || entries + append.entries() > MOST_ENTRIES)) {
                break;
            }
            all.remove();
            chosen.add(append);
            bytes += append.claim();
            entries += append.entries();
        }
        readyBytes -= bytes;
        return chosen;
    }

    void written(long claim) {
        claimed -= claim;
    }

    void safe(long claim) {
        ahead -= claim;
    }

    boolean hasReady() {
        return !ready.isEmpty();
    }

    /** Whether there will be more to write without another append. */
    boolean isBusy() {
        return !ready.isEmpty() || encoding > 0;
    }

    long readyBytes() {
        return readyBytes;
    }

    long claimed() {
        return claimed;
    }

    int waiting() {
        return waiting.size();
    }

    /** Whether someone waits for room on disk, and nothing on its way will make some. */
    boolean isFull(long free) {
        return !waiting.isEmpty() && waiting.iterator().next().fitting(free - claimed) == 0;
    }

    List<PendingAppend> takeWaiting() {
        List<PendingAppend> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    List<PendingAppend> takeReady() {
        List<PendingAppend> taken = List.copyOf(ready);
        ready.clear();
        return taken;
    }
}

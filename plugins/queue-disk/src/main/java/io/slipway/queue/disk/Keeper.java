package io.slipway.queue.disk;

import io.slipway.queue.disk.Positions.Place;
import io.slipway.queue.disk.Positions.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps house on a thread of its own: saves the places of the cursors, deletes the files that all of them have passed,
 * watches the room on the volume, drops what may be dropped, and answers requests from outside.
 *
 * <p>Places are saved before a file is deleted, so that after a crash a missing file is known to be passed, unless the
 * disk is so full that only deleting makes room for saving.
 */
final class Keeper {

    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final long TURN = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LOOK = TimeUnit.SECONDS.toNanos(1);
    private static final long TELL = TimeUnit.MINUTES.toNanos(1);

    /** Room on the volume that the queue leaves to others, and to its own small files. */
    private static final long MARGIN = 4 << 20;

    private final DiskQueue queue;
    private final Disk disk;
    private final Path folder;
    private final Complaints complaints;
    private final Positions positions;
    private final Reserve reserve;
    private final Quarantine quarantine;
    private final Requests requests;
    private final Thread thread;

    private boolean wanted;
    private boolean over;
    private State saved;
    private long lastLook = System.nanoTime() - LOOK;
    private long bound;
    private boolean fullBefore;
    private long lastFullTold = System.nanoTime() - TELL;
    private boolean noRoomForPlaces;
    private boolean closed;

    Keeper(DiskQueue queue, Disk disk, Path folder, Complaints complaints) {
        this.queue = queue;
        this.disk = disk;
        this.folder = folder;
        this.complaints = complaints;
        positions = new Positions(disk, folder);
        reserve = new Reserve(disk, folder);
        quarantine = new Quarantine(disk, folder, queue.limits().disk() / 10);
        requests = new Requests(folder);
        bound = queue.limits().disk();
        thread = new Thread(this::keep, "slipway-queue-disk-keeper");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Has a look soon. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
    }

    synchronized boolean isOver() {
        return over;
    }

    /** There will be no more turns. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** Ends the thread; what is on its way is waited for until {@code deadline}. @return whether it ended */
    boolean stop(long deadline) throws InterruptedException {
        end();
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
        return !thread.isAlive();
    }

    /** Lets go of the files. After {@link #stop}. */
    void close() {
        synchronized (positions) {
            closed = true;
            positions.close();
        }
    }

    private void keep() {
        while (awaitTurn()) {
            try {
                turn();
            } catch (RuntimeException | Error e) {
                if (complaints.about(
                        "keeping", "Keeping house fails by a fault of its own (" + e + "); tried again.")) {
                    LOG.error("queue: keeping house fails", e);
                }
            }
        }
    }

    private synchronized boolean awaitTurn() {
        long deadline = System.nanoTime() + TURN;
        try {
            while (!over && !wanted && deadline - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
            }
        } catch (InterruptedException e) {
            return !over; // nobody interrupts it; if someone does, it goes on
        }
        wanted = false;
        return !over;
    }

    private void turn() {
        savePlaces();
        deletePassed();
        boolean full = queue.isFull();
        long now = System.nanoTime();
        if (full || now - lastLook >= LOOK) {
            lastLook = now;
            lookForRoom();
            lookAfterFiles();
            requests.answer(queue);
        }
        if (full) {
            makeRoom();
        }
        tellFull(queue.isFull());
    }

    private void savePlaces() {
        try {
            queue.save();
            noRoomForPlaces = false;
            complaints.settled("places");
        } catch (IOException e) {
            noRoomForPlaces = SegmentWriter.isNoSpace(e);
            String sentence = "The places of the outputs cannot be saved (" + Committer.rootOf(e)
                    + "); after a crash, events would be sent again.";
            complaints.about("places", sentence);
        }
    }

    /** Makes {@code state} safe on disk, unless nothing has changed. */
    void write(State state) throws IOException {
        synchronized (positions) {
            if (closed) {
                throw new IOException("queue is closed");
            }
            if (state.equals(saved)) {
                return;
            }
            try {
                positions.write(state);
            } catch (IOException e) {
                if (!SegmentWriter.isNoSpace(e) || !reserve.giveUp()) {
                    throw e;
                }
                positions.write(state);
            }
            saved = state;
        }
    }

    private State saved() {
        synchronized (positions) {
            return saved;
        }
    }

    /** Deletes the files that all saved places have passed. For the own thread, and once it has ended. */
    void deletePassed() {
        State places = saved();
        if (places == null || places.cursors().isEmpty()) {
            return;
        }
        // With a full disk, places may be too old to tell; what is passed in memory is passed.
        long low = noRoomForPlaces ? queue.low() : Math.min(queue.low(), lowOf(places));
        boolean deleted = false;
        for (Segment segment : queue.segments().all()) {
            long end = queue.segments().endOf(segment);
            if (end == Segment.UNKNOWN || end > low || queue.isHead(segment) || isRepeated(segment)) {
                break;
            }
            if (!delete(segment)) {
                break;
            }
            deleted = true;
        }
        if (deleted) {
            queue.roomIs(bound);
        }
    }

    /** Whether the newest file repeats a part of it and is not safe yet. */
    private boolean isRepeated(Segment segment) {
        return queue.segments()
                .after(segment)
                .filter(next -> queue.isHead(next) && next.endSequence() <= next.firstSequence())
                .isPresent();
    }

    private static long lowOf(State places) {
        long low = Long.MAX_VALUE;
        for (Place place : places.cursors().values()) {
            low = Math.min(low, place.sequence());
        }
        return low;
    }

    private boolean delete(Segment segment) {
        if (!queue.leave(segment)) {
            return false; // an open file keeps its room, and cannot be deleted on Windows
        }
        try {
            disk.delete(segment.path());
        } catch (NoSuchFileException e) {
            LOG.debug("{} is gone already", segment.name());
        } catch (IOException e) {
            String sentence = "The file \"" + segment.path() + "\" cannot be deleted (" + Committer.rootOf(e)
                    + "). Look at the rights of the folder.";
            complaints.about("deleting", sentence);
            return false;
        }
        complaints.settled("deleting");
        queue.segments().remove(segment);
        return true;
    }

    /** The bound is what was asked for, or what the volume can hold. */
    private void lookForRoom() {
        try {
            long usable = disk.usableSpace(folder);
            if (!reserve.isThere() && usable > 4L * Reserve.SIZE) {
                takeReserve();
            }
            bound = Math.min(queue.limits().disk(), Math.max(0, queue.used() + usable - MARGIN));
            queue.roomIs(bound);
        } catch (IOException e) {
            LOG.debug("looking for room", e); // the bound stays as it was; a write tells more
        }
    }

    /** Makes anew what somebody deleted while it is in use, and says if that was the lock. */
    private void lookAfterFiles() {
        synchronized (positions) {
            if (saved != null && positions.areGone()) {
                LOG.warn("queue: files with the places of the outputs were deleted from \"{}\"; made anew.", folder);
                positions.close();
                saved = null;
                wake();
            }
        }
        try {
            if (FolderLock.identity(folder).equals(queue.home())) {
                complaints.settled("lock");
                return;
            }
        } catch (IOException e) {
            LOG.debug("looking at the lock", e); // as if it were gone
        }
        String sentence = "The file lock of \"" + folder
                + "\" was deleted or replaced; another shipper may use the folder at once. Stop both, and start one.";
        if (complaints.about("lock", sentence)) {
            LOG.error("queue: {}", sentence);
        }
    }

    private void takeReserve() {
        try {
            reserve.take();
        } catch (IOException e) {
            LOG.debug("taking the reserve", e); // tried again with the next look
        }
    }

    private void makeRoom() {
        Optional<Segment> oldest = queue.segments().first();
        if (oldest.isEmpty()) {
            return;
        }
        Segment segment = oldest.get();
        long end = queue.segments().endOf(segment);
        if (queue.isHead(segment)) {
            if (end != Segment.UNKNOWN && (end <= queue.low() || queue.mayDrop(end))) {
                queue.roll();
            }
            return;
        }
        long lastId =
                queue.segments().after(segment).map(next -> next.firstId() - 1).orElse(segment.firstId());
        if (end != Segment.UNKNOWN && queue.dropOldest(end, lastId)) {
            wake();
        }
    }

    private void tellFull(boolean full) {
        boolean volume = full && bound < queue.limits().disk();
        if (volume) {
            String sentence = "The volume of \"" + folder
                    + "\" has no more room for the queue; events wait at the door. Free space on it, or let outputs pass some.";
            complaints.about("room", sentence);
        } else {
            complaints.settled("room");
        }
        long now = System.nanoTime();
        if (full && !volume && !fullBefore && now - lastFullTold > TELL) {
            lastFullTold = now;
            LOG.info(
                    "queue: full with {} bytes; events wait at the door until outputs have passed some.", queue.used());
        }
        fullBefore = full;
    }

    /** Keeps a file that is damaged, also when all have passed it. */
    void quarantine(Segment segment, String why) {
        quarantine.keep(segment, why);
    }

    static boolean isOurs(Path file) {
        String name = file.getFileName().toString();
        return Segments.isSegment(name)
                || name.equals(Reserve.NAME)
                || name.equals(FolderLock.NAME)
                || name.startsWith("positions-")
                || Files.isDirectory(file);
    }
}

package io.slipway.queue.disk;

import io.slipway.queue.disk.DiskQueueSettings.Durability;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what was admitted, and makes it safe.
 *
 * <p>Two threads of its own. The writer takes what waits as one commit, appends it to the newest file, and makes it safe
 * itself as long as little else waits. If much waits, it goes on writing while the second thread syncs. A commit stays in
 * memory until it is safe: after a failed write or sync nothing is known of the file, so what was not safe in it is
 * written again to another file, with the same ids and sequence numbers, for as long as it takes.
 */
final class Committer {

    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    /** The writer goes on while a sync is under way if at least this much waits; with less, one commit of all is better. */
    private static final long WORTH_GOING_ON = 512 << 10;

    /** A file takes no more commits than this, since each costs time when a file is opened. */
    private static final long MOST_COMMITS = 2000;

    /** With {@code interval}, how much is unsafe at the most. */
    private static final long MOST_UNSAFE = 8 << 20;

    private static final long LOOK_FOR_SPACE = TimeUnit.SECONDS.toNanos(1);

    private final DiskQueue queue;
    private final Disk disk;
    private final Path folder;
    private final DiskQueueSettings settings;
    private final Complaints complaints;
    private final boolean interval;
    private final CountDownLatch writerEnded = new CountDownLatch(1);

    /** Written and not known to be safe, oldest first; guarded by this. */
    private final List<Commit> unsafe = new ArrayList<>();

    /** Those of {@link #unsafe} of which no write has succeeded; for the writer. */
    private final List<Commit> unwritten = new ArrayList<>();

    private long unsafeBytes;
    private boolean syncWanted;
    private boolean held;
    private boolean syncing;
    private boolean over;
    /** What the last sync by the second thread failed with. */
    private IOException syncFault;

    /** Changed by the writer alone, while the other thread is kept from syncing. */
    private volatile SegmentWriter head;

    private volatile Segment headSegment;
    /** Names of files below this are taken; for the writer. */
    private long lowestName;

    private volatile Commit inHand;

    private volatile boolean rollWanted;
    private volatile boolean endedWell;

    Committer(DiskQueue queue, Disk disk, Path folder, DiskQueueSettings settings, Complaints complaints) {
        this.queue = queue;
        this.disk = disk;
        this.folder = folder;
        this.settings = settings;
        this.complaints = complaints;
        this.interval = settings.durability() == Durability.INTERVAL;
    }

    void start() {
        thread("writer", this::write).start();
        thread("sync", this::syncInTurn).start();
    }

    private static Thread thread(String part, Runnable task) {
        Thread thread = new Thread(task, "slipway-queue-disk-" + part);
        thread.setDaemon(true);
        return thread;
    }

    /** Whether this is the file that is being written. */
    boolean isHead(Segment segment) {
        return segment == headSegment;
    }

    /** The next commit goes to a new file. */
    void roll() {
        rollWanted = true;
        queue.poke();
    }

    /** Waits until {@code deadline} for the writer to end, after the queue has closed. @return whether it ended */
    boolean awaitEnd(long deadline) throws InterruptedException {
        return writerEnded.await(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** What is not known to be safe, and what was written last. */
    List<Commit> left() {
        List<Commit> left = new ArrayList<>(unsafeNow());
        if (inHand != null) {
            left.add(inHand);
        }
        return left;
    }

    /** Whether all was safe when the writer ended, and the file well closed. */
    boolean endedWell() {
        return endedWell;
    }

    // the writer

    private void write() {
        try {
            for (Optional<Commit> next = queue.next(); queue.hasMore(next); next = queue.next()) {
                if (next.isPresent()) {
                    write(next.get());
                }
                settle();
                inHand = null;
            }
            endedWell = end();
        } catch (QueueEnds e) {
            LOG.error(
                    "queue: closed while its disk fails; {} requests that were not acknowledged are refused.",
                    e.commits.stream()
                            .mapToLong(commit -> commit.appends().size())
                            .sum());
            queue.refuse(e.commits);
        } catch (RuntimeException | Error e) {
            LOG.error("queue: a fault of its own ends it; nothing more is taken.", e);
            complaints.about("fault", "The queue has failed by a fault of its own and takes nothing more: " + e);
            queue.refuse(left());
        } finally {
            synchronized (this) {
                over = true;
                notifyAll();
            }
            writerEnded.countDown();
        }
    }

    private void write(Commit commit) {
        inHand = commit;
        try {
            throwFault();
            append(commit);
        } catch (IOException e) {
            hold(); // before a sync of the file could cover what is not in it
            unwritten.add(commit);
            keep(commit);
            writeAgain(e);
        }
    }

    private synchronized void keep(Commit commit) {
        unsafe.add(commit);
        unsafeBytes += commit.claim();
    }

    private void append(Commit commit) throws IOException {
        queue.reserveIds(commit.lastId());
        if (!commit.placed().isEmpty()) {
            if (head != null && isFull(commit)) {
                rollNow();
            }
            if (head == null) {
                openHead(commit, Map.of());
            }
            headSegment.grewTo(head.append(commit.placed()));
        }
        keep(commit);
        queue.written(commit);
    }

    private boolean isFull(Commit commit) {
        return rollWanted
                || head.commits() >= MOST_COMMITS
                || head.commits() > 1
                        && head.size() + commit.claim() > queue.limits().segment();
    }

    private void openHead(Commit commit, Map<String, String> more) throws IOException {
        long lowest = queue.segments().last().map(last -> last.firstId() + 1).orElse(1L);
        Map<String, String> about = new HashMap<>(queue.about());
        about.putAll(more);
        long firstId = Math.max(Math.max(commit.firstId(), lowest), lowestName);
        try {
            head = SegmentWriter.create(disk, folder, firstId, about);
        } catch (FileAlreadyExistsException e) {
            lowestName = firstId + 1; // one that could be neither filled nor deleted
            throw e;
        }
        rollWanted = false;
        headSegment = new Segment(
                SegmentWriter.path(folder, firstId),
                firstId,
                commit.firstSequence(),
                commit.firstSequence(),
                head.size());
        queue.segments().add(headSegment);
    }

    private void closeHead() {
        SegmentWriter closing = head;
        Segment segment = headSegment;
        head = null;
        headSegment = null;
        try {
            closing.close();
            segment.grewTo(closing.size());
        } catch (IOException e) {
            closing.abandon(); // all that is in it is safe; only the mark that it ended well is missing
            LOG.debug("closing {}", segment.name(), e);
        }
    }

    private void abandonHead() {
        if (head != null) {
            head.abandon();
        }
        head = null;
        headSegment = null;
    }

    /** Makes what was written safe, or leaves that to the other thread. */
    private void settle() {
        try {
            if (rollWanted && head != null) {
                rollNow();
            }
            boolean left = interval || queue.readyBytes() >= WORTH_GOING_ON;
            if (left) {
                leaveToOther();
            } else {
                awaitIdle();
            }
            throwFault();
            if (!left) {
                syncHere();
            }
        } catch (IOException e) {
            writeAgain(e);
        }
    }

    private synchronized void leaveToOther() {
        if (!interval || unsafeBytes > MOST_UNSAFE) {
            syncWanted = true;
            notifyAll();
        }
    }

    /** After a failure the other thread stays held: another sync of the same file might be taken for success. */
    private void rollNow() throws IOException {
        hold();
        throwFault();
        syncHere();
        closeHead();
        release();
        rollWanted = false;
        queue.rolled();
    }

    private void syncHere() throws IOException {
        List<Commit> covered = unsafeNow();
        if (covered.isEmpty()) {
            return;
        }
        if (head != null) {
            head.force();
        }
        safe(covered);
    }

    private synchronized List<Commit> unsafeNow() {
        return List.copyOf(unsafe);
    }

    private void safe(List<Commit> covered) {
        synchronized (this) {
            unsafe.subList(0, covered.size()).clear();
            for (Commit commit : covered) {
                unsafeBytes -= commit.claim();
            }
        }
        queue.safe(covered);
    }

    /** Writes all that is not safe to a new file, until that succeeds or the queue ends. */
    private void writeAgain(IOException fault) {
        hold();
        try {
            syncFault = null;
            abandonHead();
            IOException reason = tryAgain();
            if (reason == null) {
                LOG.warn("queue: a file failed ({}); what was not safe in it is in another one.", rootOf(fault));
                return;
            }
            long wait = settings.retryInterval().toNanos();
            while (reason != null) {
                boolean full = SegmentWriter.isNoSpace(reason);
                complain(reason, full);
                if (!queue.isOpen()) {
                    throw new QueueEnds(unsafeNow());
                }
                queue.pause(full ? Math.min(LOOK_FOR_SPACE, wait) : wait);
                wait = Math.min(2 * wait, settings.maxRetryInterval().toNanos());
                reason = tryAgain();
            }
        } finally {
            release();
        }
        complaints.settled("disk");
    }

    /** @return why it did not succeed; null if it did */
    private IOException tryAgain() {
        List<Commit> again = unsafeNow();
        try {
            for (Commit commit : again) {
                queue.reserveIds(commit.lastId());
                if (!commit.placed().isEmpty()) {
                    if (head == null) {
                        openHead(commit, Map.of(Opening.REPEATS, "true"));
                    }
                    headSegment.grewTo(head.append(commit.placed()));
                }
            }
            if (head != null) {
                head.force();
            }
        } catch (IOException e) {
            discardHead();
            return e;
        }
        unwritten.forEach(queue::written);
        unwritten.clear();
        safe(again);
        return null;
    }

    /** Gives up a file of which nothing is safe, and all is in memory. */
    private void discardHead() {
        Segment segment = headSegment;
        abandonHead();
        if (segment != null) {
            try {
                disk.delete(segment.path());
                queue.segments().remove(segment);
            } catch (IOException e) {
                LOG.debug("deleting {}", segment.name(), e); // it is deleted when all have passed it
            }
        }
    }

    private void complain(IOException reason, boolean full) {
        String sentence = full
                ? "The disk of \"" + folder + "\" is full; events wait until there is room. Free space."
                : "Cannot write to \"" + folder + "\" (" + rootOf(reason)
                        + "); events wait while it is tried again. Look at the disk and the rights of the folder.";
        if (complaints.about("disk", sentence)) {
            LOG.debug("queue: the disk fails", reason); // the host says the sentence
        }
    }

    static String rootOf(Throwable reason) {
        Throwable root = reason;
        for (int depth = 0; root.getCause() != null && depth < 16; depth++) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    private boolean end() {
        hold();
        try {
            throwFault();
            syncHere();
        } catch (IOException e) {
            writeAgain(e);
        }
        if (head != null) {
            closeHead();
        }
        return true;
    }

    // the other thread

    private void syncInTurn() {
        while (true) {
            List<Commit> covered;
            SegmentWriter target;
            synchronized (this) {
                try {
                    if (!awaitWork()) {
                        return;
                    }
                } catch (InterruptedException e) {
                    continue; // nobody interrupts it; if someone does, it goes on
                }
                syncWanted = false;
                if (held || unsafe.isEmpty() || syncFault != null || head == null) {
                    continue;
                }
                syncing = true;
                covered = List.copyOf(unsafe);
                target = head;
            }
            IOException fault = null;
            try {
                target.force();
                safe(covered);
            } catch (IOException e) {
                fault = e;
            } catch (RuntimeException | Error e) {
                fault = new IOException(
                        "a sync ended by a fault of the queue's own", e); // the writer must not wait for it
            }
            synchronized (this) {
                syncing = false;
                syncFault = fault;
                notifyAll();
            }
            if (fault != null) {
                queue.poke();
            }
        }
    }

    /** @return false once there will be no more */
    private boolean awaitWork() throws InterruptedException {
        long left = settings.syncInterval().toNanos();
        long start = System.nanoTime();
        while (!syncWanted && !over) {
            if (!interval) {
                wait();
            } else {
                long rest = left - (System.nanoTime() - start);
                if (rest <= 0) {
                    return true;
                }
                TimeUnit.NANOSECONDS.timedWait(this, rest);
            }
        }
        return !over;
    }

    /** Waits until the other thread syncs nothing. */
    private synchronized void awaitIdle() {
        boolean interrupted = false;
        syncWanted = false;
        while (syncing) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the other thread syncs nothing, and keeps it from it. */
    private synchronized void hold() {
        held = true;
        awaitIdle();
    }

    private synchronized void release() {
        held = false;
    }

    private synchronized void throwFault() throws IOException {
        if (syncFault != null) {
            throw syncFault;
        }
    }

    /** The queue ends although these could not be written. */
    private static final class QueueEnds extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient List<Commit> commits;

        QueueEnds(List<Commit> commits) {
            super(null, null, false, false);
            this.commits = commits;
        }
    }
}

package io.slipway.queue.disk;

import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.queue.disk.Positions.Place;
import io.slipway.queue.disk.Positions.State;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps events on disk until every cursor has finished them.
 *
 * <p>The way of an append: {@link #append} admits it if there is room, or lets it wait in line; who appends compresses and
 * encrypts; the {@link Committer} writes what was admitted, several appends as one commit, to the newest of the {@link
 * Segments}, and tells them once it is safe. Cursors read the newest events from the {@link Tail} in memory and older ones
 * from the files, each by a {@link Walk} of its own. The {@link Keeper} saves the places of the cursors, deletes files
 * that all have passed, and looks after room.
 *
 * <p>Every event has a sequence number, which counts events without any gap, beside its id, which may jump. All books are
 * kept in sequence numbers, so a gap between two stored events is a loss, and its size is the number of lost events.
 *
 * <p>One lock guards the books; it is never held while a file is touched, an event is encoded, or an append is told. What
 * a crash leaves behind, at each step: see docs/inside/disk-queue.md.
 */
final class DiskQueue implements EventQueue {

    private static final Logger LOG = LoggerFactory.getLogger(DiskQueue.class);

    /** Ids are reserved in blocks of this many; after a crash the rest of one is skipped. */
    private static final long ID_BLOCK = 1 << 20;

    /** From this size on an append is encoded by itself; smaller ones are packed together by the writer. */
    private static final int WORTH_ENCODING = 4096;

    private static final int PACKED = 256 << 10;
    private static final int PACKED_ENCODED = 64 << 10;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ReentrantLock lock = new ReentrantLock();
    /** For the writer: there may be something to write. */
    private final Condition work = lock.newCondition();
    /** For whoever pauses: the queue ends. */
    private final Condition end = lock.newCondition();

    private final PluginContext context;
    private final Disk disk;
    private final Limits limits;
    private final Opening.Found found;
    private final BlockCodec codec;
    private final boolean transforms;
    private final boolean interval;
    private final Transcoder transcoder;
    private final Complaints complaints;
    private final Segments segments;
    private final Tail tail;
    private final Committer committer;
    private final Keeper keeper;
    private final long retryNanos;
    private final long maxRetryNanos;

    /** Files of which it was told that events are lost in them. */
    private final Set<Segment> lossTold = ConcurrentHashMap.newKeySet();

    private final Object saving = new Object();
    private final Cursors cursors;
    private final Line line;
    /** What the files take. */
    private long used;

    private volatile long bound;
    private long nextSequence;
    private long nextId;
    private long reservedIds;
    private long safeEnd;
    private volatile long readableEnd;
    private volatile long readableId;
    private volatile long persisted;
    private volatile boolean open = true;
    private volatile String generation;
    private boolean poked;
    /** Nobody writes any more what is encoded from now on. */
    private boolean refusing;

    DiskQueue(
            DiskQueueSettings settings,
            Limits limits,
            PluginContext context,
            Disk disk,
            Opening.Found found,
            BlockCodec codec,
            boolean transforms,
            Complaints complaints) {
        this.context = context;
        this.disk = disk;
        this.limits = limits;
        this.found = found;
        this.codec = codec;
        this.transforms = transforms;
        this.complaints = complaints;
        interval = settings.durability() == Durability.INTERVAL;
        transcoder = new Transcoder(context, settings.serializer(), limits.event());
        segments = found.segments();
        tail = new Tail(limits.tail());
        retryNanos = settings.retryInterval().toNanos();
        maxRetryNanos = settings.maxRetryInterval().toNanos();
        used = segments.bytes();
        bound = limits.disk();
        nextSequence = found.nextSequence();
        nextId = found.nextId();
        reservedIds = found.nextId() - 1;
        safeEnd = nextSequence;
        readableEnd = nextSequence;
        readableId = nextId - 1;
        persisted = nextId - 1;
        generation = found.generation();
        cursors = new Cursors(found.cursors());
        line = new Line(limits);
        committer = new Committer(this, disk, found.folder(), settings, complaints);
        keeper = new Keeper(this, disk, found.folder(), complaints);
    }

    /** @throws IOException if the positions cannot be written */
    void start() throws IOException {
        save(reservedIds + ID_BLOCK, false);
        committer.start();
        keeper.start();
    }

    // appends

    @Override
    public Append append(List<Entry> entries) {
        PendingAppend append = new PendingAppend(transcoder.turned(entries), limits.event(), this::withdraw);
        boolean refused = false;
        boolean toEncode = false;
        lock.lock();
        try {
            if (!open || refusing) {
                refused = true;
            } else if (line.admits(append, bound - used)) {
                toEncode = transforms && append.claim() >= WORTH_ENCODING;
                if (!toEncode) {
                    line.add(append);
                    work.signal();
                }
            } else {
                work.signal();
                keeper.wake();
            }
        } finally {
            lock.unlock();
        }
        if (refused) {
            append.fail(new QueueClosedException());
        } else if (toEncode) {
            encode(append);
        }
        return append;
    }

    private void encode(PendingAppend append) {
        try {
            append.encode(codec);
        } finally {
            boolean refused;
            lock.lock();
            try {
                line.add(append);
                refused = refusing && line.withdraw(append);
                work.signal();
            } finally {
                lock.unlock();
            }
            if (refused) {
                append.fail(new QueueClosedException());
            }
        }
    }

    private boolean withdraw(PendingAppend append) {
        lock.lock();
        try {
            boolean withdrawn = line.withdraw(append);
            if (withdrawn) {
                work.signal();
            }
            return withdrawn;
        } finally {
            lock.unlock();
        }
    }

    // for the writer

    /** What is to be written next. Waits for it; empty if there is something else to look at. */
    Optional<Commit> next() {
        List<PendingAppend> chosen;
        long sequence;
        long id;
        lock.lock();
        try {
            admitWaiting();
            while (!line.hasReady() && !poked && (open || line.isBusy())) {
                work.awaitUninterruptibly();
                admitWaiting();
            }
            if (!line.hasReady()) {
                poked = false;
                return Optional.empty();
            }
            sequence = nextSequence;
            id = nextId;
            chosen = line.choose();
            for (PendingAppend append : chosen) {
                nextSequence += append.events().size();
                nextId += append.entries();
            }
        } finally {
            lock.unlock();
        }
        try {
            return Optional.of(Commit.of(chosen, codec, transforms ? PACKED_ENCODED : PACKED, sequence, id));
        } catch (RuntimeException | Error e) {
            chosen.forEach(append -> append.fail(new QueueClosedException()));
            throw e;
        }
    }

    private void admitWaiting() {
        if (open) {
            line.admitWaiting(bound - used);
        }
    }

    /** Whether the writer is to go on after it was given {@code next}. */
    boolean hasMore(Optional<Commit> next) {
        if (next.isPresent() || open) {
            return true;
        }
        lock.lock();
        try {
            return line.isBusy();
        } finally {
            lock.unlock();
        }
    }

    long readyBytes() {
        lock.lock();
        try {
            return line.readyBytes();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the writer something else to look at. */
    void poke() {
        lock.lock();
        try {
            poked = true;
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits, but not once the queue ends. For the writer. */
    void pause(long nanos) {
        long deadline = System.nanoTime() + nanos;
        lock.lock();
        try {
            while (open && deadline - System.nanoTime() > 0) {
                end.awaitNanos(deadline - System.nanoTime());
            }
        } catch (InterruptedException e) {
            LOG.debug("the writer is interrupted by someone; it goes on", e);
        } finally {
            lock.unlock();
        }
    }

    /** Returns once {@code id} and all below may be given out. */
    void reserveIds(long id) throws IOException {
        boolean needed;
        lock.lock();
        try {
            needed = id > reservedIds;
        } finally {
            lock.unlock();
        }
        if (needed) {
            save(id + ID_BLOCK, false);
        }
    }

    /** It is in the file. */
    void written(Commit commit) {
        long files = segments.bytes();
        lock.lock();
        try {
            line.written(commit.claim());
            used = files;
            if (interval) {
                expose(commit);
            }
        } finally {
            lock.unlock();
        }
        if (interval) {
            commit.appends().forEach(PendingAppend::tell);
        }
    }

    /** They are safe on the device. */
    void safe(List<Commit> commits) {
        if (commits.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            for (Commit commit : commits) {
                line.safe(commit.claim());
                safeEnd = commit.endSequence();
                persisted = commit.lastId();
                if (interval) {
                    endsAt(commit.endSequence()); // it may have been written again, to another file
                } else {
                    expose(commit);
                }
            }
            if (line.waiting() > 0) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
        if (!interval) {
            for (Commit commit : commits) {
                commit.appends().forEach(PendingAppend::tell);
            }
        }
    }

    private void expose(Commit commit) {
        readableEnd = commit.endSequence();
        readableId = commit.lastId();
        commit.blocks().forEach(tail::add);
        endsAt(commit.endSequence());
        cursors.arrived();
    }

    private void endsAt(long sequence) {
        segments.last().ifPresent(head -> head.endsAt(Math.max(head.endSequence(), sequence)));
    }

    /** The newest file was closed although there was room in it. */
    void rolled() {
        keeper.wake();
    }

    /** These cannot be written any more, and nothing else can. */
    void refuse(List<Commit> commits) {
        if (interval && !commits.isEmpty()) {
            newGeneration(); // some of them may have been told
        }
        List<PendingAppend> refused = new ArrayList<>();
        commits.forEach(commit -> refused.addAll(commit.appends()));
        lock.lock();
        try {
            refusing = true;
            refused.addAll(line.takeReady());
            refused.addAll(line.takeWaiting());
        } finally {
            lock.unlock();
        }
        refused.forEach(append -> append.fail(new QueueClosedException()));
    }

    // cursors

    @Override
    public Cursor cursor(String name, Start start) throws IOException {
        return cursor(name, start, WhenFull.BLOCK);
    }

    @Override
    public Cursor cursor(String name, Start start, WhenFull whenFull) throws IOException {
        DiskCursor cursor;
        Place kept;
        lock.lock();
        try {
            if (!open) {
                throw new IOException("queue is closed");
            }
            if (cursors.isOpen(name)) {
                throw new IllegalStateException("cursor " + name + " is open");
            }
            kept = cursors.parkedAt(name);
            cursor = new DiskCursor(
                    this,
                    name,
                    whenFull,
                    kept == null ? placeFor(name, start) : kept,
                    new Walk(disk, segments, codec, () -> readableEnd));
            cursors.open(cursor);
        } finally {
            lock.unlock();
        }
        if (kept == null) {
            try {
                save();
            } catch (IOException e) {
                lock.lock();
                try {
                    cursors.forget(cursor);
                } finally {
                    lock.unlock();
                }
                throw new IOException(
                        "Cannot keep the place of the output " + name + " (" + Committer.rootOf(e) + ").", e);
            }
        }
        return cursor;
    }

    private Place placeFor(String name, Start start) {
        if (start == Start.OLDEST || found.positionsLost()) {
            if (start != Start.OLDEST) {
                LOG.warn(
                        "queue: the place of the output {} is lost; it begins with the oldest event, so some may come twice.",
                        name);
            }
            return oldest();
        }
        return new Place(readableEnd, readableId);
    }

    private Place oldest() {
        return segments.first()
                .map(first -> new Place(first.firstSequence(), first.firstId() - 1))
                .orElseGet(() -> new Place(readableEnd, readableId));
    }

    /** Under the lock. */
    void park(DiskCursor cursor, Place place) {
        cursors.park(cursor, place);
    }

    @Override
    public List<ParkedCursor> parked() {
        lock.lock();
        try {
            return cursors.parked(readableEnd);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a parked cursor. @return the events that it had not passed */
    long drop(String name) throws IOException {
        Place place;
        lock.lock();
        try {
            place = cursors.drop(name);
        } finally {
            lock.unlock();
        }
        save();
        keeper.wake();
        LOG.info("queue: the parked cursor {} is dropped with {} events.", name, place.backlog(readableEnd));
        return place.backlog(readableEnd);
    }

    Optional<Block> inTail(long sequence) {
        lock.lock();
        try {
            return tail.holding(sequence);
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. */
    Optional<Block> inTailLocked(long sequence) {
        return tail.holding(sequence);
    }

    /** Some cursor has finished something. Under the lock. */
    void settled() {
        if (line.waiting() > 0) {
            keeper.wake();
        }
    }

    // what is wrong

    void cannotRead(String cursor, String reason) {
        complaints.about(
                "reading " + cursor,
                "Events for " + cursor + " cannot be read from disk (" + reason + "); tried again.");
    }

    void canRead(String cursor) {
        complaints.settled("reading " + cursor);
    }

    /** {@code count} events of a cursor cannot be read any more. */
    void lost(String cursor, long count, Optional<Segment> gapIn) {
        boolean news = gapIn.isEmpty() || lossTold.add(gapIn.get());
        String where =
                gapIn.map(segment -> " in or before the file " + segment.name()).orElse("");
        if (!news) {
            LOG.debug("queue: {} more events for {} are lost by damage{}.", count, cursor, where);
            return;
        }
        LOG.error("queue: {} events for {} are lost by damage{}.", count, cursor, where);
        complaints.about("lost", "Events were lost by damage; see the log and the folder quarantine.");
        gapIn.ifPresent(segment -> damaged(segment, "a part of it cannot be read"));
        newGeneration();
    }

    /** A copy of the file is to be kept. */
    void damaged(Segment segment, String why) {
        if (segment.markDamaged()) {
            keeper.quarantine(segment, why);
        }
    }

    private void newGeneration() {
        generation = UUID.randomUUID().toString();
        keeper.wake();
    }

    // positions

    void save() throws IOException {
        save(0, false);
    }

    /** Saves where everything stands. Waits for the disk. */
    private void save(long reserve, boolean clean) throws IOException {
        synchronized (saving) {
            State state;
            lock.lock();
            try {
                state = state(Math.max(reserve, reservedIds), clean);
            } finally {
                lock.unlock();
            }
            keeper.write(state);
            lock.lock();
            try {
                reservedIds = state.reservedIds();
            } finally {
                lock.unlock();
            }
        }
    }

    private State state(long reserved, boolean clean) {
        return new State(
                reserved,
                nextId,
                nextSequence,
                safeEnd,
                clean,
                generation,
                found.bootId(),
                found.home(),
                cursors.places(),
                found.keys().salts());
    }

    // for the keeper

    Segments segments() {
        return segments;
    }

    Limits limits() {
        return limits;
    }

    /** The identity of the lock that was taken. */
    String home() {
        return found.home();
    }

    long retryNanos() {
        return retryNanos;
    }

    long maxRetryNanos() {
        return maxRetryNanos;
    }

    /** What each new file says of itself. */
    Map<String, String> about() {
        return found.about();
    }

    boolean isHead(Segment segment) {
        return committer.isHead(segment);
    }

    /** The sequence number below which no cursor needs anything. */
    long low() {
        lock.lock();
        try {
            return lowLocked();
        } finally {
            lock.unlock();
        }
    }

    private long lowLocked() {
        return cursors.low().orElseGet(() -> oldest().sequence());
    }

    /** Files were deleted, or the volume has another size. */
    void roomIs(long newBound) {
        lock.lock();
        try {
            bound = newBound;
            used = segments.bytes();
            tail.forgetBefore(lowLocked());
            if (line.waiting() > 0) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    long used() {
        return segments.bytes();
    }

    /** Whether someone waits for room on disk, and nothing on its way will make some. */
    boolean isFull() {
        lock.lock();
        try {
            return line.isFull(bound - used);
        } finally {
            lock.unlock();
        }
    }

    /** Lets all cursors go of a file that they have passed. @return false if one reads in it just now */
    boolean leave(Segment segment) {
        List<DiskCursor> readers;
        lock.lock();
        try {
            readers = cursors.all();
        } finally {
            lock.unlock();
        }
        return readers.stream().allMatch(cursor -> cursor.leave(segment));
    }

    /** Begins a new file, so that the newest one can be deleted once it is passed. */
    void roll() {
        committer.roll();
    }

    /** Whether nobody who has not passed {@code end} would mind to be moved there. */
    boolean mayDrop(long end) {
        lock.lock();
        try {
            return cursors.mayDrop(end);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Drops what is in the oldest file, if all that are not past it may lose it.
     *
     * @param end the sequence number after its last event
     * @param id the last id in it
     * @return whether it was dropped
     */
    boolean dropOldest(long end, long id) {
        Map<String, Long> counts;
        lock.lock();
        try {
            if (!cursors.mayDrop(end)) {
                return false;
            }
            counts = cursors.dropTo(end, id);
        } finally {
            lock.unlock();
        }
        counts.forEach((name, count) -> {
            context.counter("parked_dropped_events").add(count);
            LOG.warn("queue: full; {} events of the parked cursor {} are dropped.", count, name);
        });
        return true;
    }

    // for everyone

    ReentrantLock lock() {
        return lock;
    }

    boolean isOpen() {
        return open;
    }

    /** The sequence number after the last event that cursors may be given. */
    long readableEnd() {
        return readableEnd;
    }

    /** The last id that cursors may be given, or that is settled for all. */
    long readableId() {
        return readableId;
    }

    @Override
    public int maxEventSize() {
        return limits.event();
    }

    @Override
    public long persisted() {
        return persisted;
    }

    @Override
    public String generation() {
        return generation;
    }

    @Override
    public Level level() {
        lock.lock();
        try {
            return new Level(
                    readableEnd - Math.min(readableEnd, lowLocked()),
                    used + line.claimed(),
                    Long.MAX_VALUE,
                    Math.max(bound, used + line.claimed()),
                    line.waiting());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        List<PendingAppend> refused;
        lock.lock();
        try {
            if (!open && keeper.isOver()) {
                return;
            }
            open = false;
            refused = line.takeWaiting();
            work.signal();
            end.signalAll();
            cursors.wakeAll();
        } finally {
            lock.unlock();
        }
        refused.forEach(append -> append.fail(new QueueClosedException()));
        finish();
    }

    /**
     * All threads of the queue end, or have had {@link #PATIENCE}. An interrupt does not hurry it, as what it waits for has
     * a bound. If one hangs in the disk, the folder stays locked until the process ends, since it may still write.
     */
    private void finish() throws IOException {
        boolean interrupted = false;
        boolean over = false;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!over && deadline - System.nanoTime() > 0) {
            try {
                over = committer.awaitEnd(deadline) && keeper.stop(deadline);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            if (!over) {
                keeper.end();
                refuse(committer.left()); // some may be found with the next start, as after a crash
                throw new IOException("The disk does not answer; places of the last moments are not saved.");
            }
            letGo();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void letGo() throws IOException {
        List<DiskCursor> left;
        lock.lock();
        try {
            left = cursors.all();
        } finally {
            lock.unlock();
        }
        left.forEach(DiskCursor::leaveFiles);
        try {
            save(0, committer.endedWell());
            keeper.deletePassed();
        } finally {
            keeper.close();
            codec.close();
            found.lock().close();
        }
    }
}

package io.slipway.queue.disk;

import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.WhenFull;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.queue.disk.DiskLease.Range;
import io.slipway.queue.disk.Positions.Place;
import io.slipway.queue.disk.Positions.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One output's way through the queue. What it has given out and not seen done is kept as ranges of sequence numbers;
 * fields are guarded by the queue's lock, files are read outside of it by one worker at a time.
 */
final class DiskCursor implements Cursor {

    /** So often a file is tried that the disk does not give, before what is in it counts as lost. */
    private static final int TRIES = 8;

    /** Beyond the first event that is not done, so many stretches of events that are done are remembered. */
    private static final int MOST_SPANS = 1000;

    private final DiskQueue queue;
    private final String name;
    private final WhenFull whenFull;
    /** What is leased or given back, by its first sequence number. */
    private final TreeMap<Long, Range> unfinished = new TreeMap<>();
    /** The part of {@link #unfinished} that was given back. */
    private final TreeMap<Long, Range> returned = new TreeMap<>();
    /** Who waits in {@link #take}; only the first is woken, and wakes the next. */
    private final Deque<Condition> takers = new ArrayDeque<>();

    /** Held by the worker that reads new events, before the queue's lock. */
    private final ReentrantLock reading = new ReentrantLock();

    private final Walk walk;
    private Optional<Block> block = Optional.empty();
    private int failures;
    private long lastFailure;

    /** What an earlier run had finished behind {@link #next}: its first sequence number, and the one after its last. */
    private final TreeMap<Long, Long> beyond = new TreeMap<>();

    private long inHand;
    private long next;
    /** The id of the last event before {@link #next}, or a higher one that is settled, too. */
    private long lastId;

    private long lost;
    private long dropped;
    private boolean open = true;
    private volatile boolean closing;
    private Place parkedAt;

    DiskCursor(DiskQueue queue, String name, WhenFull whenFull, Place start, Walk walk) {
        this.queue = queue;
        this.name = name;
        this.whenFull = whenFull;
        this.next = start.sequence();
        this.lastId = start.position();
        start.beyond().forEach(span -> beyond.put(span.from(), span.to()));
        passBeyond();
        this.walk = walk;
    }

    /** Goes on behind what was finished by an earlier run. Under the queue's lock. */
    private void passBeyond() {
        while (!beyond.isEmpty() && beyond.firstKey() <= next) {
            next = Math.max(next, beyond.pollFirstEntry().getValue());
        }
    }

    @Override
    public Lease take(int maxEvents, long maxBytes, Duration wait) throws InterruptedException {
        if (maxEvents < 1) {
            throw new IllegalArgumentException("a lease has room for at least one event");
        }
        long deadline = System.nanoTime() + saturatedNanos(wait);
        while (true) {
            Pick pick = new Pick(maxEvents, maxBytes);
            DiskLease lease = new DiskLease(this, pick.events());
            boolean more;
            queue.lock().lockInterruptibly();
            try {
                await(deadline);
                if (isOver()) {
                    return lease;
                }
                takeReturned(pick, lease);
                more = returned.isEmpty() && next < queue.readableEnd();
            } finally {
                wakeNext();
                queue.lock().unlock();
            }
            boolean failed;
            try {
                failed = more && !readNew(pick, lease);
            } catch (RuntimeException | Error e) {
                lease.close();
                throw e;
            }
            if (!lease.ranges().isEmpty() || deadline - System.nanoTime() <= 0) {
                return lease;
            }
            if (failed) {
                pause(deadline);
            }
        }
    }

    private boolean isOver() {
        return !open || !queue.isOpen();
    }

    private void await(long deadline) throws InterruptedException {
        Condition wake = null;
        try {
            while (!isOver() && returned.isEmpty() && next >= queue.readableEnd()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return;
                }
                if (wake == null) {
                    wake = queue.lock().newCondition();
                    takers.addLast(wake);
                }
                wake.awaitNanos(left);
            }
        } finally {
            takers.remove(wake);
        }
    }

    /** The disk does not give what is asked for; waits before it is asked again. */
    private void pause(long deadline) throws InterruptedException {
        long nanos = Math.min(deadline - System.nanoTime(), queue.retryNanos());
        Condition wake = queue.lock().newCondition();
        queue.lock().lockInterruptibly();
        try {
            if (!isOver() && nanos > 0) {
                takers.addLast(wake);
                wake.awaitNanos(nanos);
            }
        } finally {
            takers.remove(wake);
            queue.lock().unlock();
        }
    }

    private void takeReturned(Pick pick, DiskLease lease) {
        while (!returned.isEmpty()) {
            Range range = returned.firstEntry().getValue();
            int count = 0;
            List<QueuedEvent> rest = range.rest();
            while (count < rest.size() && pick.take(rest.get(count))) {
                count++;
            }
            if (count == 0) {
                return;
            }
            returned.remove(range.from);
            Range taken = new Range(range.from, rest.subList(0, count));
            unfinished.put(taken.from, taken);
            lease.add(taken);
            if (count < rest.size()) {
                Range left = new Range(taken.to, rest.subList(count, rest.size()));
                unfinished.put(left.from, left);
                returned.put(left.from, left);
                return;
            }
        }
    }

    /** Reads on from where the last one stopped. @return false if the disk failed */
    private boolean readNew(Pick pick, DiskLease lease) throws InterruptedException {
        boolean hurried = !lease.ranges().isEmpty(); // there is something to give, so nothing is waited for
        if (hurried && !reading.tryLock()) {
            return true;
        }
        if (!hurried) {
            reading.lockInterruptibly();
        }
        try {
            return read(pick, lease);
        } catch (NotNowException e) {
            queue.cannotRead(name, e.getMessage());
            return false;
        } catch (IOException e) {
            queue.cannotRead(name, Committer.rootOf(e));
            if (isAnotherTry() && ++failures >= TRIES) {
                failures = 0;
                walk.giveUp().ifPresent(segment -> queue.damaged(segment, Committer.rootOf(e)));
            }
            return false;
        } finally {
            reading.unlock();
            if (closing) {
                leaveFiles();
            }
        }
    }

    /** However often it is asked for, tries that follow each other at once count as one. */
    private boolean isAnotherTry() {
        long now = System.nanoTime();
        boolean another =
                failures == 0 || now - lastFailure >= Math.min(queue.retryNanos() << failures, queue.maxRetryNanos());
        lastFailure = another ? now : lastFailure;
        return another;
    }

    private boolean read(Pick pick, DiskLease lease) throws IOException {
        long from;
        long end;
        queue.lock().lock();
        try {
            from = next;
            end = beyond.isEmpty() ? queue.readableEnd() : Math.min(queue.readableEnd(), beyond.firstKey());
        } finally {
            queue.lock().unlock();
        }
        int before = pick.events().size();
        long at = from;
        while (at < end) {
            Optional<Segment> gapIn = Optional.empty();
            if (block.isEmpty() || !block.get().holds(at)) {
                block = queue.inTail(at);
                if (block.isEmpty()) {
                    Walk.Found found;
                    try {
                        found = find(at);
                    } catch (IOException e) {
                        if (at == from) {
                            throw e;
                        }
                        break; // what was read is given; the next call meets it again
                    }
                    block = found.block();
                    gapIn = found.gapIn();
                }
            }
            long start = block.map(Block::firstSequence).orElse(end);
            if (at > from && start > at) {
                break; // what is missing is told with the next call
            }
            if (start > at) {
                from = Math.min(start, end);
                at = from;
                lose(from, gapIn);
                continue;
            }
            long stop = Math.min(end, block.get().endSequence());
            while (at < stop && pick.take(block.get().at(at))) {
                at++;
            }
            if (at < stop) {
                break;
            }
        }
        if (failures > 0) {
            failures = 0;
            queue.canRead(name);
        }
        register(from, at, pick, before, lease);
        return true;
    }

    /** Before anything is called lost, all files are opened anew and looked through once more. */
    private Walk.Found find(long sequence) throws IOException {
        Walk.Found found = walk.find(sequence);
        if (!found.holds(sequence)) {
            walk.leave();
            found = walk.find(sequence);
        }
        return found;
    }

    private void lose(long to, Optional<Segment> gapIn) {
        long count;
        queue.lock().lock();
        try {
            count = Math.max(0, to - next);
            next = Math.max(next, to);
            passBeyond();
            lost += count;
        } finally {
            queue.lock().unlock();
        }
        if (count > 0) {
            queue.lost(name, count, gapIn);
        }
    }

    /** @param before how many events were in {@code pick} before these */
    private void register(long from, long to, Pick pick, int before, DiskLease lease) {
        if (from == to) {
            return;
        }
        List<QueuedEvent> events = pick.from(before);
        queue.lock().lock();
        try {
            lastId = Math.max(lastId, events.get(events.size() - 1).id());
            int gone = (int) Math.min(events.size(), Math.max(0, next - from)); // dropped meanwhile
            pick.remove(before, gone);
            next = Math.max(next, to);
            passBeyond();
            if (gone < events.size()) {
                Range range = new Range(from + gone, events.subList(gone, events.size()));
                unfinished.put(range.from, range);
                inHand += range.size();
                lease.add(range);
            }
        } finally {
            queue.lock().unlock();
        }
    }

    void done(DiskLease lease) {
        queue.lock().lock();
        try {
            if (lease.end() && open) {
                for (Range range : lease.ranges()) {
                    if (range.size() > 0) {
                        unfinished.remove(range.from);
                        inHand -= range.size();
                    }
                }
                queue.settled();
            }
        } finally {
            queue.lock().unlock();
        }
    }

    void giveBack(DiskLease lease) {
        queue.lock().lock();
        try {
            if (lease.end() && open) {
                for (Range range : lease.ranges()) {
                    range.lease = null;
                    if (range.size() > 0) {
                        returned.put(range.from, range);
                    }
                }
                wakeNext();
            }
        } finally {
            queue.lock().unlock();
        }
    }

    int dropped(DiskLease lease) {
        queue.lock().lock();
        try {
            return lease.droppedSoFar();
        } finally {
            queue.lock().unlock();
        }
    }

    /** Drops all that lies before {@code sequence}, leased events included. Under the queue's lock. */
    void dropTo(long sequence, long id) {
        long count = 0;
        while (!unfinished.isEmpty() && unfinished.firstKey() < sequence) {
            Range range = unfinished.pollFirstEntry().getValue();
            returned.remove(range.from);
            long gone = Math.min(range.to, sequence) - range.from;
            count += gone;
            range.from += gone;
            if (range.lease != null) {
                range.lease.drop(gone);
            }
            if (range.size() > 0) {
                unfinished.put(range.from, range);
                if (range.lease == null) {
                    returned.put(range.from, range);
                }
            }
        }
        inHand -= count;
        if (next < sequence) {
            count += new Place(next, lastId, spansBeyond()).backlog(sequence);
            next = sequence;
            passBeyond();
            lastId = Math.max(lastId, id);
        }
        dropped += count;
    }

    WhenFull whenFull() {
        return whenFull;
    }

    String name() {
        return name;
    }

    /** There is something new. Under the queue's lock. */
    void arrived() {
        Condition taker = takers.peekFirst();
        if (taker != null) {
            taker.signal();
        }
    }

    private void wakeNext() {
        if (!returned.isEmpty() || next < queue.readableEnd()) {
            arrived();
        }
    }

    /** Under the queue's lock. */
    void wakeAll() {
        takers.forEach(Condition::signal);
    }

    /** The sequence number of the first event that is not finished. Under the queue's lock. */
    long low() {
        Map.Entry<Long, Range> first = unfinished.firstEntry();
        return first == null ? next : first.getKey();
    }

    /** Where to go on after a restart. Under the queue's lock. */
    Place place() {
        return open ? new Place(low(), finished(), done()) : parkedAt;
    }

    /** What is done behind {@link #low}. */
    private List<Span> done() {
        List<Span> done = new ArrayList<>();
        long at = low();
        for (Range range : unfinished.values()) {
            if (range.from > at) {
                done.add(new Span(at, range.from));
            }
            at = range.to;
        }
        if (!unfinished.isEmpty() && next > at) {
            done.add(new Span(at, next));
        }
        done.addAll(spansBeyond());
        return done.size() <= MOST_SPANS ? done : done.subList(0, MOST_SPANS);
    }

    private List<Span> spansBeyond() {
        List<Span> spans = new ArrayList<>();
        beyond.forEach((from, to) -> spans.add(new Span(from, to)));
        return spans;
    }

    private long finished() {
        Map.Entry<Long, Range> first = unfinished.firstEntry();
        if (first != null) {
            return first.getValue().first().id() - 1;
        }
        if (next >= queue.readableEnd()) {
            return Math.max(lastId, queue.readableId());
        }
        return queue.inTailLocked(next).map(known -> known.at(next).id() - 1).orElse(lastId);
    }

    @Override
    public long position() {
        queue.lock().lock();
        try {
            return place().position();
        } finally {
            queue.lock().unlock();
        }
    }

    @Override
    public long backlog() {
        queue.lock().lock();
        try {
            return open ? new Place(next, lastId, spansBeyond()).backlog(queue.readableEnd()) + inHand : 0;
        } finally {
            queue.lock().unlock();
        }
    }

    @Override
    public long lost() {
        queue.lock().lock();
        try {
            return lost;
        } finally {
            queue.lock().unlock();
        }
    }

    @Override
    public long dropped() {
        queue.lock().lock();
        try {
            return dropped;
        } finally {
            queue.lock().unlock();
        }
    }

    @Override
    public void close() {
        boolean first;
        queue.lock().lock();
        try {
            first = open;
            if (first) {
                parkedAt = place();
                open = false;
                wakeAll();
                queue.park(this, parkedAt);
                unfinished.clear();
                returned.clear();
            }
        } finally {
            queue.lock().unlock();
        }
        if (first) {
            leaveFiles();
        }
    }

    /** Lets go of the file, unless a worker is still reading in it; that one will. */
    void leaveFiles() {
        closing = true;
        if (reading.tryLock()) {
            try {
                walk.close();
                block = Optional.empty();
            } finally {
                reading.unlock();
            }
        }
    }

    /** Lets go of a file that is passed, so that it can be deleted. @return false if a worker reads in it just now */
    boolean leave(Segment segment) {
        if (!walk.isIn(segment)) {
            return true;
        }
        if (!reading.tryLock()) {
            return false;
        }
        try {
            walk.leave();
            return true;
        } finally {
            reading.unlock();
        }
    }

    private static long saturatedNanos(Duration duration) {
        Duration most = Duration.ofDays(365);
        return duration.compareTo(most) > 0 ? most.toNanos() : Math.max(0, TimeUnit.NANOSECONDS.convert(duration));
    }
}

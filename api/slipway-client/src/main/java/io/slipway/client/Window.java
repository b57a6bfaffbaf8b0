package io.slipway.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bounds the events that a client keeps, in bytes and in number.
 *
 * <p>Any thread may call. Those who wait are served in order of arrival. What is larger than the whole window comes in
 * once the window is empty.
 */
final class Window {

    private final ReentrantLock turn = new ReentrantLock(true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final long maxBytes;
    private final int maxEvents;
    private long bytes;
    private long events;
    private boolean closed;

    Window(long maxBytes, int maxEvents) {
        this.maxBytes = maxBytes;
        this.maxEvents = maxEvents;
    }

    /**
     * Waits until there is room and takes it.
     *
     * @return false if there was none within {@code nanos}
     * @throws IllegalStateException if the window is or becomes closed
     */
    boolean take(long moreBytes, int moreEvents, long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        if (!turn.tryLock(nanos, TimeUnit.NANOSECONDS)) {
            return false;
        }
        try {
            return takeInTurn(moreBytes, moreEvents, end);
        } finally {
            turn.unlock();
        }
    }

    /** Takes room if there is some now and no one waits for it. */
    boolean takeNow(long moreBytes, int moreEvents) {
        if (turn.hasQueuedThreads() || !turn.tryLock()) {
            return false;
        }
        try {
            lock.lock();
            try {
                return took(moreBytes, moreEvents);
            } finally {
                lock.unlock();
            }
        } finally {
            turn.unlock();
        }
    }

    private boolean took(long moreBytes, int moreEvents) {
        if (closed) {
            throw new IllegalStateException("The client is closed.");
        }
        if (!fits(moreBytes, moreEvents)) {
            return false;
        }
        bytes += moreBytes;
        events += moreEvents;
        return true;
    }

    private boolean takeInTurn(long moreBytes, int moreEvents, long end) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!took(moreBytes, moreEvents)) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                room.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(long moreBytes, int moreEvents) {
        return events == 0 || (bytes + moreBytes <= maxBytes && events + moreEvents <= maxEvents);
    }

    /** Gives room back. */
    void give(long fewerBytes, int fewerEvents) {
        lock.lock();
        try {
            bytes -= fewerBytes;
            events -= fewerEvents;
            room.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends every wait, now and later. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

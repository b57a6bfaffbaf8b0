package io.slipway.pipeline;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets a thread wait. It is woken by an interrupt and by nothing else; clocks that jump do not matter. */
@FunctionalInterface
interface Pause {

    void await(long nanos) throws InterruptedException;

    /** Waits in true time. Safe for all threads. */
    static Pause real() {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        return nanos -> {
            lock.lockInterruptibly();
            try {
                long left = nanos;
                while (left > 0) {
                    left = never.awaitNanos(left);
                }
            } finally {
                lock.unlock();
            }
        };
    }
}

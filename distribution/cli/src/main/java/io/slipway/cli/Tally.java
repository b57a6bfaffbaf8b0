package io.slipway.cli;

import java.util.concurrent.atomic.LongAdder;

/** What became of the events of a command so far. Counted by several threads. */
final class Tally {

    private final LongAdder published = new LongAdder();
    private final LongAdder persisted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private long open;

    /** Events were handed to the client in one call. */
    synchronized void publishing(int events) {
        published.add(events);
        open++;
    }

    /** Of one call, nothing is open any more. */
    synchronized void settled(int nowPersisted, int nowRefused) {
        persisted.add(nowPersisted);
        refused.add(nowRefused);
        open--;
        notifyAll();
    }

    void unreadableLine() {
        unreadable.increment();
    }

    /** Waits until no call is open; whoever interrupts has its reason. */
    synchronized void awaitSettled() throws InterruptedException {
        while (open > 0) {
            wait();
        }
    }

    long published() {
        return published.sum();
    }

    long persisted() {
        return persisted.sum();
    }

    long refused() {
        return refused.sum();
    }

    /** Lines that could not be made an event. */
    long unreadable() {
        return unreadable.sum();
    }

    boolean allPersisted() {
        return persisted() == published() && unreadable() == 0;
    }
}

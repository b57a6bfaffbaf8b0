package io.slipway.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks now and then whether a command gets on: interrupts its thread once a number has not risen for too long, and shows how far it is.
 *
 * <p>Belongs to the thread that it watches; looks in one of its own.
 */
final class Watch {

    /** What is watched. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static final long EVERY_MS = 100;

    private final Thread watched = Thread.currentThread();
    private final LongSupplier progress;
    private final long patienceNanos;
    private final Runnable show;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(Watch::daemon);

    private long last = -1;
    private long lastRise = System.nanoTime();
    private boolean closed;

    private Watch(LongSupplier progress, Duration patience, Runnable show) {
        this.progress = progress;
        this.patienceNanos = patience.toNanos();
        this.show = show;
    }

    /**
     * Runs {@code work} in this thread.
     *
     * @param progress rises as long as the work gets on
     * @param patience how long it may not rise
     * @param show called now and then, in another thread
     * @throws InterruptedException if the work was given up
     */
    static void over(Work work, LongSupplier progress, Duration patience, Runnable show)
            throws IOException, InterruptedException {
        Watch watch = new Watch(progress, patience, show);
        watch.looking.scheduleWithFixedDelay(watch::look, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
        try {
            work.run();
        } finally {
            watch.end();
        }
    }

    private synchronized void look() {
        if (closed) {
            return;
        }
        show.run();
        long now = progress.getAsLong();
        if (now != last) {
            last = now;
            lastRise = System.nanoTime();
        } else if (System.nanoTime() - lastRise > patienceNanos) {
            watched.interrupt();
            closed = true;
        }
    }

    /** After this the thread is not interrupted any more. */
    private synchronized void end() {
        closed = true;
        looking.shutdownNow();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "slipway-watch");
        thread.setDaemon(true);
        return thread;
    }
}

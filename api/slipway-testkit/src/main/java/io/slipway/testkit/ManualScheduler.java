package io.slipway.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A scheduler that runs tasks when {@link ManualTime} is moved, on the thread that moves it. Safe for all threads. */
public final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>(
            Comparator.comparingLong((Task<?> task) -> task.due).thenComparingLong(task -> task.order));
    private long now;
    private long scheduled;
    private boolean shutdown;

    ManualScheduler() {}

    /** How many tasks wait for their time. */
    public synchronized int waiting() {
        return tasks.size();
    }

    synchronized long now() {
        return now;
    }

    void advance(long nanos) {
        long end = now() + nanos;
        for (Task<?> task = next(end); task != null; task = next(end)) {
            task.runOnce();
        }
    }

    private synchronized Task<?> next(long end) {
        Task<?> first = tasks.peek();
        if (first == null || first.due > end) {
            now = end;
            return null;
        }
        now = Math.max(now, first.due);
        return tasks.poll();
    }

    private synchronized <V> Task<V> add(Task<V> task) {
        if (shutdown) {
            throw new RejectedExecutionException("scheduler is shut down");
        }
        task.order = scheduled++;
        tasks.add(task);
        return task;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(new Task<>(Executors.callable(command), now() + unit.toNanos(delay), 0));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(new Task<>(callable, now() + unit.toNanos(delay), 0));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long delay, long period, TimeUnit unit) {
        return add(new Task<>(Executors.callable(command), now() + unit.toNanos(delay), unit.toNanos(period)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
        return scheduleAtFixedRate(command, first, delay, unit);
    }

    /** Runs {@code command} when time is moved next, even by nothing. */
    @Override
    public void execute(Runnable command) {
        add(new Task<>(Executors.callable(command), now(), 0));
    }

    @Override
    public synchronized void shutdown() {
        shutdown = true;
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> left = new ArrayList<>(tasks);
        tasks.clear();
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return shutdown && tasks.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }

    private synchronized void remove(Task<?> task) {
        tasks.remove(task);
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private final long period;
        private volatile long due;
        private long order;

        Task(Callable<V> work, long due, long period) {
            super(work);
            this.due = due;
            this.period = period;
        }

        void runOnce() {
            if (period == 0) {
                run();
            } else if (runAndReset()) {
                due += period;
                add(this);
            }
        }

        @Override
        public boolean cancel(boolean interrupt) {
            remove(this);
            return super.cancel(interrupt);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - now(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}

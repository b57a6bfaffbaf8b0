package io.slipway.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One plugin instance's share of the host's scheduler: its tasks run under the plugin's class loader, and all that are
 * left are cancelled when the instance closes. Safe for all threads.
 */
final class InstanceScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private static final int TIDY_AFTER = 64;

    private final ScheduledExecutorService shared;
    private final PluginBundle plugin;
    private final Set<Future<?>> tasks = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    InstanceScheduler(ScheduledExecutorService shared, PluginBundle plugin) {
        this.shared = shared;
        this.plugin = plugin;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return keep(shared.schedule(() -> plugin.call(Executors.callable(command)), delay, unit));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return keep(shared.schedule(() -> plugin.call(callable), delay, unit));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return keep(shared.scheduleAtFixedRate(loaded(command), initialDelay, period, unit));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return keep(shared.scheduleWithFixedDelay(loaded(command), initialDelay, delay, unit));
    }

    @Override
    public void execute(Runnable command) {
        schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public void shutdown() {
        shutdownNow();
    }

    @Override
    public List<Runnable> shutdownNow() {
        closed = true;
        tasks.forEach(task -> task.cancel(false));
        tasks.clear();
        return new ArrayList<>();
    }

    @Override
    public boolean isShutdown() {
        return closed;
    }

    @Override
    public boolean isTerminated() {
        return closed;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return closed;
    }

    private Runnable loaded(Runnable command) {
        return () -> {
            try {
                plugin.call(Executors.callable(command));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private <F extends Future<?>> F keep(F task) {
        if (tasks.size() > TIDY_AFTER) {
            tasks.removeIf(Future::isDone);
        }
        tasks.add(task);
        if (closed) {
            task.cancel(false);
            throw new RejectedExecutionException("the instance is closed");
        }
        return task;
    }
}

package io.slipway.queue.memory;

import io.slipway.api.plugin.Health;
import io.slipway.api.plugin.PluginContext;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Gives ids. They are reserved on disk in blocks, each long before the one in use is spent, so an id is never waited for
 * unless the disk fails for many seconds. After a crash the rest of the block is skipped.
 *
 * <p>{@link #last}, {@link #has} and {@link #next} belong under the queue's lock; files are touched by a thread of its
 * own, which is there only while there is something to write, and does nothing more once closed.
 */
final class Ids {

    private static final long BLOCK = 1L << 26;

    private final IdMark mark;
    private final PluginContext context;
    private final LongConsumer reservedMore;
    private final ThreadPoolExecutor files = new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Ids::thread,
            new ThreadPoolExecutor.DiscardPolicy());
    private long last;
    private long reserved;
    private boolean reserving;

    /** @param reservedMore told the new bound once there is one, on the thread for files */
    private Ids(IdMark mark, PluginContext context, LongConsumer reservedMore) {
        this.mark = mark;
        this.context = context;
        this.reservedMore = reservedMore;
        files.allowCoreThreadTimeOut(true);
    }

    /** @throws IOException if the mark cannot be read or written */
    static Ids open(PluginContext context, LongConsumer reservedMore) throws IOException {
        Ids ids = new Ids(new IdMark(context.folder(), context.name(), context.clock()), context, reservedMore);
        try {
            CompletableFuture.runAsync(ids::start, ids.files).join();
        } catch (CompletionException e) {
            ids.files.shutdown();
            if (e.getCause() instanceof IOException cause) {
                throw unwritable(cause);
            }
            throw e;
        }
        return ids;
    }

    private void start() {
        try {
            last = mark.read();
            reserved = last + BLOCK;
            mark.write(reserved);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** The last id given; those before this run count. */
    long last() {
        return last;
    }

    /** Whether there are so many; sees to it that soon there will be. */
    boolean has(int count) {
        if (reserved - last < BLOCK / 2 && !reserving) {
            reserving = true;
            long bound = reserved + BLOCK;
            files.execute(() -> reserve(bound, false));
        }
        return reserved - last >= count;
    }

    /** Gives {@code count} ids and returns the first. */
    long next(int count) {
        long first = last + 1;
        last += count;
        return first;
    }

    /** The bound that was told to {@code reservedMore} is on disk. */
    void reserved(long bound) {
        reserved = bound;
        reserving = false;
    }

    private void reserve(long bound, boolean again) {
        try {
            mark.write(bound);
        } catch (IOException e) {
            context.health(Health.degraded(unwritable(e).getMessage()));
            retryLater(bound);
            return;
        }
        if (again) {
            context.health(Health.HEALTHY);
        }
        reservedMore.accept(bound);
    }

    private void retryLater(long bound) {
        Runnable retry = () -> files.execute(() -> reserve(bound, true));
        try {
            context.scheduler().schedule(retry, 1, TimeUnit.SECONDS);
        } catch (RejectedExecutionException closing) {
            // The host is stopping; nobody waits for ids any more.
        }
    }

    /** Gives back what was reserved and not used, if the disk lets it; if not, ids jump. After the last id was given. */
    void close(long lastGiven) {
        files.execute(() -> giveBack(lastGiven));
        files.shutdown();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    files.awaitTermination(10, TimeUnit.SECONDS);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void giveBack(long lastGiven) {
        try {
            mark.write(lastGiven);
        } catch (IOException e) {
            // The mark on disk is still above every id, so nothing is wrong; the next run begins higher.
        }
    }

    private static IOException unwritable(IOException cause) {
        return new IOException(
                "cannot keep the highest id (" + cause + "). Free space or mend the rights of its folder.", cause);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "slipway-queue-memory-ids");
        thread.setDaemon(true);
        return thread;
    }
}

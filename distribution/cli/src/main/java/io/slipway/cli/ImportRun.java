package io.slipway.cli;

import io.slipway.cli.libbeat.EncryptionKey;
import io.slipway.cli.libbeat.Progress.Mark;
import io.slipway.cli.libbeat.QueueFolder;
import io.slipway.cli.libbeat.Segment;
import io.slipway.cli.libbeat.SegmentReader;
import io.slipway.cli.libbeat.UnreadableException;
import io.slipway.client.Publisher;
import io.slipway.client.Settled;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends a queue's events in order and keeps the progress file at what is persisted.
 *
 * <p>Each event is a publication of its own, whose end is known by itself; the client sends them in larger requests. Events on their way are bounded by the client's window. As long as the shipper took none, what it
 * refused does not count as done: most likely its configuration is to be changed. For one thread; {@link #persisted} and the like may be
 * asked by any.
 */
final class ImportRun {

    /** How an import is to be done. */
    record Choices(String input, boolean delete) {}

    /**
     * An event on its way, or, without a future, the end of a segment.
     *
     * @param done what may be kept once this and all before it are settled
     */
    private record Sent(Segment segment, long offset, CompletableFuture<Settled> future, Mark done) {}

    private static final long SAVE_NANOS = 100_000_000;
    private static final int MOST_REFUSED = 1000;
    private static final int SETTLE_EVERY = 256;

    private final QueueFolder queue;
    private final EncryptionKey key;
    private final Publisher publisher;
    private final ImportFindings findings;
    private final Choices choices;

    private final Queue<Sent> sent = new ArrayDeque<>();
    private final AtomicLong moved = new AtomicLong();
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong persisted = new AtomicLong();
    private long refused;
    private long refusedHere;
    private long lost;
    private long kept;
    private long saved = System.nanoTime();

    ImportRun(QueueFolder queue, EncryptionKey key, Publisher publisher, ImportFindings findings, Choices choices) {
        this.queue = queue;
        this.key = key;
        this.publisher = publisher;
        this.findings = findings;
        this.choices = choices;
    }

    /**
     * Sends everything and waits until it is persisted.
     *
     * @return false if it was given up: nothing more was persisted for as long as {@code patience}, or everything was refused
     */
    boolean sendAll(Duration patience, ProgressLine line) throws IOException {
        queue.progress().save();
        try {
            Watch.over(this::work, moved::get, patience, () -> line.show(0, 0, words()));
            return !allRefused();
        } catch (InterruptedException e) {
            return false;
        } finally {
            line.clear();
            keepWhatIsSettled();
        }
    }

    long published() {
        return published.get();
    }

    long persisted() {
        return persisted.get();
    }

    long refused() {
        return refused;
    }

    /** How many events could not be read, at least. */
    long lost() {
        return lost;
    }

    /** How many segments were to be deleted and were not, as something of them is missing. */
    long kept() {
        return kept;
    }

    /** Whether the shipper took nothing of what it was given. */
    boolean allRefused() {
        return refused > 0 && persisted.get() == 0;
    }

    /** Whether all could be read, and was persisted. */
    boolean complete() {
        return findings.places() == 0 && persisted.get() == published.get();
    }

    private void work() throws IOException, InterruptedException {
        for (Segment segment : queue.segments()) {
            if (queue.imported(segment)) {
                sent.add(new Sent(segment, 0, null, queue.progress().of(segment)));
            } else {
                read(segment);
            }
            settle(false);
        }
        settle(true);
    }

    private void read(Segment segment) throws IOException, InterruptedException {
        try (SegmentReader reader = queue.reader(segment, key, choices.input(), findings::damage)) {
            Mark before = queue.progress().of(segment);
            boolean wholeBefore = before == null || before.whole();
            int since = 0;
            while (reader.next() && !refusesEverything()) {
                publish(segment, reader, wholeBefore);
                if (++since % SETTLE_EVERY == 0) {
                    settle(false);
                }
            }
            lost += reader.lost();
            boolean whole = wholeBefore && !reader.damaged();
            Mark end = new Mark(reader.offset(), reader.frame(), reader.brokeOff() ? 0 : segment.size(), whole);
            sent.add(new Sent(segment, reader.offset(), null, end));
        } catch (UnreadableException e) {
            findings.damage(segment.file(), 0, e.getMessage());
            lost++;
            sent.add(new Sent(segment, 0, null, new Mark(0, 0, 0, false)));
        }
    }

    private void publish(Segment segment, SegmentReader reader, boolean wholeBefore) throws InterruptedException {
        byte[] event = reader.event().toByteArray();
        published.incrementAndGet();
        moved.incrementAndGet();
        CompletableFuture<Settled> future =
                publisher.publishRaw(List.of(event)).persisted().toCompletableFuture();
        future.thenRun(moved::incrementAndGet);
        Mark behind = new Mark(reader.offset(), reader.frame(), 0, wholeBefore && !reader.damaged());
        sent.add(new Sent(segment, reader.eventOffset(), future, behind));
    }

    /** Takes note of what is settled, in order; if {@code all}, waits for it. */
    private void settle(boolean all) throws IOException, InterruptedException {
        while (!sent.isEmpty() && !refusesEverything() && (all || isSettled(sent.peek()))) {
            Sent first = sent.peek();
            if (all && !isSettled(first)) {
                await(first.future);
            }
            sent.remove();
            note(first);
            if (System.nanoTime() - saved > SAVE_NANOS) {
                save();
            }
        }
    }

    private void note(Sent first) throws IOException {
        if (first.future == null) {
            finish(first);
            return;
        }
        Settled settled = first.future.join();
        persisted.addAndGet(settled.persisted());
        if (!settled.refused().isEmpty()) {
            refused++;
            refusedHere++;
            findings.refused(
                    first.segment.file(), first.offset, settled.refused().get(0).reason());
        }
        move(first.segment, first.done);
    }

    private void finish(Sent end) throws IOException {
        boolean whole = end.done.whole() && refusedHere == 0;
        move(end.segment, end.done);
        refusedHere = 0;
        if (!choices.delete()) {
            return;
        }
        if (whole && !allRefused()) {
            save();
            Files.delete(end.segment.file());
            queue.progress().forget(end.segment.id());
        } else {
            kept++;
        }
    }

    private void move(Segment segment, Mark to) throws IOException {
        if (!allRefused()) {
            boolean whole = to.whole() && refusedHere == 0;
            queue.progress().moved(segment, new Mark(to.offset(), to.frame(), to.size(), whole));
        }
    }

    private void save() throws IOException {
        queue.progress().save();
        saved = System.nanoTime();
    }

    /** At the end, however it came: what was settled meanwhile is noted too. */
    private void keepWhatIsSettled() throws IOException {
        boolean interrupted = Thread.interrupted(); // else nothing could be written
        while (!sent.isEmpty() && isSettled(sent.peek())) {
            note(sent.remove());
        }
        save();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean refusesEverything() {
        return refused >= MOST_REFUSED && allRefused();
    }

    private String words() {
        return String.format(Locale.ROOT, "%,d events sent, %,d persisted", published.get(), persisted.get());
    }

    private static boolean isSettled(Sent one) {
        return one.future == null || one.future.isDone() && !one.future.isCompletedExceptionally();
    }

    private static void await(CompletableFuture<Settled> future) throws InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}

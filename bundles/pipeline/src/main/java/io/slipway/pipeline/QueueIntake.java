package io.slipway.pipeline;

import io.slipway.api.queue.Append;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.intake.Intake;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events into the queue, and what is bad among them into the intake's dead letters.
 *
 * <p>A bad event's letter is synced before its request is answered. If there is no room for it, what is before it is
 * taken and the client has to come again; if the disk fails only after the queue has given ids, the answer also ends
 * before it, and the good events behind it may arrive twice.
 */
final class QueueIntake implements Intake, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QueueIntake.class);
    private static final String FULL =
            "dead letters of the intake are full; an operator has to remove some before this event can be taken";

    private final Path folder;
    private final PipelinePlan.DeadLetters bounds;
    private final InstantSource clock;
    private final ExecutorService letterThread;
    private final LongAdder stored = new LongAdder();
    private final LongAdder deadLettered = new LongAdder();
    private final Limited aside = new Limited(System::nanoTime);
    private final Limited unwritten = new Limited(System::nanoTime);
    private volatile String reason = "shipper is initializing";
    /** For a queue that keeps nothing: then each run is a new beginning. */
    private final String ownUuid = UUID.randomUUID().toString();

    private volatile DeadLetters letters;
    private volatile EventQueue queue;

    QueueIntake(DataFolder data, PipelinePlan.DeadLetters bounds, InstantSource clock) {
        this.folder = data.intakeLetters();
        this.bounds = bounds;
        this.letters = new DeadLetters(folder, bounds, Sealing.CLEAR); // nothing is taken before it is replaced
        this.clock = clock;
        this.letterThread = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "intake-dead-letters");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** From now on events are taken, and bad ones put aside as {@code sealing} does. */
    void open(EventQueue opened, Sealing sealing) {
        letters = new DeadLetters(folder, bounds, sealing);
        queue = opened;
        reason = "";
    }

    /** No events are taken, for this reason. */
    void refuse(String why) {
        reason = why;
    }

    @Override
    public Optional<String> unavailable() {
        String why = reason;
        return why.isEmpty() ? Optional.empty() : Optional.of(why);
    }

    @Override
    public String uuid() {
        EventQueue open = queue;
        String generation = open == null ? "" : open.generation();
        return generation.isEmpty() ? ownUuid : generation;
    }

    @Override
    public int maxEventSize() {
        EventQueue open = queue;
        return open == null ? Integer.MAX_VALUE : open.maxEventSize();
    }

    @Override
    public long persisted() {
        EventQueue open = queue;
        return open == null ? 0 : open.persisted();
    }

    /** Events that were stored in the queue since the start. */
    long stored() {
        return stored.sum();
    }

    long deadLettered() {
        return deadLettered.sum();
    }

    @Override
    public Append append(List<Entry> entries, List<Bad> bad) {
        EventQueue open = queue;
        if (open == null) {
            return refused(new QueueClosedException());
        }
        if (bad.isEmpty()) {
            Append append = open.append(entries);
            return new Admission(append::withdraw, counted(append));
        }
        return appendWithLetters(open, entries, bad);
    }

    private CompletionStage<Appended> counted(Append append) {
        CompletableFuture<Appended> outcome = new CompletableFuture<>();
        append.outcome().whenComplete((appended, failure) -> {
            if (failure != null) {
                outcome.completeExceptionally(cause(failure));
            } else {
                stored.add(appended.count());
                outcome.complete(appended);
            }
        });
        return outcome;
    }

    /** The letters are written by a thread of their own, since nobody who appends may be blocked by the disk. */
    private Append appendWithLetters(EventQueue open, List<Entry> entries, List<Bad> bad) {
        int room = room(entries.size(), bad);
        if (room == 0) {
            return refused(new IOException(FULL));
        }
        Append append = open.append(entries.subList(0, room));
        CompletableFuture<Appended> outcome = new CompletableFuture<>();
        append.outcome().whenComplete((appended, failure) -> {
            if (failure != null) {
                outcome.completeExceptionally(cause(failure));
                return;
            }
            try {
                letterThread.execute(() -> writeLetters(appended, bad, outcome));
            } catch (RejectedExecutionException e) {
                outcome.completeExceptionally(new QueueClosedException());
            }
        });
        return new Admission(append::withdraw, outcome);
    }

    /** @return how many of the entries can be taken, as far as room for dead letters goes */
    private int room(int entries, List<Bad> bad) {
        long bytes = 0;
        int count = 0;
        for (Bad event : bad) {
            bytes += event.bytes().length();
            count++;
            try {
                if (!letters.hasRoomFor(bytes, count)) {
                    return event.position();
                }
            } catch (IOException e) {
                return entries; // the write will meet the same and say so
            }
        }
        return entries;
    }

    private void writeLetters(Appended appended, List<Bad> bad, CompletableFuture<Appended> outcome) {
        List<Bad> taken = bad.stream()
                .filter(event -> event.position() < appended.count())
                .toList();
        int safe = 0;
        IOException failure = null;
        try {
            List<DeadLetter> written = taken.stream()
                    .map(event -> DeadLetter.unreadable(
                            appended.firstId() + event.position(), event.bytes(), event.reason(), clock.instant()))
                    .toList();
            while (safe < written.size()) {
                safe += letters.write(written.subList(safe, written.size()), false);
            }
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            outcome.completeExceptionally(e);
            throw e;
        }
        // Before the answer: whoever has it may look at the counts.
        deadLettered.add(safe);
        stored.add(appended.count() - taken.size());
        if (safe > 0) {
            aside.happened(safe, this::tell);
        }
        if (failure == null) {
            outcome.complete(appended);
        } else {
            answerFailure(appended, taken.get(safe).position(), failure, outcome);
        }
    }

    /** What is before the first event without its dead letter is accepted; the client sends the rest again. */
    private void answerFailure(
            Appended appended, int prefix, IOException failure, CompletableFuture<Appended> outcome) {
        unwritten.happened(
                1,
                times -> LOG.error(
                        "intake: cannot write dead letters: {}. Clients have to send again. requests={}",
                        failure.getMessage(),
                        times));
        if (prefix == 0) {
            outcome.completeExceptionally(
                    new IOException("dead letters of the intake cannot be written: " + failure.getMessage(), failure));
        } else {
            outcome.complete(new Appended(appended.firstId(), prefix));
        }
    }

    private void tell(long count) {
        LOG.warn("intake: {} events that cannot be read put aside as dead letters in {}", count, letters.folder());
    }

    void tick() {
        aside.flush(this::tell, false);
    }

    @Override
    public void close() throws IOException {
        refuse("shipper is stopping");
        letterThread.shutdown();
        aside.flush(this::tell, true);
        letters.close();
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static Append refused(Exception why) {
        return new Admission(() -> false, CompletableFuture.failedStage(why));
    }

    /** An append whose outcome comes after the dead letters too. */
    private record Admission(BooleanSupplier withdrawal, CompletionStage<Appended> outcome) implements Append {
        @Override
        public boolean withdraw() {
            return withdrawal.getAsBoolean();
        }
    }
}

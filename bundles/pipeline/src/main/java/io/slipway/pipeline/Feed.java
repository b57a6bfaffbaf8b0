package io.slipway.pipeline;

import io.slipway.api.output.OutputFactory;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Lease;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.status.Status.OutputSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds one output from its cursor: the senders, and what they share. Safe for all threads.
 *
 * <p>What goes wrong with the output stays here; the rest of the run sees only a cursor that does not move.
 */
final class Feed {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);
    private static final Duration LEAST_WAIT = Duration.ofMillis(20);
    private static final Duration DRAINING_WAIT = Duration.ofMillis(50);
    private static final long LAST_CHANCE = TimeUnit.SECONDS.toNanos(1);

    private final Host host;
    private final OutputPlan plan;
    private final Cursor cursor;
    private final long inherited;
    private final DeadLetters letters;
    private final OutputHealth health;
    private final SizeLimit limit;
    private final Tally tally = new Tally();
    private final Limited aside = new Limited(System::nanoTime);
    private final Losses losses;
    private final Limited replayFaults = new Limited(System::nanoTime);
    private final List<Sender> senders = new ArrayList<>();
    private volatile String lastRefusal = "";
    private volatile String lastReplayFault = "";
    private volatile boolean draining;
    private volatile boolean faultTold;
    private volatile boolean stopped;
    private volatile Replay replay;

    Feed(Host host, OutputPlan plan, PipelinePlan.DeadLetters bounds, Sealing sealing, Cursor cursor) {
        this.host = host;
        this.plan = plan;
        this.cursor = cursor;
        this.inherited = cursor.backlog() + cursor.lost() + cursor.dropped();
        this.losses = new Losses(plan.name(), cursor, System::nanoTime);
        this.letters = new DeadLetters(host.data().deadLetters(plan.name()), bounds, sealing);
        this.health = new OutputHealth(plan.name(), cursor::backlog, System::nanoTime);
        this.limit = new SizeLimit(plan.delivery().maximumBatchSize().bytes());
        for (int i = 0; i < plan.delivery().workers(); i++) {
            senders.add(new Sender(this, i));
        }
    }

    void start() {
        senders.forEach(Sender::start);
    }

    Host host() {
        return host;
    }

    OutputPlan plan() {
        return plan;
    }

    OutputHealth health() {
        return health;
    }

    SizeLimit limit() {
        return limit;
    }

    Tally tally() {
        return tally;
    }

    DeadLetters letters() {
        return letters;
    }

    Optional<OutputFactory<?>> factory() {
        return host.plugins().output(plan.type());
    }

    /** @param hurried there is something else to do, so nothing is waited for */
    Lease take(boolean hurried) throws InterruptedException {
        Duration wait = plan.delivery().outputQueueFlushTimeout();
        if (hurried) {
            wait = LEAST_WAIT;
        } else if (draining && wait.compareTo(DRAINING_WAIT) > 0) {
            wait = DRAINING_WAIT;
        } else if (wait.compareTo(LEAST_WAIT) < 0) {
            wait = LEAST_WAIT;
        }
        return losses.watched(cursor.take(plan.delivery().maximumBatchEvents(), limit.bytes(), wait));
    }

    void settled(BatchDelivery batch) {
        tally.delivered.add(batch.delivered());
        if (batch.duplicates() > 0) {
            tally.duplicates.add(batch.duplicates());
        }
        if (batch.deadLettered() > 0) {
            tally.deadLettered.add(batch.deadLettered());
        }
    }

    void putAside(List<BatchDelivery.Refusal> refused) {
        lastRefusal = refused.get(0).reason();
        aside.happened(refused.size(), this::tellRefusals);
    }

    private void tellRefusals(long count) {
        LOG.warn("output {}: {} events put aside as dead letters: {}", plan.name(), count, lastRefusal);
    }

    /** Whether a plugin's bug is to be logged with its stack; once is enough. */
    boolean firstFault() {
        boolean first = !faultTold;
        faultTold = true;
        return first;
    }

    // replay

    /** The replay that is under way. */
    Optional<Replay> replay() {
        Replay current = replay;
        return current == null || current.isOver() ? Optional.empty() : Optional.of(current);
    }

    /** Gives up the current look at the letters; the request stays and is taken up again. */
    void replayFailed(IOException fault) {
        replay = null;
        lastReplayFault = fault.getMessage() == null ? fault.toString() : fault.getMessage();
        replayFaults.happened(1, this::tellReplayFault);
    }

    private void tellReplayFault(long times) {
        LOG.warn(
                "output {}: cannot replay dead letters: {}. Trying again. times={}",
                plan.name(),
                lastReplayFault,
                times);
    }

    /** To be called about once a second: looks for a request to replay, and tells what was held back. */
    void tick() {
        aside.flush(this::tellRefusals, false);
        replayFaults.flush(this::tellReplayFault, false);
        losses.look(false);
        Replay current = replay;
        if (current != null && current.isOver()) {
            replay = null;
        } else if (current == null && !stopped && Files.exists(Replay.request(letters.folder()))) {
            try {
                replay = Replay.begin(letters, host.clock());
                synchronized (senders) {
                    senders.get(0).wake();
                }
            } catch (IOException e) {
                replayFailed(e);
            }
        }
    }

    // changes

    /** Returns once no sender uses a plugin that is gone, or its time is over and it is fenced off. */
    void pluginsChanged() {
        List<Sender> now;
        synchronized (senders) {
            now = List.copyOf(senders);
        }
        faultTold = false;
        now.forEach(Sender::wake);
        long deadline = System.nanoTime() + host.patience().toNanos();
        try {
            for (Sender sender : now) {
                if (!sender.awaitCurrent(deadline) && !stopped) {
                    replace(sender);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void replace(Sender stuck) throws InterruptedException {
        stuck.stop();
        if (!stuck.awaitEnd(System.nanoTime() + LAST_CHANCE)) {
            stuck.fence();
        }
        synchronized (senders) {
            int index = senders.indexOf(stuck);
            if (index < 0 || stopped) {
                return; // replaced already, or nobody may take its place any more
            }
            Sender fresh = new Sender(this, index);
            senders.set(index, fresh);
            fresh.start();
        }
    }

    /** From now on batches are not waited for. */
    void drain() {
        draining = true;
        synchronized (senders) {
            senders.forEach(Sender::wake);
        }
    }

    /** From now on nothing more is taken; what an output has in hand it may end. */
    void finish() {
        synchronized (senders) {
            stopped = true;
            senders.forEach(Sender::finish);
        }
    }

    /** Whether a sender has not ended yet. */
    boolean works() {
        synchronized (senders) {
            return senders.stream().anyMatch(Sender::alive);
        }
    }

    /** Ends the senders; what they have in hand goes back. Those that do not end in time are fenced off. */
    void stop() {
        List<Sender> now;
        synchronized (senders) {
            stopped = true;
            now = List.copyOf(senders);
        }
        long deadline = System.nanoTime() + host.patience().toNanos();
        try {
            now.forEach(Sender::stop);
            for (Sender sender : now) {
                while (!sender.awaitEnd(Math.min(deadline, System.nanoTime() + LAST_CHANCE))
                        && deadline - System.nanoTime() > 0) {
                    sender.stop();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // no more patience
        }
        now.stream().filter(Sender::alive).forEach(Sender::fence);
        aside.flush(this::tellRefusals, true);
        replayFaults.flush(this::tellReplayFault, true);
        losses.look(true);
    }

    /** Lets go of the cursor and the dead letters. @return events left */
    long close() {
        long left = cursor.backlog();
        cursor.close();
        try {
            letters.close();
        } catch (IOException e) {
            LOG.warn("output {}: cannot close its dead letters: {}", plan.name(), e.getMessage());
        }
        return left;
    }

    long backlog() {
        return cursor.backlog();
    }

    /** @param accepted events that were stored in the queue since the start */
    OutputSnapshot snapshot(long accepted) {
        long delivered = tally.delivered.sum();
        long deadLettered = tally.deadLettered.sum();
        long dropped = tally.dropped.sum() + losses.dropped();
        long lost = losses.lost();
        long settled = delivered + deadLettered + dropped + lost;
        long all = Math.max(accepted + inherited, settled);
        return new OutputSnapshot(
                plan.name(),
                plan.type(),
                OutputHealth.worse(health.now(), losses.health()),
                all,
                delivered,
                tally.duplicates.sum(),
                deadLettered,
                dropped,
                lost,
                all - settled,
                tally.retries.sum());
    }
}

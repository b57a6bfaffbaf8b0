package io.slipway.pipeline;

import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.api.serializer.Serializer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings batches to one instance of an output, one after the other, on a thread of its own.
 *
 * <p>The thread is interrupted for two reasons only: to stop, at any time, and for news (of plugins, of letters to
 * replay) while it waits. An interrupt itself means nothing; the flags beside it do. Code of a plugin that will not end
 * is fenced off: its batch goes back, and whatever it answers later is not heard.
 */
final class Sender implements Runnable, BatchDelivery.Hands {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final long LOOK_AGAIN = TimeUnit.SECONDS.toNanos(60);
    private static final long LONGEST_ASKED = TimeUnit.HOURS.toNanos(1);

    private final Feed feed;
    private final int index;
    private final Backoff backoff;
    private final Thread thread;
    private final SenderOutput output;

    private volatile Serializer reading;
    private boolean replaying;
    private boolean busy;

    // guarded by this
    private boolean idle;
    private boolean news;
    private boolean finishing;
    private boolean stopping;
    private boolean fenced;
    private boolean ended;
    private Lease inHand;

    Sender(Feed feed, int index) {
        this.feed = feed;
        this.index = index;
        this.backoff = new Backoff(
                feed.plan().delivery().backoff(),
                () -> ThreadLocalRandom.current().nextDouble());
        this.thread = new Thread(this, "sender-" + feed.plan().name() + "-" + index);
        thread.setDaemon(true);
        this.output = new SenderOutput(feed, index, this::changed);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (!ending()) {
                turn();
            }
        } catch (InterruptedException e) {
            // asked to stop
        } catch (Throwable e) {
            LOG.error(
                    "output {}: a sender ended; restart the shipper.",
                    feed.plan().name(),
                    e);
            feed.health().trouble(index, Health.failed("a sender ended: " + e));
            throw e;
        } finally {
            output.close();
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }
    }

    private void turn() throws InterruptedException {
        try {
            look();
            if (!output.isOpen() && !open()) {
                return;
            }
            Optional<Replay> replay = index == 0 ? feed.replay() : Optional.empty();
            if (replay.isPresent()) {
                replay(replay.get());
            }
            serve(replay.isPresent());
        } catch (InterruptedException e) {
            look(); // only a stop ends the thread; a batch that was in hand has gone back
        } catch (RuntimeException | LinkageError e) {
            LOG.error(
                    "output {}: a fault of the shipper or its queue. Trying again.",
                    feed.plan().name(),
                    e);
            feed.health().trouble(index, Health.failed("a fault of the shipper or its queue: " + e));
            backOff();
        }
    }

    // from the queue to the output

    private void serve(boolean hurried) throws InterruptedException {
        Lease lease = idle(() -> feed.take(hurried));
        if (lease == null) {
            return;
        }
        try (lease) {
            if (!lease.events().isEmpty() && hold(lease)) {
                BatchDelivery batch = new BatchDelivery(
                        events(lease.events()),
                        this,
                        feed.limit(),
                        feed.plan().delivery().maxRetries());
                batch.run();
                finish(lease, batch);
            }
        } finally {
            letGo();
        }
    }

    private List<Event> events(List<QueuedEvent> queued) throws InterruptedException {
        List<Event> events = new ArrayList<>(queued.size());
        Serializer serializer = null;
        String id = "";
        for (QueuedEvent event : queued) {
            if (!event.serializer().equals(id)) {
                id = event.serializer();
                serializer = serializer(id);
            }
            events.add(Event.ofBytes(EventId.of(event.id()), serializer, event.bytes()));
        }
        return events;
    }

    private Serializer serializer(String id) throws InterruptedException {
        while (true) {
            Optional<Serializer> found = feed.host().plugins().serializer(id);
            if (found.isPresent()) {
                reading = found.get();
                return found.get();
            }
            feed.health().trouble(index, Health.failed("the serializer \"" + id + "\" is not installed"));
            await(LOOK_AGAIN);
        }
    }

    private synchronized boolean hold(Lease lease) {
        busy = true;
        inHand = lease;
        return !fenced;
    }

    private synchronized void letGo() {
        busy = false;
        inHand = null;
        reading = null;
        notifyAll();
    }

    private void finish(Lease lease, BatchDelivery batch) {
        synchronized (this) {
            if (fenced) {
                return;
            }
            inHand = null; // from here on it is too late to revoke it
        }
        feed.settled(batch);
        lease.done();
    }

    private void replay(Replay replay) throws InterruptedException {
        busy = true;
        replaying = true;
        try {
            Replay.Portion portion = replay.next(
                    feed.plan().delivery().maximumBatchEvents(), feed.limit().bytes());
            List<Event> events = new ArrayList<>();
            for (DeadLetter letter : portion.letters()) {
                events.add(Event.ofBytes(letter.id(), serializer(letter.serializer()), letter.raw()));
            }
            BatchDelivery batch = new BatchDelivery(
                    events, this, feed.limit(), feed.plan().delivery().maxRetries());
            if (!events.isEmpty()) {
                batch.run();
            }
            finish(replay, portion, batch);
        } catch (IOException e) {
            feed.replayFailed(e);
        } finally {
            replaying = false;
            letGo();
        }
    }

    /** Another sender goes on with the replay as soon as this one is fenced off, so never both at once. */
    private synchronized void finish(Replay replay, Replay.Portion portion, BatchDelivery batch) throws IOException {
        if (!fenced) {
            replay.settled(portion, batch.delivered(), batch.deadLettered());
        }
    }

    // what a batch asks for

    @Override
    public Delivery attempt(List<Event> events) throws InterruptedException {
        look();
        while (!output.isOpen()) {
            if (!open() && output.surplus()) {
                throw new InterruptedException();
            }
        }
        try {
            Delivery delivery = checked(output.deliver(current(events)), events.size());
            // What an output says of events after it was interrupted may be nothing but the interrupt.
            return cutShort() && !settled(delivery, events.size()) ? new Delivery.Refused("interrupted") : delivery;
        } catch (InterruptedException e) {
            return new Delivery.Refused("interrupted");
        } catch (IOException e) {
            return trouble(Health.failed(SenderOutput.reason(e)));
        } catch (Throwable e) {
            if (e instanceof VirtualMachineError error && !(e instanceof StackOverflowError)) {
                throw error;
            }
            return faulty("threw " + e, e);
        } finally {
            clearInterrupt();
        }
    }

    private Delivery checked(Delivery delivery, int offered) {
        if (delivery == null) {
            return faulty("gave no answer", null);
        } else if (delivery instanceof Delivery.PerEvent answer) {
            int outcomes = answer.outcomes().size();
            return outcomes > offered
                    ? faulty("gave " + outcomes + " outcomes for " + offered + " events", null)
                    : answer;
        } else if (delivery instanceof Delivery.Refused refused) {
            return trouble(Health.failed(refused.reason()));
        } else if (delivery instanceof Delivery.RetryAfter later) {
            feed.tally().retries.increment();
            feed.health().trouble(index, Health.degraded(later.reason()));
        }
        return delivery;
    }

    private static boolean settled(Delivery delivery, int offered) {
        return delivery instanceof Delivery.PerEvent answer
                && answer.outcomes().size() == offered
                && answer.outcomes().stream()
                        .allMatch(outcome ->
                                outcome instanceof Outcome.Delivered || outcome instanceof Outcome.DeadLettered);
    }

    private Delivery trouble(Health health) {
        feed.tally().retries.increment();
        feed.health().trouble(index, health);
        return new Delivery.Refused(health.reason());
    }

    /** A bug of the plugin: the events stay, and the instance, whose state no one knows, is opened anew. */
    private Delivery faulty(String what, Throwable thrown) {
        String reason = output.bundle() + " " + what + ", a bug of this plugin";
        if (feed.firstFault()) {
            LOG.error("output {}: {}.", feed.plan().name(), reason, thrown);
        }
        output.close();
        return trouble(Health.degraded(reason));
    }

    /** The events with the serializers that are there now; the same list as long as none was replaced. */
    private List<Event> current(List<Event> events) throws InterruptedException {
        Serializer used = events.get(0).serializer();
        if (feed.host().plugins().serializer(used.id()).orElse(null) == used) {
            return events;
        }
        List<Event> renewed = new ArrayList<>(events.size());
        for (Event event : events) {
            renewed.add(Event.ofBytes(event.id(), serializer(event.serializer().id()), event.bytes()));
        }
        return renewed;
    }

    @Override
    public void putAside(List<BatchDelivery.Refusal> refused) throws InterruptedException {
        if (isFenced()) {
            throw new InterruptedException(); // the batch has gone back; another sender has it
        }
        List<DeadLetter> letters = new ArrayList<>();
        for (BatchDelivery.Refusal refusal : refused) {
            letters.add(DeadLetter.of(
                    refusal.event(),
                    feed.plan().name(),
                    refusal.reason(),
                    refusal.attempts(),
                    feed.host().clock().instant()));
        }
        int written = 0;
        while (written < letters.size()) {
            try {
                written += feed.letters().write(letters.subList(written, letters.size()), replaying);
            } catch (IOException e) {
                trouble(Health.failed("cannot write dead letters: " + SenderOutput.reason(e)));
                backOff();
            }
        }
        feed.putAside(refused);
    }

    @Override
    public void progress() {
        backoff.reset();
        feed.health().well(index);
    }

    @Override
    public void leftOver(int settled, String reason) {
        feed.tally().retries.increment();
        if (settled > 0) {
            feed.health().well(index);
        } else {
            feed.health().trouble(index, Health.degraded(reason));
        }
    }

    @Override
    public void allBad(String reason) {
        trouble(Health.failed("every event is refused: " + reason));
    }

    @Override
    public void backOff() throws InterruptedException {
        await(backoff.next());
    }

    @Override
    public void pause(Duration delay) throws InterruptedException {
        boolean sensible = delay.compareTo(Duration.ZERO) > 0;
        boolean endless = delay.compareTo(Duration.ofNanos(LONGEST_ASKED)) > 0;
        await(endless ? LONGEST_ASKED : sensible ? delay.toNanos() : backoff.next());
    }

    // the instance

    private boolean open() throws InterruptedException {
        SenderOutput.Opening opened;
        try {
            opened = output.open(busy);
        } finally {
            clearInterrupt();
        }
        switch (opened) {
            case OPEN -> {
                return true;
            }
            case NOT_INSTALLED -> await(LOOK_AGAIN);
            case SURPLUS -> {
                if (!busy) {
                    await(LOOK_AGAIN);
                }
            }
            case FAILED -> backOff();
        }
        return false;
    }

    private synchronized void changed() {
        notifyAll();
    }

    /** Lets go of an instance whose plugin is gone or was replaced. */
    private void look() throws InterruptedException {
        synchronized (this) {
            if (stopping) {
                throw new InterruptedException();
            }
            if (!news) {
                return;
            }
            news = false;
        }
        if (output.outdated()) {
            output.close();
        }
    }

    // waiting, and being woken

    /** Waits out a pause; news end it early and are looked at. */
    private void await(long nanos) throws InterruptedException {
        idle(() -> {
            feed.host().pause().await(nanos);
            return null;
        });
        look();
        if (ending()) {
            throw new InterruptedException(); // who stops does not wait for another try
        }
    }

    /** @return what {@code wait} gives; null if it was not begun or cut short */
    private <T> T idle(Callable<T> wait) {
        synchronized (this) {
            if (stopping || finishing || news) {
                return null;
            }
            idle = true;
        }
        try {
            return wait.call();
        } catch (InterruptedException e) {
            return null;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            synchronized (this) {
                idle = false;
                Thread.interrupted();
            }
        }
    }

    private synchronized boolean ending() {
        return stopping || finishing;
    }

    /** Whether it was cut short where what it had in hand can go back. */
    private synchronized boolean cutShort() {
        return stopping && finishing;
    }

    private synchronized boolean isFenced() {
        return fenced;
    }

    private synchronized void clearInterrupt() {
        Thread.interrupted();
    }

    /** There is news. Returns at once. */
    synchronized void wake() {
        news = true;
        if (idle) {
            thread.interrupt();
        }
    }

    /**
     * Asks for the end once what is in hand is with the output or cannot be brought there at once. Returns at once. From
     * then on what is in hand can go back without harm.
     */
    synchronized void finish() {
        finishing = true;
        if (idle) {
            thread.interrupt();
        }
    }

    /** Asks for the end. Returns at once; may be called again, to interrupt again. */
    synchronized void stop() {
        stopping = true;
        thread.interrupt();
    }

    synchronized boolean alive() {
        return !ended;
    }

    /** @return whether the thread has ended */
    synchronized boolean awaitEnd(long deadline) throws InterruptedException {
        while (!ended && deadline - System.nanoTime() > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, deadline - System.nanoTime()));
        }
        return ended;
    }

    /** @return whether nothing of a plugin is in use here any more that does not serve now */
    synchronized boolean awaitCurrent(long deadline) throws InterruptedException {
        while (outdated() && deadline - System.nanoTime() > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(50_000_000, Math.max(1, deadline - System.nanoTime())));
        }
        return !outdated();
    }

    private boolean outdated() {
        Serializer read = reading;
        return output.outdated()
                || read != null && feed.host().plugins().serializer(read.id()).orElse(null) != read;
    }

    /** Revokes what the thread has in hand; it may run on, but nothing it says is heard. */
    void fence() {
        Lease revoked;
        synchronized (this) {
            fenced = true;
            stopping = true;
            revoked = inHand;
        }
        if (revoked != null) {
            revoked.close();
        }
        LOG.warn(
                "output {}: thread {} does not end and is left behind; its events go back to the queue.",
                feed.plan().name(),
                thread.getName());
    }
}

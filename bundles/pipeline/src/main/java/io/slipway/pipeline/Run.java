package io.slipway.pipeline;

import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Level;
import io.slipway.api.queue.EventQueue.ParkedCursor;
import io.slipway.api.queue.QueueFactory;
import io.slipway.core.config.DeliveryPlan;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.Plan;
import io.slipway.core.intake.Ingest;
import io.slipway.core.intake.Ingest.Door;
import io.slipway.core.status.Status.OutputSnapshot;
import io.slipway.core.status.Status.Snapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One plan at work, from the open doors to the last word. {@link #open}, {@link #serve} and {@link #stop} are called in
 * this order by one thread, {@link #snapshot} by any.
 */
final class Run {

    private static final Logger LOG = LoggerFactory.getLogger(Run.class);
    private static final Level NOTHING = new Level(0, 0, 0, 0, 0);
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long FOR_EVER = Long.MAX_VALUE;

    private final Plan plan;
    private final Host host;
    private final List<Ingest> ingests;
    private final QueueIntake intake;
    private final long started = System.nanoTime();
    private final Object news = new Object();
    private final List<Door> doors = new ArrayList<>();
    private volatile EventQueue queue;
    private volatile Health queueHealth = Health.HEALTHY;
    private volatile List<Feed> feeds = List.of();
    private Runnable listening = () -> {};
    private ScheduledFuture<?> ticking;
    private OpenQueue open;
    private boolean opened;

    Run(Plan plan, Host host, List<Ingest> ingests) {
        this.plan = plan;
        this.host = host;
        this.ingests = ingests;
        this.intake = new QueueIntake(host.data(), plan.pipeline().deadLetters(), host.clock());
    }

    /**
     * Opens the doors; whoever comes is told to wait.
     *
     * @throws IOException if one cannot listen, with a sentence that says so
     */
    void open() throws IOException {
        for (Ingest ingest : ingests) {
            doors.add(ingest.open(plan.server(), intake));
        }
        opened = true;
    }

    /** Becomes ready, and serves until it is interrupted. */
    void serve() throws InterruptedException {
        listening = host.plugins().onChange(this::pluginsChanged);
        open = openQueue();
        queue = open.queue();
        List<Feed> opened = new ArrayList<>();
        for (OutputPlan output : plan.outputs()) {
            opened.add(new Feed(host, output, plan.pipeline().deadLetters(), open.sealing(), openCursor(output)));
        }
        feeds = List.copyOf(opened);
        tellParked(queue.parked());
        intake.open(queue, open.sealing());
        feeds.forEach(Feed::start);
        ticking = host.scheduler().scheduleWithFixedDelay(this::tick, 0, 500, TimeUnit.MILLISECONDS);
        LOG.info(
                "shipper: ready after {} with {} outputs ({}), listening on {}.",
                OutputHealth.shown(Duration.ofNanos(System.nanoTime() - started)),
                feeds.size(),
                plan.outputs().stream().map(OutputPlan::name).collect(Collectors.joining(", ")),
                addresses());
        host.pause().await(FOR_EVER);
    }

    private String addresses() {
        return doors.stream().flatMap(door -> door.addresses().stream()).collect(Collectors.joining(", "));
    }

    private OpenQueue openQueue() throws InterruptedException {
        Backoff backoff = backoff();
        String told = "";
        while (true) {
            String problem;
            Optional<QueueFactory<?>> factory =
                    host.plugins().queue(plan.queue().type());
            if (factory.isEmpty()) {
                problem = "the queue \"" + plan.queue().type() + "\" is not installed";
            } else {
                try {
                    return OpenQueue.open(factory.get(), plan.queue(), host, this::queueSays);
                } catch (InvalidConfiguration | IOException e) {
                    problem = e.getMessage() == null ? e.toString() : e.getMessage();
                }
            }
            if (!problem.equals(told)) {
                LOG.error("queue: {} Trying again; no events are taken meanwhile.", OutputHealth.sentence(problem));
                told = problem;
            }
            awaitNews(backoff.next());
        }
    }

    private synchronized void queueSays(Health health) {
        Health before = queueHealth;
        queueHealth = health;
        if (health.state() != Health.State.HEALTHY && !health.equals(before)) {
            LOG.warn("queue: {}", OutputHealth.sentence(health.reason()));
        } else if (health.state() == Health.State.HEALTHY && before.state() != Health.State.HEALTHY) {
            LOG.info("queue: is well again.");
        }
    }

    private Cursor openCursor(OutputPlan output) throws InterruptedException {
        Backoff backoff = backoff();
        while (true) {
            try {
                return queue.cursor(
                        output.name(),
                        output.delivery().start(),
                        output.delivery().whenFull());
            } catch (IOException e) {
                LOG.error("output {}: its place in the queue cannot be kept: {}", output.name(), e.getMessage());
                awaitNews(backoff.next());
            }
        }
    }

    private static void tellParked(List<ParkedCursor> parked) {
        for (ParkedCursor cursor : parked) {
            LOG.warn(
                    "output {}: is not configured any more; {} events are parked. They take room in the queue until the"
                            + " output is back or \"slipway queue drop {}\" gives them up.",
                    cursor.name(),
                    cursor.backlog(),
                    cursor.name());
        }
    }

    private static Backoff backoff() {
        return new Backoff(
                new DeliveryPlan.Backoff(Duration.ofMillis(500), Duration.ofSeconds(10)),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    private void pluginsChanged() {
        synchronized (news) {
            news.notifyAll();
        }
        feeds.forEach(Feed::pluginsChanged);
    }

    private void awaitNews(long nanos) throws InterruptedException {
        synchronized (news) {
            TimeUnit.NANOSECONDS.timedWait(news, nanos);
        }
    }

    private void tick() {
        feeds.forEach(Feed::tick);
        intake.tick();
    }

    /**
     * Stops gracefully. What a queue keeps is not waited for, only what is with an output at this moment. A second
     * interrupt ends the wait, and nothing else.
     */
    void stop() {
        Thread.interrupted();
        long began = System.nanoTime();
        intake.refuse("shipper is stopping");
        doors.forEach(Door::refuse);
        try {
            awaitOutputs(began);
        } catch (InterruptedException e) {
            LOG.info("shipper: interrupted again, so the outputs are not waited for.");
        }
        listening.run();
        if (ticking != null) {
            ticking.cancel(false);
        }
        stopFeeds();
        doors.forEach(Door::close);
        if (!feeds.isEmpty()) {
            tellBalance();
        }
        long left = closeAll();
        if (opened) {
            LOG.info(
                    "shipper: stopped after {}, {} events left.",
                    OutputHealth.shown(Duration.ofNanos(System.nanoTime() - began)),
                    left);
        }
    }

    private void awaitOutputs(long began) throws InterruptedException {
        long patience = plan.pipeline().shutdownTimeout().toNanos();
        if (open != null && open.durable()) {
            feeds.forEach(Feed::finish);
            long deadline = began + Math.min(patience, host.patience().toNanos());
            awaitUntil(deadline, () -> feeds.stream().noneMatch(Feed::works));
        } else {
            feeds.forEach(Feed::drain);
            awaitUntil(began + patience, () -> feeds.stream().allMatch(feed -> feed.backlog() == 0));
        }
    }

    private void awaitUntil(long deadline, BooleanSupplier met) throws InterruptedException {
        while (!met.getAsBoolean() && System.nanoTime() - deadline < 0) {
            host.pause().await(LOOK);
        }
    }

    /** All at once: each has its own patience, and they must not add up. */
    private void stopFeeds() {
        List<Thread> stopping = new ArrayList<>();
        for (Feed feed : feeds) {
            Thread thread = new Thread(feed::stop, "stop-" + feed.plan().name());
            thread.start();
            stopping.add(thread);
        }
        boolean interrupted = false;
        for (Thread thread : stopping) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true; // its wait has a bound of its own
                }
            }
        }
        if (interrupted) {
            LOG.info("shipper: interrupted while the outputs end.");
        }
    }

    private void tellBalance() {
        for (OutputSnapshot output : snapshot().outputs()) {
            LOG.info(
                    "output {}: accepted={} delivered={} duplicates={} dead_lettered={} dropped={} lost={}"
                            + " queued={} retries={}",
                    output.name(),
                    output.accepted(),
                    output.delivered(),
                    output.duplicates(),
                    output.deadLettered(),
                    output.dropped(),
                    output.lost(),
                    output.queued(),
                    output.retries());
        }
    }

    private long closeAll() {
        long left = 0;
        for (Feed feed : feeds) {
            left = Math.max(left, feed.close());
        }
        try {
            intake.close();
        } catch (IOException e) {
            LOG.warn("intake: cannot close its dead letters: {}", e.getMessage());
        }
        if (open != null) {
            open.close();
        }
        return left;
    }

    Snapshot snapshot() {
        EventQueue now = queue;
        long stored = intake.stored();
        long deadLettered = intake.deadLettered();
        List<OutputSnapshot> outputs = feeds.isEmpty()
                ? plan.outputs().stream().map(Run::starting).toList()
                : feeds.stream().map(feed -> feed.snapshot(intake.stored())).toList();
        return new Snapshot(
                intake.uuid(),
                intake.persisted(),
                now == null ? NOTHING : now.level(),
                queueHealth,
                now == null ? List.of() : now.parked(),
                stored + deadLettered,
                deadLettered,
                outputs);
    }

    private static OutputSnapshot starting(OutputPlan output) {
        return new OutputSnapshot(
                output.name(), output.type(), Health.failed("waits for the queue"), 0, 0, 0, 0, 0, 0, 0, 0);
    }
}

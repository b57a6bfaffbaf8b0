package io.slipway.pipeline;

import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Level;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
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
    private volatile List<Feed> feeds = List.of();
    private Runnable listening = () -> {};
    private ScheduledFuture<?> ticking;
    private boolean opened;

    Run(Plan plan, Host host, List<Ingest> ingests) {
        this.plan = plan;
        this.host = host;
        this.ingests = ingests;
        this.intake = new QueueIntake(
                UUID.randomUUID().toString(), host.data(), plan.pipeline().deadLetters(), host.clock());
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
        QueueFactory<?> factory = openQueue();
        List<Feed> opened = new ArrayList<>();
        for (OutputPlan output : plan.outputs()) {
            opened.add(new Feed(host, output, plan.pipeline().deadLetters(), openCursor(output)));
        }
        feeds = List.copyOf(opened);
        intake.open(queue, serverId(factory));
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

    private QueueFactory<?> openQueue() throws InterruptedException {
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
                    queue = open(factory.get());
                    return factory.get();
                } catch (InvalidConfiguration | IOException e) {
                    problem = e.getMessage();
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception | LinkageError e) {
                    problem = PluginBundle.of(factory.get()) + " threw " + e + ", a bug of this plugin";
                }
            }
            if (!problem.equals(told)) {
                LOG.error("queue: {} Trying again; no events are taken meanwhile.", OutputHealth.sentence(problem));
                told = problem;
            }
            awaitNews(backoff.next());
        }
    }

    private <S extends Record> EventQueue open(QueueFactory<S> factory) throws Exception {
        PluginBundle bundle = PluginBundle.of(factory);
        S settings = plan.queue().settings().bind(factory.settings());
        InstanceContext context =
                new InstanceContext(host, "queue", plan.queue().type(), bundle, Run::queueSays);
        return bundle.call(() -> factory.open(settings, context));
    }

    private static void queueSays(Health health) {
        if (health.state() == Health.State.HEALTHY) {
            LOG.info("queue: is well again.");
        } else {
            LOG.warn("queue: {}", health.reason());
        }
    }

    private Cursor openCursor(OutputPlan output) throws InterruptedException {
        Backoff backoff = backoff();
        while (true) {
            try {
                return queue.cursor(output.name(), EventQueue.Start.END);
            } catch (IOException e) {
                LOG.error("output {}: its place in the queue cannot be kept: {}", output.name(), e.getMessage());
                awaitNews(backoff.next());
            }
        }
    }

    /** A new one at each start, unless the queue remembers what it was told under the old one. */
    private String serverId(QueueFactory<?> factory) {
        if (!factory.durable()) {
            return intake.uuid();
        }
        try {
            if (Files.exists(host.data().uuid())) {
                return UUID.fromString(Files.readString(host.data().uuid()).trim())
                        .toString();
            }
            new DurableFile(host.data().uuid()).write(intake.uuid().getBytes(StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("shipper: its id cannot be kept, so clients will send again after a restart: {}", e.getMessage());
        }
        return intake.uuid();
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

    /** Stops gracefully. A second interrupt ends the wait for what is queued, and nothing else. */
    void stop() {
        Thread.interrupted();
        long began = System.nanoTime();
        intake.refuse("shipper is stopping");
        doors.forEach(Door::refuse);
        feeds.forEach(Feed::drain);
        try {
            awaitEmpty(began + plan.pipeline().shutdownTimeout().toNanos());
        } catch (InterruptedException e) {
            LOG.info("shipper: interrupted again, so what is queued is not waited for.");
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

    private void awaitEmpty(long deadline) throws InterruptedException {
        while (System.nanoTime() - deadline < 0 && feeds.stream().anyMatch(feed -> feed.backlog() > 0)) {
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
                    "output {}: accepted={} delivered={} duplicates={} dead_lettered={} dropped={} queued={} retries={}",
                    output.name(),
                    output.accepted(),
                    output.delivered(),
                    output.duplicates(),
                    output.deadLettered(),
                    output.dropped(),
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
            if (queue != null) {
                queue.close();
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("queue: did not close cleanly: {}", e.toString());
        }
        return left;
    }

    Snapshot snapshot() {
        EventQueue open = queue;
        long stored = intake.stored();
        long deadLettered = intake.deadLettered();
        List<OutputSnapshot> outputs = feeds.isEmpty()
                ? plan.outputs().stream().map(Run::starting).toList()
                : feeds.stream().map(feed -> feed.snapshot(intake.stored())).toList();
        return new Snapshot(
                intake.uuid(),
                intake.persisted(),
                open == null ? NOTHING : open.level(),
                stored + deadLettered,
                deadLettered,
                outputs);
    }

    private static OutputSnapshot starting(OutputPlan output) {
        return new OutputSnapshot(
                output.name(), output.type(), Health.failed("waits for the queue"), 0, 0, 0, 0, 0, 0, 0);
    }
}

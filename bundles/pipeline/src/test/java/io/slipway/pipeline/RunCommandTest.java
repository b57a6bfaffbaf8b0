package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.slipway.api.config.ByteSize;
import io.slipway.api.config.SettingException;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.EventQueue;
import io.slipway.core.config.Configurations;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.InvalidConfiguration.Problem;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.config.Plan;
import io.slipway.core.config.QueuePlan;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.intake.Ingest;
import io.slipway.core.intake.Intake;
import io.slipway.core.plugin.Plugins.Kind;
import io.slipway.core.status.Status.OutputSnapshot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Version;
import org.slf4j.LoggerFactory;

class RunCommandTest {

    @TempDir
    Path folder;

    private final InstalledPlugins plugins = new InstalledPlugins();
    private final ListQueue queue = new ListQueue(1000);
    private final List<String> told = new CopyOnWriteArrayList<>();
    private CompletableFuture<Integer> code = new CompletableFuture<>();
    private Duration shutdownTimeout = Duration.ofSeconds(10);
    private volatile Intake intake;
    private RunCommand command;
    private Thread runner;

    @BeforeEach
    void setUp() {
        add(Kind.SERIALIZER, PlainSerializer.ID, new PlainSerializer());
    }

    @AfterEach
    void tearDown() throws Exception {
        if (runner != null) {
            runner.interrupt();
            runner.join(20_000);
        }
    }

    private void add(Kind kind, String word, Object plugin) {
        plugins.add(new InstalledPlugins.Offer(kind, word, plugin, 0, Version.emptyVersion, 0));
    }

    private Plan plan() {
        return new Plan(
                new ServerPlan(List.of(), Optional.empty(), false, 1 << 20, 10),
                new QueuePlan("list", NoSettings.SECTION),
                List.of(Rig.plan(1, 100, ByteSize.ofMebibytes(1), 3)),
                new PipelinePlan(shutdownTimeout, Rig.BOUNDS),
                List.of());
    }

    private Ingest door() {
        return (plan, opened) -> {
            intake = opened;
            told.add("open");
            return new Ingest.Door() {
                @Override
                public List<String> addresses() {
                    return List.of("test");
                }

                @Override
                public void refuse() {
                    told.add("refuse");
                }

                @Override
                public void close() {
                    told.add("close with backlog " + queue.level().events());
                }
            };
        };
    }

    private void run(Configurations configurations, Ingest ingest) {
        code = new CompletableFuture<>();
        CompletableFuture<Integer> end = code;
        command = new RunCommand(new DataFolder(folder), configurations, plugins, List.of(ingest));
        runner = new Thread(() -> end.complete(command.applyAsInt(Map.of("config", "slipway.yml"))), "run");
        runner.start();
    }

    private void run() {
        run((file, overrides, missing) -> plan(), door());
    }

    private void publish(String... texts) {
        List<io.slipway.api.queue.Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(ListQueue.entry(text));
        }
        Append append = intake.append(entries, List.of());
        assertThat(append.outcome().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(5));
    }

    private int stop() throws Exception {
        runner.interrupt();
        return code.get(20, TimeUnit.SECONDS);
    }

    private void awaitReady() {
        await().until(() -> intake != null && intake.unavailable().isEmpty());
    }

    @Test
    void takesEventsToTheOutputAndDrainsAtAStop() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();
        add(Kind.QUEUE, "list", new ListQueue.Factory(queue, false));
        add(Kind.OUTPUT, output.type(), output);

        run();
        awaitReady();
        publish(FeedTest.numbered("e", 500));
        int end = stop();

        assertThat(end).isZero();
        assertThat(output.delivered).containsExactly(FeedTest.numbered("e", 500));
        assertThat(told).containsExactly("open", "refuse", "close with backlog 0");
        assertThat(output.closed).hasValue(output.opened.get());
    }

    @Test
    void isInitializingUntilTheQueueIsThere() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();
        add(Kind.OUTPUT, output.type(), output);

        run();
        await().until(() -> intake != null);
        Optional<String> before = intake.unavailable();
        add(Kind.QUEUE, "list", new ListQueue.Factory(queue, false));
        awaitReady();

        assertThat(before).contains("shipper is initializing");
        assertThat(stop()).isZero();
    }

    /** Trap T36: an output that is missing lets the queue fill, and the status says so. */
    @Test
    void isReadyWithoutItsOutputAndKeepsWhatComes() throws Exception {
        add(Kind.QUEUE, "list", new ListQueue.Factory(queue, false));
        shutdownTimeout = Duration.ofMillis(100);

        run();
        awaitReady();
        publish("a", "b");
        await().until(() -> command.now().outputs().get(0).health().reason().contains("is not installed"));
        OutputSnapshot output = command.now().outputs().get(0);

        assertThat(output.accepted()).isEqualTo(2);
        assertThat(output.queued()).isEqualTo(2);
        assertThat(command.now().persisted()).isZero();
        assertThat(stop()).isZero();
    }

    /** Scenarios S63 and S64: a destination that is away neither holds up a stop nor makes anything final. */
    @Test
    void stopsAtOnceWhileTheDestinationIsAwayAndTheNextStartDeliversAll() throws Exception {
        ListQueue kept = ListQueue.keeps(1000, "one");
        ScriptedOutput output = new ScriptedOutput(texts -> {
            throw new IOException("connection refused");
        });
        add(Kind.QUEUE, "list", new ListQueue.Factory(kept, true));
        add(Kind.OUTPUT, output.type(), output);

        run();
        awaitReady();
        publish(FeedTest.numbered("e", 50));
        await().until(() -> !output.batches.isEmpty());
        long began = System.nanoTime();
        int end = stop();
        Duration took = Duration.ofNanos(System.nanoTime() - began);

        assertThat(end).isZero();
        assertThat(took).isLessThan(Duration.ofSeconds(4));
        assertThat(kept.settlements(Rig.OUTPUT)).isEmpty();
        assertThat(Rig.letters(new DataFolder(folder).deadLetters(Rig.OUTPUT))).isEmpty();

        output.now(texts -> Delivery.delivered(texts.size()));
        again();
        await().until(() -> command.now().outputs().get(0).queued() == 0);
        assertThat(output.delivered).containsExactly(FeedTest.numbered("e", 50));
        assertThat(command.now().outputs().get(0).accepted()).isEqualTo(50);
    }

    /** Runs once more, on what the last run left. */
    private void again() throws Exception {
        runner.join(20_000);
        intake = null;
        run();
        awaitReady();
    }

    @Test
    void aStopLetsAnOutputEndWhatItHasInHandAndTakesNothingMore() throws Exception {
        ListQueue kept = ListQueue.keeps(1000, "one");
        CountDownLatch release = new CountDownLatch(1);
        ScriptedOutput output = new ScriptedOutput(texts -> {
            release.await();
            return Delivery.delivered(texts.size());
        });
        add(Kind.QUEUE, "list", new ListQueue.Factory(kept, true));
        add(Kind.OUTPUT, output.type(), output);

        run();
        awaitReady();
        publish("a", "b");
        await().until(() -> !output.batches.isEmpty());
        publish("c");
        runner.interrupt();
        await().until(() -> told.contains("refuse"));
        release.countDown();

        assertThat(code.get(5, TimeUnit.SECONDS)).isZero();
        assertThat(output.delivered).containsExactly("a", "b");
        assertThat(kept.settlements(Rig.OUTPUT)).containsOnlyKeys(1L, 2L);
    }

    @Test
    void whatAnOutputSaysAfterItWasInterruptedIsNotFinal() throws Exception {
        ListQueue kept = ListQueue.keeps(1000, "one");
        ScriptedOutput output = new ScriptedOutput(texts -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                return Delivery.of(List.of(Outcome.rejected("was interrupted")));
            }
            return Delivery.delivered(texts.size());
        });
        add(Kind.QUEUE, "list", new ListQueue.Factory(kept, true));
        add(Kind.OUTPUT, output.type(), output);
        shutdownTimeout = Duration.ofMillis(100);

        run();
        awaitReady();
        publish("a");
        await().until(() -> !output.batches.isEmpty());

        assertThat(stop()).isZero();
        assertThat(kept.settlements(Rig.OUTPUT)).isEmpty();
        assertThat(Rig.letters(new DataFolder(folder).deadLetters(Rig.OUTPUT))).isEmpty();
    }

    @Test
    void tellsOnceWhatIsParkedForAnOutputThatIsGone() throws Exception {
        ListQueue kept = ListQueue.keeps(1000, "one");
        kept.cursor("gone", EventQueue.Start.END);
        kept.append(List.of(ListQueue.entry("a"), ListQueue.entry("b")));
        kept.close();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(Run.class)).addAppender(log);
        add(Kind.QUEUE, "list", new ListQueue.Factory(kept, true));

        run();
        awaitReady();

        ((Logger) LoggerFactory.getLogger(Run.class)).detachAppender(log);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.startsWith("output gone:"))
                .singleElement()
                .asString()
                .contains("2 events are parked");
        assertThat(command.now().parked()).containsExactly(new EventQueue.ParkedCursor("gone", 0, 2));
        assertThat(command.now().outputs().get(0).queued()).isZero();
    }

    @Test
    void theWorstHealthOfQueueAndOutputsIsTheShippers() throws Exception {
        ListQueue.Factory factory = new ListQueue.Factory(queue, false);
        add(Kind.QUEUE, "list", factory);
        add(Kind.OUTPUT, "scripted", ScriptedOutput.willing());

        run();
        awaitReady();
        Health before = command.now().health();
        queue.context().health(Health.degraded("the disk is slow"));

        assertThat(before).isEqualTo(Health.HEALTHY);
        assertThat(command.now().health()).isEqualTo(Health.degraded("the disk is slow"));
    }

    @Test
    void hasANewIdAtEachStartUnlessTheQueueKeepsItsEvents() throws Exception {
        ListQueue kept = ListQueue.keeps(1000, "one");
        List<String> ids = new ArrayList<>();
        for (boolean durable : new boolean[] {false, false, true, true}) {
            RunCommandTest each = new RunCommandTest();
            each.folder = folder;
            each.add(Kind.SERIALIZER, PlainSerializer.ID, new PlainSerializer());
            each.add(Kind.QUEUE, "list", new ListQueue.Factory(durable ? kept : each.queue, durable));
            each.run();
            each.awaitReady();
            ids.add(each.intake.uuid());
            each.stop();
        }

        assertThat(ids.get(1)).isNotEqualTo(ids.get(0));
        assertThat(ids.get(2)).isEqualTo("one");
        assertThat(ids.get(3)).isEqualTo("one");
    }

    @Test
    void aSettingThatTurnsOutWrongWhenTheQueueOpensEndsTheStart() throws Exception {
        add(Kind.QUEUE, "list", new ListQueue.Factory(queue, true));
        queue.refusing(new SettingException("key", "old", "does not open what is there"));

        run();

        assertThat(code.get(5, TimeUnit.SECONDS)).isEqualTo(78);
    }

    @Test
    void aBadFileIsExitCode78() throws Exception {
        run(
                (file, overrides, missing) -> {
                    throw new InvalidConfiguration(List.of(new Problem("slipway.yml:1", "is empty.")));
                },
                door());

        assertThat(code.get(5, TimeUnit.SECONDS)).isEqualTo(78);
        assertThat(told).isEmpty();
    }

    @Test
    void aDoorThatCannotListenIsExitCode1AndNothingElseIsSaid() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(Run.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);

        run((file, overrides, missing) -> plan(), (plan, opened) -> {
            throw new IOException("\"127.0.0.1:50051\" is in use by another process.");
        });

        assertThat(code.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        logger.detachAppender(log);
        assertThat(log.list).isEmpty();
    }

    @Test
    void aSecondShipperOnOneDataFolderIsRefused() throws Exception {
        try (FileChannel lock = new DataFolder(folder).lock()) {
            assertThat(lock.isOpen()).isTrue();
            run();

            assertThat(code.get(5, TimeUnit.SECONDS)).isEqualTo(1);
        }
        assertThat(told).isEmpty();
    }
}

package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.api.config.ByteSize;
import io.slipway.api.queue.EventQueue;
import io.slipway.core.config.DeliveryPlan;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.plugin.Plugins.Kind;
import io.slipway.core.status.Status.OutputSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.osgi.framework.Version;

/** One output, fed from a queue, without anything else of a shipper. Waits are noted and cut short. */
final class Rig implements AutoCloseable {

    static final String OUTPUT = "archive";
    static final PipelinePlan.DeadLetters BOUNDS =
            new PipelinePlan.DeadLetters(ByteSize.ofMebibytes(8), ByteSize.ofMebibytes(1));

    final InstalledPlugins plugins = new InstalledPlugins();
    final ListQueue queue = new ListQueue(100_000);
    final List<Duration> waits = new CopyOnWriteArrayList<>();
    final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    final Host host;
    private PipelinePlan.DeadLetters bounds = BOUNDS;
    private Sealing sealing = Sealing.CLEAR;
    private Feed feed;
    private int workers = 1;
    private int batch = 2048;
    private int maxRetries = 3;
    private ByteSize batchSize = ByteSize.ofMebibytes(5);
    private long accepted;

    Rig(Path folder) {
        Pause real = Pause.real();
        Pause shortened = nanos -> {
            waits.add(Duration.ofNanos(nanos));
            real.await(Math.min(nanos, 2_000_000));
        };
        host = new Host(
                plugins, new DataFolder(folder), InstantSource.system(), scheduler, shortened, Duration.ofMillis(1500));
        add(Kind.SERIALIZER, PlainSerializer.ID, new PlainSerializer());
    }

    Rig workers(int count) {
        workers = count;
        return this;
    }

    Rig batchesOf(int events) {
        batch = events;
        return this;
    }

    Rig batchesOfBytes(int bytes) {
        batchSize = ByteSize.ofBytes(bytes);
        return this;
    }

    Rig maxRetries(int times) {
        maxRetries = times;
        return this;
    }

    Rig bounds(PipelinePlan.DeadLetters other) {
        bounds = other;
        return this;
    }

    Rig sealing(Sealing other) {
        sealing = other;
        return this;
    }

    void add(Kind kind, String word, Object plugin) {
        plugins.add(new InstalledPlugins.Offer(kind, word, plugin, 0, Version.emptyVersion, 0));
    }

    Rig output(ScriptedOutput output) {
        add(Kind.OUTPUT, output.type(), output);
        return this;
    }

    static OutputPlan plan(int workers, int batch, ByteSize batchSize, int maxRetries) {
        DeliveryPlan delivery = new DeliveryPlan(
                workers,
                batch,
                batchSize,
                Duration.ofMillis(50),
                new DeliveryPlan.Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60)),
                maxRetries,
                EventQueue.WhenFull.BLOCK,
                EventQueue.Start.END,
                Optional.empty());
        return new OutputPlan(OUTPUT, "scripted", delivery, NoSettings.SECTION);
    }

    /** Puts events into the queue before the feed begins, so batches are as large as they may be. */
    Rig queued(String... texts) throws IOException {
        if (feed == null) {
            feed = new Feed(
                    host,
                    plan(workers, batch, batchSize, maxRetries),
                    bounds,
                    sealing,
                    queue.cursor(OUTPUT, EventQueue.Start.END));
            plugins.onChange(feed::pluginsChanged);
        }
        List<io.slipway.api.queue.Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(ListQueue.entry(text));
        }
        if (!entries.isEmpty()) {
            queue.append(entries);
        }
        accepted += texts.length;
        return this;
    }

    Rig start() {
        feed.start();
        return this;
    }

    Feed feed() {
        return feed;
    }

    OutputSnapshot now() {
        return feed.snapshot(accepted);
    }

    /** Waits until nothing is left, and looks whether all adds up. */
    OutputSnapshot settled() {
        await().atMost(Duration.ofSeconds(10)).until(() -> feed.backlog() == 0);
        OutputSnapshot now = now();
        assertThat(now.queued()).isZero();
        assertThat(now.delivered() + now.deadLettered()).isEqualTo(accepted);
        assertThat(queue.settlements(OUTPUT).values()).allMatch(times -> times == 1);
        return now;
    }

    List<DeadLetter> letters() throws IOException {
        return letters(host.data().deadLetters(OUTPUT));
    }

    static List<DeadLetter> letters(Path folder) throws IOException {
        List<DeadLetter> letters = new ArrayList<>();
        for (LetterFile file : LetterFile.in(folder)) {
            file.lines(0, line -> letters.add(DeadLetter.parse(line)));
        }
        return letters;
    }

    static List<String> texts(List<DeadLetter> letters) {
        return letters.stream()
                .map(letter -> new String(letter.raw().toByteArray(), java.nio.charset.StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public void close() {
        if (feed != null) {
            feed.stop();
            feed.close();
        }
        scheduler.shutdownNow();
    }
}

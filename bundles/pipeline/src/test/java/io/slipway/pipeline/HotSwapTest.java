package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.api.output.Delivery;
import io.slipway.api.plugin.Health;
import io.slipway.core.plugin.Plugins.Kind;
import io.slipway.core.status.Status.OutputSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins that come and go while events flow. */
class HotSwapTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void setUp() {
        rig = new Rig(folder);
    }

    @AfterEach
    void tearDown() {
        rig.close();
    }

    @Test
    void aPluginThatGoesHasNoOpenInstanceOnceItIsGone() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();
        rig.workers(3).output(output).queued("a").start().settled();
        await().until(() -> output.opened.get() == 3);

        rig.plugins.remove(output);

        assertThat(output.closed).hasValue(3);
    }

    @Test
    void eventsWaitForAPluginThatIsAwayAndNothingIsLost() throws Exception {
        ScriptedOutput old = ScriptedOutput.willing();
        ScriptedOutput fresh = ScriptedOutput.willing();
        rig.batchesOf(10).output(old).queued(FeedTest.numbered("a", 500)).start();
        await().until(() -> !old.delivered.isEmpty());

        rig.plugins.remove(old);
        rig.queued(FeedTest.numbered("b", 500));
        int before = old.delivered.size();
        rig.output(fresh);
        OutputSnapshot end = rig.settled();

        assertThat(end.delivered()).isEqualTo(1000);
        assertThat(old.delivered).hasSize(before);
        assertThat(fresh.delivered).hasSize(1000 - before).contains("b499");
    }

    @Test
    void aBatchInHandGoesOnWithTheNewVersion() throws Exception {
        ScriptedOutput old = new ScriptedOutput(texts -> {
            throw new IOException("connection refused");
        });
        ScriptedOutput fresh = ScriptedOutput.willing();
        rig.output(old).queued("a", "b").start();
        await().until(() -> old.batches.size() > 2);

        rig.plugins.remove(old);
        rig.output(fresh);
        rig.settled();

        assertThat(old.closed).hasValue(1);
        assertThat(fresh.delivered).containsExactly("a", "b");
    }

    @Test
    void aHigherRankingTakesOver() throws Exception {
        ScriptedOutput old = ScriptedOutput.willing();
        ScriptedOutput better = ScriptedOutput.willing();
        rig.output(old).queued("a").start().settled();

        rig.plugins.add(new InstalledPlugins.Offer(
                Kind.OUTPUT, better.type(), better, 10, org.osgi.framework.Version.emptyVersion, 9));
        rig.queued("b").settled();

        assertThat(old.closed).hasValue(1);
        assertThat(better.delivered).containsExactly("b");
    }

    @Test
    void aBatchInHandIsReadWithTheNewSerializer() throws Exception {
        PlainSerializer old =
                (PlainSerializer) rig.plugins.serializer(PlainSerializer.ID).orElseThrow();
        ScriptedOutput output = new ScriptedOutput(texts -> {
            throw new IOException("connection refused");
        });
        rig.output(output).queued("a").start();
        await().until(() -> output.batches.size() > 2);

        rig.plugins.remove(old);
        await().until(() -> rig.now().health().reason().contains("serializer \"plain\" is not installed"));
        output.now(texts -> Delivery.delivered(texts.size()));
        rig.add(Kind.SERIALIZER, PlainSerializer.ID, new PlainSerializer());
        OutputSnapshot end = rig.settled();

        assertThat(end.delivered()).isEqualTo(1);
    }

    @Test
    void aPluginThatWillNotLetGoIsFencedOffAndReplaced() throws Exception {
        CountDownLatch delivering = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ScriptedOutput stuck = new ScriptedOutput(texts -> {
            delivering.countDown();
            awaitDeafly(release, () -> {});
            return Delivery.delivered(texts.size());
        });
        ScriptedOutput fresh = ScriptedOutput.willing();
        rig.output(stuck).queued("a", "b").start();
        delivering.await(5, TimeUnit.SECONDS);

        long began = System.nanoTime();
        rig.plugins.remove(stuck);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        rig.output(fresh);
        OutputSnapshot end = rig.settled();
        release.countDown();
        await().until(() -> stuck.closed.get() == 1);

        assertThat(took).isLessThan(Duration.ofSeconds(5));
        assertThat(fresh.delivered).containsExactly("a", "b");
        assertThat(end.delivered()).isEqualTo(2);
        assertThat(rig.now().delivered()).isEqualTo(2);
        assertThat(rig.queue.settlements(Rig.OUTPUT).values()).containsOnly(1);
    }

    @Test
    void loseNothingWhenItHappensOverAndOver() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();
        rig.workers(3)
                .batchesOf(3)
                .output(output)
                .queued(FeedTest.numbered("e", 3000))
                .start();

        for (int i = 0; i < 50; i++) {
            rig.plugins.remove(output);
            assertThat(output.closed.get()).isEqualTo(output.opened.get());
            rig.output(output);
        }
        OutputSnapshot end = rig.settled();

        assertThat(end.delivered()).isEqualTo(3000);
        assertThat(output.delivered).hasSize(3000).doesNotHaveDuplicates();
        assertThat(end.health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void leavesNoSenderBehindIfItStopsWhileAPluginIsReplaced() throws Exception {
        CountDownLatch delivering = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ScriptedOutput stuck = new ScriptedOutput(texts -> {
            delivering.countDown();
            awaitDeafly(release, interrupted::countDown);
            return Delivery.delivered(texts.size());
        });
        rig.output(stuck).queued("a").start();
        delivering.await(5, TimeUnit.SECONDS);

        Thread replacing = new Thread(() -> rig.plugins.remove(stuck));
        replacing.start();
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        rig.feed().stop();
        replacing.join(10_000);
        release.countDown();

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("sender-" + Rig.OUTPUT)));
    }

    /** Waits as a plugin does that does not listen to interrupts. */
    static void awaitDeafly(CountDownLatch release, Runnable whenInterrupted) {
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                whenInterrupted.run();
            }
        }
    }
}

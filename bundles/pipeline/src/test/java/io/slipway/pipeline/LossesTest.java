package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.slipway.api.output.Delivery;
import io.slipway.api.plugin.Health;
import io.slipway.core.status.Status.OutputSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LossesTest {

    @TempDir
    Path folder;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final CountDownLatch inHand = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private Rig rig;

    @BeforeEach
    void setUp() {
        rig = new Rig(folder);
        log.start();
        ((Logger) LoggerFactory.getLogger(Losses.class)).addAppender(log);
    }

    @AfterEach
    void tearDown() {
        release.countDown();
        rig.close();
        ((Logger) LoggerFactory.getLogger(Losses.class)).detachAppender(log);
    }

    private static void assertAddsUp(OutputSnapshot now) {
        assertThat(now.delivered() + now.deadLettered() + now.dropped() + now.lost() + now.queued())
                .isEqualTo(now.accepted());
    }

    /** Takes four of six events into its hands and waits. */
    private ScriptedOutput holding(Delivery.PerEvent answer) throws Exception {
        ScriptedOutput output = new ScriptedOutput(texts -> {
            if (texts.contains("d")) {
                inHand.countDown();
                release.await();
                return answer;
            }
            return Delivery.delivered(texts.size());
        });
        rig.output(output).batchesOf(4).queued("a", "b", "c", "d", "e", "f").start();
        assertThat(inHand.await(5, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    @Test
    void whatIsDroppedInHandAndThenDeliveredCountsAsDelivered() throws Exception {
        holding((Delivery.PerEvent) Delivery.delivered(4));

        rig.queue.drop(Rig.OUTPUT, 5);
        OutputSnapshot meanwhile = rig.now();
        release.countDown();
        await().until(() -> rig.feed().backlog() == 0 && rig.now().delivered() == 5);

        assertAddsUp(meanwhile);
        assertThat(meanwhile.dropped()).isEqualTo(1);
        assertThat(rig.now().dropped()).isEqualTo(1);
        assertThat(rig.now().delivered()).isEqualTo(5);
        assertThat(rig.now().queued()).isZero();
        assertThat(rig.now().accepted()).isEqualTo(6);
    }

    @Test
    void whatIsDroppedInHandAndThenGivenBackCountsAsDropped() throws Exception {
        holding((Delivery.PerEvent) Delivery.delivered(4));

        rig.queue.drop(Rig.OUTPUT, 3);
        rig.feed().stop();

        assertThat(rig.now().dropped()).isEqualTo(3);
        assertThat(rig.now().delivered()).isZero();
        assertThat(rig.now().queued()).isEqualTo(3);
        assertAddsUp(rig.now());
    }

    @Test
    void countsWhatDamageTookAndTellsItOnceEach() throws Exception {
        rig.output(new ScriptedOutput(texts -> {
                    throw new IOException("away");
                }))
                .queued("a", "b", "c", "d");
        rig.queue.lose(Rig.OUTPUT, 1);
        rig.queue.drop(Rig.OUTPUT, 2);

        rig.feed().tick();
        rig.feed().tick();

        assertThat(rig.now().lost()).isEqualTo(1);
        assertThat(rig.now().dropped()).isEqualTo(2);
        assertThat(rig.now().queued()).isEqualTo(1);
        assertThat(rig.now().health().state()).isEqualTo(Health.State.DEGRADED);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactlyInAnyOrderElementsOf(List.of(
                        "output archive: 2 events dropped, its oldest, for want of room in the queue (when_full: drop_oldest). dropped=2",
                        "output archive: 1 events lost by damage to the queue. lost=1"));
    }
}

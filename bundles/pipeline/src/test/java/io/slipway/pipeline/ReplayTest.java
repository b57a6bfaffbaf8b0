package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventId;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ReplayTest {

    @TempDir
    Path folder;

    private Rig rig;
    private final ScriptedOutput output = new ScriptedOutput(ReplayTest::refuseAll);

    @BeforeEach
    void setUp() {
        rig = new Rig(folder).batchesOf(3).output(output);
    }

    @AfterEach
    void tearDown() {
        rig.close();
    }

    private static Delivery refuseAll(List<String> texts) {
        return Delivery.of(texts.stream()
                .map(text -> Outcome.rejected("mapping of " + text))
                .toList());
    }

    private void replay() throws IOException {
        Replay.ask(rig.feed().letters().folder(), "2026-01-01T00:00:00Z");
        rig.scheduler.scheduleWithFixedDelay(rig.feed()::tick, 0, 10, TimeUnit.MILLISECONDS);
    }

    private void awaitReplayed() {
        await().until(() -> !Files.exists(Replay.request(rig.feed().letters().folder())));
    }

    @Test
    void deliversTheLettersAndRemovesThem() throws Exception {
        rig.queued(FeedTest.numbered("e", 10)).start().settled();
        output.now(texts -> Delivery.delivered(texts.size()));

        replay();
        awaitReplayed();

        assertThat(output.delivered).containsExactly(FeedTest.numbered("e", 10));
        assertThat(rig.letters()).isEmpty();
        assertThat(Replay.state(rig.feed().letters().folder()).delivered()).isEqualTo(10);
        assertThat(Replay.state(rig.feed().letters().folder()).file()).isEqualTo(2);
        assertThat(rig.now().deadLettered()).isEqualTo(10);
        assertThat(rig.now().delivered()).isZero();
    }

    @Test
    void putsAsideAnewWhatIsRejectedAgainAndEnds() throws Exception {
        rig.queued("a", "b", "c", "d").start().settled();
        output.now(texts -> Delivery.of(texts.stream()
                .map(text -> text.equals("b") ? Outcome.rejected("still bad") : Outcome.DELIVERED)
                .toList()));

        replay();
        awaitReplayed();

        assertThat(Rig.texts(rig.letters())).containsExactly("b");
        assertThat(rig.letters().get(0).reason()).isEqualTo("still bad");
        assertThat(output.delivered).containsExactly("a", "c", "d");
        assertThat(Replay.state(rig.feed().letters().folder()).putAside()).isEqualTo(1);
    }

    @Test
    void takesFilesThatAnOperatorPutThere() throws Exception {
        rig.queued("a").start().settled();
        Path letters = rig.feed().letters().folder();
        Files.copy(letters.resolve("000001.ndjson"), letters.resolve("000009.ndjson"));
        output.now(texts -> Delivery.delivered(texts.size()));

        replay();
        awaitReplayed();

        assertThat(output.delivered).containsExactly("a", "a");
        assertThat(rig.letters()).isEmpty();
    }

    @Test
    void takesNoLettersThatCameLater() throws Exception {
        rig.queued("a", "b").start().settled();
        Replay.ask(rig.feed().letters().folder(), "now");
        Replay replay = Replay.begin(rig.feed().letters(), rig.host.clock());

        rig.queued("late").settled();
        Replay.Portion portion = replay.next(100, 1000);
        replay.settled(portion, 2, 0);

        assertThat(Rig.texts(portion.letters())).containsExactly("a", "b");
        assertThat(replay.isOver()).isTrue();
        assertThat(Rig.texts(rig.letters())).containsExactly("late");
    }

    @Test
    void goesOnWhereItWasAfterARestart() throws Exception {
        rig.queued(FeedTest.numbered("e", 6)).start().settled();
        Replay.ask(rig.feed().letters().folder(), "now");
        Replay first = Replay.begin(rig.feed().letters(), rig.host.clock());
        first.settled(first.next(2, 1000), 2, 0);
        first.next(2, 1000);

        Replay second = Replay.begin(rig.feed().letters(), rig.host.clock());

        assertThat(Rig.texts(second.next(2, 1000).letters())).containsExactly("e2", "e3");
    }

    @Test
    void aDestinationThatIsAwayHoldsTheReplayAndLosesNothing() throws Exception {
        rig.queued("a", "b").start().settled();
        output.now(texts -> {
            throw new IOException("connection refused");
        });
        int before = output.batches.size();

        replay();
        await().until(() -> output.batches.size() > before + 3);
        int left = rig.letters().size();
        output.now(texts -> Delivery.delivered(texts.size()));
        awaitReplayed();

        assertThat(left).isEqualTo(2);
        assertThat(output.delivered).containsExactly("a", "b");
    }

    @Test
    void newEventsGoThroughMeanwhile() throws Exception {
        rig.queued(FeedTest.numbered("e", 30)).start().settled();
        output.now(texts -> Delivery.delivered(texts.size()));

        replay();
        rig.queued("new").settled();
        awaitReplayed();

        assertThat(output.delivered).hasSize(31).contains("new");
    }

    @Test
    void keepsALineThatIsNoLetter() throws Exception {
        rig.queued("a").start().settled();
        Path file = rig.feed().letters().folder().resolve("000001.ndjson");
        Files.writeString(file, "garbage\n" + Files.readString(file));
        output.now(texts -> Delivery.delivered(texts.size()));

        replay();
        awaitReplayed();

        assertThat(output.delivered).containsExactly("a");
        assertThat(rig.feed().letters().folder().resolve("damaged.txt")).hasContent("garbage");
    }

    /** What a sender that was fenced off hears from its plugin must not move the replay that another one goes on with. */
    @Test
    void losesNoLetterWhenAStuckPluginAnswersLate() throws Exception {
        CountDownLatch delivering = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean away = new AtomicBoolean(true);
        ScriptedOutput fresh = new ScriptedOutput(texts -> {
            if (texts.get(0).length() == 2 && away.get()) {
                throw new IOException("connection refused");
            }
            return Delivery.delivered(texts.size());
        });
        rig.queued("x".repeat(5000), "y".repeat(5000), "z".repeat(5000)).start().settled();
        Files.write(rig.feed().letters().folder().resolve("000009.ndjson"), lines("s1", "s2", "s3", "s4", "s5", "s6"));
        output.now(texts -> {
            delivering.countDown();
            HotSwapTest.awaitDeafly(release, () -> {});
            return Delivery.delivered(texts.size());
        });

        replay();
        delivering.await(5, TimeUnit.SECONDS);
        rig.plugins.remove(output);
        rig.output(fresh);
        await().until(() -> fresh.batches.contains(List.of("s1", "s2", "s3")));
        release.countDown();
        await().until(() -> output.closed.get() == 1);
        away.set(false);
        awaitReplayed();

        assertThat(fresh.delivered).contains("s1", "s2", "s3", "s4", "s5", "s6");
    }

    @Test
    void tellsOnceWhatKeepsItFromBeginning() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(Feed.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        rig.queued("a").start().settled();
        Files.createDirectory(Replay.request(rig.feed().letters().folder()));
        log.list.clear();

        for (int i = 0; i < 50; i++) {
            rig.feed().tick();
        }
        logger.detachAppender(log);

        assertThat(log.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .startsWith("output archive: cannot replay dead letters: ");
    }

    private static byte[] lines(String... texts) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (String text : texts) {
            ByteSlice raw = ByteSlice.of(text.getBytes(StandardCharsets.UTF_8));
            lines.write(new DeadLetter(
                            Instant.EPOCH,
                            "archive",
                            EventId.of(1),
                            "bad",
                            1,
                            PlainSerializer.ID,
                            raw,
                            ByteSlice.of(new byte[0]))
                    .line());
        }
        return lines.toByteArray();
    }
}

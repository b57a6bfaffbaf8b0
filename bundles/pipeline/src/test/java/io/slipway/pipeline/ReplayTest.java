package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}

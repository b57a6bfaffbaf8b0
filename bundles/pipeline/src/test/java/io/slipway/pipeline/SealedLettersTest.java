package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.slipway.api.config.ByteSize;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventId;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.intake.Intake.Bad;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Dead letters of a queue that is encrypted. */
class SealedLettersTest {

    private static final Sealing WINTER = new Sealing(Optional.of(new TestVault((byte) 0x55)));
    private static final Sealing SPRING = new Sealing(Optional.of(new TestVault((byte) 0x2a)));
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path folder;

    private Rig rig;
    private Path letters;
    private final ScriptedOutput output = ScriptedOutput.willing();

    @BeforeEach
    void setUp() {
        rig = new Rig(folder).output(output);
        letters = rig.host.data().deadLetters(Rig.OUTPUT);
    }

    @AfterEach
    void tearDown() {
        rig.close();
    }

    private static DeadLetter letter(String text) {
        ByteSlice raw = ByteSlice.of(text.getBytes(StandardCharsets.UTF_8));
        return new DeadLetter(
                TIME,
                Rig.OUTPUT,
                EventId.of(7),
                "bad " + text.substring(0, Math.min(20, text.length())),
                4,
                PlainSerializer.ID,
                raw,
                ByteSlice.of(new byte[0]));
    }

    private void write(Sealing sealing, String... texts) throws IOException {
        try (DeadLetters file = new DeadLetters(letters, Rig.BOUNDS, sealing)) {
            for (String text : texts) {
                file.write(List.of(letter(text)), false);
            }
        }
    }

    private List<String> texts(Sealing sealing) throws IOException {
        List<DeadLetter> read = new ArrayList<>();
        for (LetterFile file : LetterFile.in(letters)) {
            file.lines(0, line -> read.add(sealing.read(line)));
        }
        return Rig.texts(read);
    }

    private void replayWith(Sealing sealing) throws IOException {
        rig.sealing(sealing).queued().start();
        Replay.ask(letters, "2026-01-01T00:00:00Z");
        rig.scheduler.scheduleWithFixedDelay(rig.feed()::tick, 0, 10, TimeUnit.MILLISECONDS);
        await().until(() -> !Files.exists(Replay.request(letters)));
    }

    @Test
    void aLineTellsNothingButWhenAndWhose() throws Exception {
        byte[] line = WINTER.line(letter("swordfish"));

        assertThat(new String(line, StandardCharsets.UTF_8))
                .matches(
                        "\\{\"time\":\"2026-01-02T03:04:05Z\",\"output\":\"archive\",\"id\":7,\"child\":0,\"attempts\":4,"
                                + "\"sealed\":\"[A-Za-z0-9+/=]+\"}\n");
        assertThat(WINTER.read(line).reason()).isEqualTo("bad swordfish");
        assertThat(Rig.texts(List.of(WINTER.read(line)))).containsExactly("swordfish");
    }

    @Test
    void linesOfBothKindsStandInOneFile() throws Exception {
        write(Sealing.CLEAR, "a");
        write(WINTER, "b");
        write(Sealing.CLEAR, "c");

        assertThat(LetterFile.in(letters)).hasSize(1);
        assertThat(texts(WINTER)).containsExactly("a", "b", "c");
        assertThatThrownBy(() -> texts(Sealing.CLEAR))
                .isInstanceOf(UnopenedException.class)
                .hasMessage("the queue of the configuration has no key");
    }

    @Test
    void aReplayOpensThem() throws Exception {
        write(Sealing.CLEAR, "a");
        write(WINTER, "b", "c");

        replayWith(WINTER);

        assertThat(output.delivered).containsExactly("a", "b", "c");
        assertThat(texts(WINTER)).isEmpty();
    }

    @Test
    void whatARejectionPutsAsideIsSealed() throws Exception {
        output.now(texts -> Delivery.of(
                texts.stream().map(text -> Outcome.rejected("no " + text)).toList()));
        rig.sealing(WINTER).queued("swordfish").start().settled();

        assertThat(Files.readString(LetterFile.in(letters).get(0).path()))
                .contains("\"sealed\"")
                .doesNotContain("swordfish");
        assertThat(texts(WINTER)).containsExactly("swordfish");
    }

    @Test
    void aReplayLeavesThoseWithoutTheirKeyAndSaysSoOnce() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(Replay.class)).addAppender(log);
        write(WINTER, "a", "b");
        write(Sealing.CLEAR, "c");
        write(SPRING, "d");

        replayWith(SPRING);

        ((Logger) LoggerFactory.getLogger(Replay.class)).detachAppender(log);
        assertThat(output.delivered).containsExactly("c", "d");
        assertThat(texts(WINTER)).containsExactly("a", "b");
        assertThat(letters.resolve("damaged.txt")).doesNotExist();
        assertThat(Replay.state(letters).unopened()).isEqualTo(2);
        assertThat(log.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .isEqualTo("output archive: 2 dead letters stay, as they are encrypted and cannot be opened:"
                        + " the key 85 is not given.");
    }

    @Test
    void aReplayKeepsMoreOfThemThanItHoldsAtOnce() throws Exception {
        String[] many = FeedTest.numbered("e", 50);
        write(WINTER, many);
        write(SPRING, "last");
        rig.batchesOf(3).batchesOfBytes(2000);

        replayWith(SPRING);

        assertThat(output.delivered).containsExactly("last");
        assertThat(texts(WINTER)).containsExactly(many);
    }

    @Test
    void roomIsCountedAsSealed() throws Exception {
        PipelinePlan.DeadLetters bounds =
                new PipelinePlan.DeadLetters(ByteSize.ofMebibytes(2), ByteSize.ofMebibytes(1));
        try (DeadLetters clear = new DeadLetters(letters, bounds, Sealing.CLEAR);
                DeadLetters sealed = new DeadLetters(letters, bounds, WINTER)) {
            clear.write(List.of(letter("x".repeat(700_000))), false);

            assertThat(clear.hasRoomFor(800_000, 1)).isTrue();
            assertThat(sealed.hasRoomFor(800_000, 1)).isFalse();
            assertThatThrownBy(() -> sealed.write(List.of(letter("x".repeat(800_000))), false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("full (2MiB)");
        }
        assertThat(WINTER.size(100_000, 1)).isGreaterThanOrEqualTo(WINTER.line(letter("x".repeat(100_000))).length);
    }

    @Test
    void theIntakesAreSealedToo() throws Exception {
        Path intakeLetters = rig.host.data().intakeLetters();
        byte[] raw = "swordfish".getBytes(StandardCharsets.US_ASCII);
        rig.queue.cursor("other", EventQueue.Start.END);
        try (QueueIntake intake = new QueueIntake(rig.host.data(), Rig.BOUNDS, InstantSource.system())) {
            intake.open(rig.queue, WINTER);

            intake.append(List.of(new Entry.Placeholder()), List.of(new Bad(0, ByteSlice.of(raw), "is a swordfish")))
                    .outcome()
                    .toCompletableFuture()
                    .get(5, TimeUnit.SECONDS);
        }

        List<DeadLetter> read = new ArrayList<>();
        LetterFile file = LetterFile.in(intakeLetters).get(0);
        file.lines(0, line -> read.add(WINTER.read(line)));
        assertThat(Files.readString(file.path())).doesNotContain("swordfish").doesNotContain("c3dvcmRmaXNo");
        assertThat(Rig.texts(read)).containsExactly("swordfish");
    }
}

package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.slipway.api.config.ByteSize;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.intake.Intake.Bad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class QueueIntakeTest {

    private static final Entry HOLDER = new Entry.Placeholder();

    @TempDir
    Path folder;

    private final ListQueue queue = new ListQueue(10);
    private QueueIntake intake;

    @BeforeEach
    void setUp() {
        queue.cursor("archive", EventQueue.Start.END);
        intake = intake(Rig.BOUNDS);
    }

    private QueueIntake intake(PipelinePlan.DeadLetters bounds) {
        return new QueueIntake(new DataFolder(folder), bounds, InstantSource.system());
    }

    @AfterEach
    void tearDown() throws IOException {
        intake.close();
        queue.close();
    }

    private static Bad bad(int position, int size) {
        return new Bad(position, ByteSlice.of(new byte[size]), "fields.a: has no kind");
    }

    private static Appended answer(Append append) throws Exception {
        return append.outcome().toCompletableFuture().get(5, TimeUnit.SECONDS);
    }

    @Test
    void saysThatItIsInitializingUntilItIsOpen() {
        assertThat(intake.unavailable()).contains("shipper is initializing");

        intake.open(queue, Sealing.CLEAR);

        assertThat(intake.unavailable()).isEmpty();
    }

    @Test
    void isKnownByWhatTheQueueSaysAndWithoutThatByANameOfItsOwn() {
        intake.open(queue, Sealing.CLEAR);
        String own = intake.uuid();
        ListQueue keeping = ListQueue.keeps(10, "first");

        intake.open(keeping, Sealing.CLEAR);
        String first = intake.uuid();
        keeping.generation("second");

        assertThat(own).hasSize(36);
        assertThat(first).isEqualTo("first");
        assertThat(intake.uuid()).isEqualTo("second");
    }

    @Test
    void passesOnWhyTheQueueTookNothingAndCountsNothing() {
        intake.open(queue, Sealing.CLEAR);
        queue.failing(new IOException("the disk is full"));

        assertThatThrownBy(() -> answer(intake.append(List.of(ListQueue.entry("a")), List.of())))
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessage("the disk is full");
        assertThat(intake.stored()).isZero();
    }

    @Test
    void failsAsClosedBeforeItIsOpen() {
        assertThatThrownBy(() -> answer(intake.append(List.of(ListQueue.entry("a")), List.of())))
                .hasCauseInstanceOf(QueueClosedException.class);
    }

    @Test
    void countsWhatTheQueueTook() throws Exception {
        intake.open(queue, Sealing.CLEAR);

        Appended appended = answer(intake.append(List.of(ListQueue.entry("a"), ListQueue.entry("b")), List.of()));

        assertThat(appended).isEqualTo(new Appended(1, 2));
        assertThat(intake.stored()).isEqualTo(2);
    }

    /** Scenario S18: what was withdrawn is neither taken nor counted. */
    @Test
    void countsNothingThatWasWithdrawn() throws Exception {
        intake.open(queue, Sealing.CLEAR);
        answer(intake.append(
                List.of(FeedTest.numbered("e", 10)).stream()
                        .map(ListQueue::entry)
                        .toList(),
                List.of()));

        Append waiting = intake.append(List.of(ListQueue.entry("late")), List.of());
        boolean withdrawn = waiting.withdraw();

        assertThat(withdrawn).isTrue();
        assertThat(waiting.outcome().toCompletableFuture()).isCompletedExceptionally();
        assertThat(intake.stored()).isEqualTo(10);
        assertThat(queue.level().events()).isEqualTo(10);
    }

    @Test
    void failsPlainlyWhenTheQueueCloses() throws Exception {
        intake.open(queue, Sealing.CLEAR);
        answer(intake.append(
                List.of(FeedTest.numbered("e", 10)).stream()
                        .map(ListQueue::entry)
                        .toList(),
                List.of()));
        Append waiting = intake.append(List.of(ListQueue.entry("late")), List.of());

        queue.close();

        Throwable[] seen = new Throwable[1];
        waiting.outcome().whenComplete((appended, failure) -> seen[0] = failure);
        assertThat(seen[0]).isInstanceOf(QueueClosedException.class);
        assertThat(intake.stored()).isEqualTo(10);
    }

    @Test
    void aBadEventIsADeadLetterBeforeTheAnswer() throws Exception {
        intake.open(queue, Sealing.CLEAR);

        Appended appended =
                answer(intake.append(List.of(ListQueue.entry("a"), HOLDER, ListQueue.entry("c")), List.of(bad(1, 20))));

        List<DeadLetter> letters = Rig.letters(new DataFolder(folder).intakeLetters());
        assertThat(appended).isEqualTo(new Appended(1, 3));
        assertThat(letters).hasSize(1);
        assertThat(letters.get(0).id().queueId()).isEqualTo(2);
        assertThat(letters.get(0).reason()).isEqualTo("fields.a: has no kind");
        assertThat(intake.stored()).isEqualTo(2);
        assertThat(intake.deadLettered()).isEqualTo(1);
    }

    @Test
    void aBadEventBeyondWhatTheQueueTookIsNobodysBusinessYet() throws Exception {
        intake.open(queue, Sealing.CLEAR);
        answer(intake.append(
                List.of(FeedTest.numbered("e", 9)).stream()
                        .map(ListQueue::entry)
                        .toList(),
                List.of()));

        Appended appended = answer(intake.append(List.of(ListQueue.entry("a"), HOLDER), List.of(bad(1, 20))));

        assertThat(appended.count()).isEqualTo(1);
        assertThat(Rig.letters(new DataFolder(folder).intakeLetters())).isEmpty();
        assertThat(intake.stored()).isEqualTo(10);
    }

    @Test
    void takesWhatIsBeforeABadEventThatHasNoRoom() throws Exception {
        intake = intake(new PipelinePlan.DeadLetters(ByteSize.ofMebibytes(1), ByteSize.ofMebibytes(1)));
        intake.open(queue, Sealing.CLEAR);
        answer(intake.append(List.of(HOLDER), List.of(bad(0, 700_000))));

        Appended appended = answer(
                intake.append(List.of(ListQueue.entry("a"), HOLDER, ListQueue.entry("c")), List.of(bad(1, 700_000))));

        assertThat(appended.count()).isEqualTo(1);
        assertThat(intake.stored()).isEqualTo(1);
        assertThatThrownBy(() -> answer(intake.append(List.of(HOLDER), List.of(bad(0, 700_000)))))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("dead letters of the intake are full");
    }

    @Test
    void doesNotAnswerForABadEventThatCouldNotBeWritten() throws Exception {
        Files.writeString(folder.resolve("dead-letters"), "a file where a folder should be");
        intake.open(queue, Sealing.CLEAR);

        Appended appended =
                answer(intake.append(List.of(ListQueue.entry("a"), HOLDER, ListQueue.entry("c")), List.of(bad(1, 20))));

        assertThat(appended.count()).isEqualTo(1);
        assertThatThrownBy(() -> answer(intake.append(List.of(HOLDER), List.of(bad(0, 20)))))
                .hasCauseInstanceOf(IOException.class);
        assertThat(intake.deadLettered()).isZero();
        assertThat(intake.stored())
                .as("what is in the queue reaches the outputs")
                .isEqualTo(2);
    }

    @Test
    void answersWithinABoundAlsoWhenItIsClosed() throws Exception {
        intake.open(queue, Sealing.CLEAR);
        intake.close();

        Append append = intake.append(List.of(HOLDER), List.of(bad(0, 20)));

        assertThat(append.outcome().toCompletableFuture()).failsWithin(Duration.ofSeconds(5));
    }

    @Test
    void tellsOnceThatLettersCannotBeWritten() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(QueueIntake.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        Files.writeString(folder.resolve("dead-letters"), "a file where a folder should be");
        intake.open(queue, Sealing.CLEAR);

        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> answer(intake.append(List.of(HOLDER), List.of(bad(0, 20)))))
                    .hasCauseInstanceOf(IOException.class);
        }
        logger.detachAppender(log);

        assertThat(log.list).hasSize(1);
    }
}

package io.slipway.output.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipway.api.event.Event;
import io.slipway.api.event.Fields;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.output.Output;
import io.slipway.output.file.FileOutputSettings.Fsync;
import io.slipway.testkit.Events;
import io.slipway.testkit.OutputContract;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOutputTest extends OutputContract {

    private static final String FIRST = "events-20260102.ndjson";
    private static final String SECOND = "events-20260102-1.ndjson";

    @TempDir
    Path folder;

    private final SmallDisk disk = new SmallDisk();

    @Override
    protected Output workingOutput() {
        return outputTo(folder, context());
    }

    @Override
    protected Output cutOffOutput() throws IOException {
        return outputTo(Files.createFile(folder.resolve("a-file")).resolve("events"), context());
    }

    @Override
    protected List<String> delivered() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : new FileSeries(folder, "events").files()) {
            lines.addAll(Files.readAllLines(file));
        }
        return lines;
    }

    @Test
    void takesBackWhatDidNotFitAndGoesOnOnceThereIsRoom() throws Exception {
        try (Output output = small(Fsync.BATCH)) {
            output.deliver(Events.events(1, 2));
            disk.leaveRoom(20);

            assertThatThrownBy(() -> output.deliver(Events.events(3, 10)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot write to " + folder + " (No space left on device)");

            assertThat(folder.resolve(FIRST)).hasContent("event 1\nevent 2\n");
            disk.leaveRoom(1000);
            output.deliver(Events.events(3, 10));
        }
        assertThat(names()).containsExactly(FIRST);
        assertThat(delivered()).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void goesOnInANewFileIfAHalfLineCannotBeCut() throws Exception {
        try (Output output = small(Fsync.BATCH)) {
            output.deliver(Events.events(1, 2));
            disk.leaveRoom(11);
            disk.cuts(false);
            assertThatThrownBy(() -> output.deliver(Events.events(3, 5))).isInstanceOf(IOException.class);
            disk.leaveRoom(1000);

            output.deliver(Events.events(3, 5));
        }

        assertThat(folder.resolve(FIRST)).hasContent("event 1\nevent 2\nevent 3\neve");
        assertThat(Files.readAllLines(folder.resolve(SECOND))).hasSize(5);
        disk.cuts(true);
        try (Output output = small(Fsync.BATCH)) {
            output.deliver(Events.events(8, 1));
        }
        assertThat(folder.resolve(FIRST)).hasContent("event 1\nevent 2\nevent 3\n");
    }

    @Test
    void cutsTheHalfLineBeforeTheNextBatchIfItCouldNotAtOnce() throws Exception {
        try (Output output = small(Fsync.BATCH)) {
            disk.leaveRoom(11);
            disk.cuts(false);
            assertThatThrownBy(() -> output.deliver(Events.events(1, 5))).isInstanceOf(IOException.class);
            disk.leaveRoom(1000);
            disk.cuts(true);

            output.deliver(Events.events(1, 5));
        }

        assertThat(names()).containsExactly(FIRST);
        assertThat(delivered()).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void countsNothingAsDeliveredThatIsNotSynced() throws Exception {
        try (Output output = small(Fsync.BATCH)) {
            disk.syncs(false);

            assertThatThrownBy(() -> output.deliver(Events.events(1, 5))).isInstanceOf(IOException.class);

            assertThat(delivered()).isEmpty();
        }
    }

    @Test
    void tellsWhichPartIsSafeIfTheDiskFillsAfterARotation() throws Exception {
        FileOutputSettings settings = new Sample(folder).rotateEvery(40).settings();
        try (Output output = new FileOutput(settings, context(), disk)) {
            disk.leaveRoom(50);

            Delivery delivery = output.deliver(Events.events(1, 9));

            assertThat(delivery).isEqualTo(Delivery.delivered(5));
            disk.leaveRoom(1000);
            output.deliver(Events.events(6, 4));
        }
        assertThat(delivered()).hasSize(9).doesNotHaveDuplicates();
    }

    @Test
    void cutsTheHalfLineThatACrashLeft() throws Exception {
        Files.writeString(folder.resolve(FIRST), "event 1\neve");

        try (Output output =
                new FileOutput(new Sample(folder).rotateOnStartup(false).settings(), context(), disk)) {
            output.deliver(Events.events(2, 1));
        }

        assertThat(folder.resolve(FIRST)).hasContent("event 1\nevent 2\n");
    }

    @Test
    void beginsANewFileBeforeOneGrowsPastItsBound() throws Exception {
        try (Output output = new FileOutput(new Sample(folder).rotateEvery(24).settings(), context(), disk)) {
            output.deliver(Events.events(1, 7));
        }

        assertThat(folder.resolve(FIRST)).hasContent("event 1\nevent 2\nevent 3\n");
        assertThat(folder.resolve(SECOND)).hasContent("event 4\nevent 5\nevent 6\n");
        assertThat(folder.resolve("events-20260102-2.ndjson")).hasContent("event 7\n");
    }

    @Test
    void givesAnEventThatIsLargerThanAFileOneOfItsOwn() throws Exception {
        try (Output output = new FileOutput(new Sample(folder).rotateEvery(4).settings(), context(), disk)) {
            output.deliver(Events.events(1, 2));
        }

        assertThat(folder.resolve(FIRST)).hasContent("event 1\n");
        assertThat(folder.resolve(SECOND)).hasContent("event 2\n");
    }

    @Test
    void keepsTheNewestFilesAndAllThatIsNotItsOwn() throws Exception {
        for (String other :
                List.of("events.ndjson", "events-20250101.log", "other-20250101.ndjson", "events-2025.ndjson")) {
            Files.createFile(folder.resolve(other));
        }
        Files.writeString(folder.resolve("events-20250101-10.ndjson"), "old\n");
        Files.writeString(folder.resolve("events-20250101-9.ndjson"), "older\n");

        try (Output output = new FileOutput(new Sample(folder).rotateEvery(8).settings(), context(), disk)) {
            output.deliver(Events.events(1, 2));
        }

        assertThat(names())
                .containsExactly(
                        "events-2025.ndjson",
                        "events-20250101-10.ndjson",
                        "events-20250101.log",
                        SECOND,
                        FIRST,
                        "events.ndjson",
                        "other-20250101.ndjson");
    }

    @Test
    void goesOnWithTheNewestFileIfAskedTo() throws Exception {
        FileOutputSettings settings = new Sample(folder).rotateOnStartup(false).settings();
        for (int i = 1; i <= 2; i++) {
            try (Output output = new FileOutput(settings, context(), disk)) {
                output.deliver(Events.events(i, 1));
            }
        }

        assertThat(folder.resolve(FIRST)).hasContent("event 1\nevent 2\n");
    }

    @Test
    void makesNoFileBeforeThereIsAnEvent() throws Exception {
        try (Output output = workingOutput()) {
            output.check();
        }

        assertThat(names()).isEmpty();
    }

    @Test
    void makesAFileAnewThatOthersTookAway() throws Exception {
        try (Output output = workingOutput()) {
            output.deliver(Events.events(1, 1));
            Files.move(folder.resolve(FIRST), folder.resolve("taken"));

            output.deliver(Events.events(2, 1));
        }

        assertThat(folder.resolve("taken")).hasContent("event 1\n");
        assertThat(folder.resolve(FIRST)).hasContent("event 2\n");
    }

    @Test
    void goesOnAtTheEndOfAFileThatOthersCutOrAddedTo() throws Exception {
        try (Output output = workingOutput()) {
            output.deliver(Events.events(1, 3));
            Files.writeString(folder.resolve(FIRST), "", StandardOpenOption.TRUNCATE_EXISTING);
            output.deliver(Events.events(4, 1));
            Files.writeString(folder.resolve(FIRST), "theirs\nha", StandardOpenOption.APPEND);
            output.deliver(Events.events(5, 1));
        }

        assertThat(folder.resolve(FIRST)).hasContent("event 4\ntheirs\nevent 5\n");
    }

    @Test
    void leavesNoTraceOfAnEventThatCannotBeEncoded() throws Exception {
        List<Event> batch = List.of(Events.event("a"), Events.event(2, Fields.EMPTY), Events.event("b"));
        try (Output output = workingOutput()) {
            Delivery delivery = output.deliver(batch);

            assertThat(delivery)
                    .isEqualTo(Delivery.of(
                            List.of(Outcome.DELIVERED, Outcome.rejected("has no message"), Outcome.DELIVERED)));
        }
        assertThat(folder.resolve(FIRST)).hasContent("a\nb\n");
    }

    @Test
    void givesItsFilesTheRightsThatWereAskedFor() throws Exception {
        Path made = folder.resolve("made");
        try (Output output = new FileOutputFactory()
                .open(new Sample(made).permissions("0666").settings(), context())) {
            output.deliver(Events.events(1, 1));
        }

        assertThat(Files.getPosixFilePermissions(made.resolve(FIRST)))
                .isEqualTo(PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    @Test
    void syncsEachBatchOrSoonOrNever() throws Exception {
        try (Output output = small(Fsync.BATCH)) {
            output.deliver(Events.events(1, 1));
            assertThat(disk.synced()).isEqualTo(1);
        }
        TestContext context = context();
        FileOutputSettings soon = new Sample(folder).fsync(Fsync.INTERVAL).settings();
        try (Output output = new FileOutput(soon, context, disk)) {
            output.deliver(Events.events(2, 1));
            output.deliver(Events.events(3, 1));
            assertThat(disk.synced()).isEqualTo(1);
            context.time().advance(Duration.ofSeconds(1));
            await().until(() -> disk.synced() == 2);
        }
        assertThat(disk.synced()).isEqualTo(3);
        try (Output output = small(Fsync.NEVER)) {
            output.deliver(Events.events(4, 1));
        }
        assertThat(disk.synced()).isEqualTo(3);
    }

    private Output small(Fsync fsync) {
        return new FileOutput(new Sample(folder).fsync(fsync).settings(), context(), disk);
    }

    private static Output outputTo(Path folder, TestContext context) {
        return new FileOutputFactory().open(new Sample(folder).settings(), context);
    }

    private TestContext context() {
        return TestContext.in(folder.resolve("own"));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}

package io.slipway.cli;

import static io.slipway.cli.libbeat.QueueWriter.put;
import static io.slipway.cli.libbeat.QueueWriter.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.slipway.cli.libbeat.QueueWriter;
import io.slipway.wire.Event;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class ImportLibbeatCommandTest {

    private static final Predicate<Event> NONE = event -> false;

    @TempDir
    Path folder;

    private Path queue;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine line =
            Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @BeforeEach
    void makeQueue() throws IOException {
        queue = Files.createDirectories(folder.resolve("data/diskqueue"));
    }

    @Test
    void sendsFromThePositionOnInOrderAndNothingASecondTime() throws IOException {
        put(queue, 6, QueueWriter.version(1).events(0, 5).closed());
        QueueWriter writer = QueueWriter.version(1).events(5, 8);
        int offset = writer.offset();
        put(queue, 7, writer.events(8, 700).closed());
        put(queue, 10, QueueWriter.version(2).events(700, 1000).open());
        state(queue, 7, offset, 3);
        Map<String, Long> before = files();

        try (FakeShipper shipper = shipper(NONE)) {
            assertThat(run(shipper)).as(err.toString()).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).isEqualTo(expected(8, 1000));
            assertThat(out.toString()).contains("992 of 992 events persisted by " + shipper.address() + ".");

            assertThat(run(shipper)).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).hasSize(992);
        }
        assertThat(err.toString()).isEmpty();
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void goesOnWhereItStoppedAndSendsNothingTwiceThatWasPersisted() throws IOException {
        put(queue, 1, QueueWriter.version(1).events(0, 900).closed());
        put(
                queue,
                2,
                QueueWriter.version2(QueueWriter.COMPRESSED, "")
                        .events(900, 2000)
                        .closed());

        try (FakeShipper shipper = shipper(NONE)) {
            shipper.persistAtMost(1234);
            assertThat(run(shipper, "--timeout", "1s")).isEqualTo(ExitCode.OTHER);
        }
        assertThat(err.toString()).contains("gave up");
        int persisted = Integer.parseInt(out.toString().replaceAll(" .*\\R", "").replace(",", ""));
        assertThat(persisted).isBetween(1, 1234);

        try (FakeShipper shipper = shipper(NONE)) {
            assertThat(run(shipper)).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).isEqualTo(expected(persisted, 2000));
        }
    }

    @Test
    void sendsWhatTheBeatWroteAfterwards() throws IOException {
        put(queue, 1, QueueWriter.version(1).events(0, 20).closed());

        try (FakeShipper shipper = shipper(NONE)) {
            run(shipper);
            put(queue, 1, QueueWriter.version(1).events(20, 30).closed()); // it began to count anew
            put(queue, 2, QueueWriter.version(1).events(30, 40).closed());

            assertThat(run(shipper)).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).isEqualTo(expected(0, 40));
        }
    }

    @Test
    void deletesOnlySegmentsThatWereReadAndPersistedWhole() throws IOException {
        put(queue, 1, QueueWriter.version(1).events(0, 20).closed());
        byte[] damaged = QueueWriter.version(1).events(20, 40).closed();
        damaged[50] ^= 1; // in the first event
        put(queue, 2, damaged);
        put(queue, 3, QueueWriter.version(1).events(40, 60).closed());

        try (FakeShipper shipper = shipper(event -> message(event).equals("event 41"))) {
            assertThat(run(shipper)).isEqualTo(ExitCode.OTHER);
            assertThat(files()).hasSize(3);
            assertThat(run(shipper, "--delete")).isEqualTo(ExitCode.FINE);

            assertThat(files()).containsOnlyKeys("2.seg", "3.seg");
            assertThat(messages(shipper)).hasSize(58);
        }
        assertThat(err.toString())
                .contains(queue.resolve("2.seg") + ", byte ", "a frame's checksum is wrong.")
                .contains(queue.resolve("3.seg") + ", byte ", "refused by the shipper (")
                .contains("2 segments were not deleted");
        assertThat(out.toString()).contains(", 1 refused, at least 1 could not be read at 1 place.");
    }

    @Test
    void triesAgainToReadWhatItCouldNotReadToItsEnd() throws IOException {
        byte[] good =
                QueueWriter.version2(QueueWriter.COMPRESSED, "").events(0, 20).closed();
        put(queue, 1, Arrays.copyOf(good, good.length - 10));

        try (FakeShipper shipper = shipper(NONE)) {
            assertThat(run(shipper)).isEqualTo(ExitCode.OTHER);
            int sent = messages(shipper).size();
            assertThat(run(shipper)).isEqualTo(ExitCode.OTHER);
            assertThat(messages(shipper)).hasSize(sent);

            put(queue, 1, good);
            assertThat(run(shipper)).as(err.toString()).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).isEqualTo(expected(0, 20));
        }
    }

    @Test
    void keepsItsPlaceWhenTheShipperRefusesEverything() throws IOException {
        put(queue, 1, QueueWriter.version(1).events(0, 30).closed());

        try (FakeShipper shipper = shipper(event -> true)) {
            assertThat(run(shipper, "--delete")).isEqualTo(ExitCode.OTHER);
        }
        assertThat(err.toString()).contains("refuses everything").contains("Further ones are only counted.");

        try (FakeShipper shipper = shipper(NONE)) {
            assertThat(run(shipper, "--delete")).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).isEqualTo(expected(0, 30));
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void takesThePasswordFromAFileAndSaysWhenItIsWrongOrMissing() throws IOException {
        int options = QueueWriter.ENCRYPTED | QueueWriter.COMPRESSED | QueueWriter.PROTOBUF;
        put(queue, 1, QueueWriter.version2(options, "grüße").events(0, 20).closed());
        put(
                queue,
                2,
                QueueWriter.version2(QueueWriter.ENCRYPTED, "grüße")
                        .events(20, 30)
                        .open());
        Path right = Files.writeString(folder.resolve("right"), "grüße\n");
        Path wrong = Files.writeString(folder.resolve("wrong"), "gruesse\n");

        try (FakeShipper shipper = shipper(NONE)) {
            assertThat(run(shipper)).isEqualTo(ExitCode.OTHER);
            assertThat(err.toString()).contains("--password-file", "SLIPWAY_IMPORT_PASSWORD");
            assertThat(run(shipper, "--password-file", wrong.toString())).isEqualTo(ExitCode.OTHER);
            assertThat(err.toString()).contains("The password does not fit");
            assertThat(shipper.events()).isEmpty();

            assertThat(run(shipper, "--password-file", right.toString())).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).isEqualTo(expected(0, 30));
        }
    }

    @Test
    void saysWhatIsThereWithoutAShipper() throws IOException {
        put(queue, 6, QueueWriter.version(1).events(0, 5).closed());
        QueueWriter writer = QueueWriter.version(0).events(5, 8);
        int offset = writer.offset();
        put(queue, 7, writer.events(8, 10).closed());
        put(queue, 8, QueueWriter.version(1).events(10, 15).closed());
        state(queue, 7, offset);

        assertThat(line.execute("queue", "import-libbeat", "--dry-run", queue.toString()))
                .isEqualTo(ExitCode.FINE);

        assertThat(out.toString().lines().map(text -> text.replaceAll(" +", " ")))
                .contains("acknowledged 1 segments before that, which are passed over")
                .contains("versions 0, 1")
                .contains("oldest 2026-01-01T00:00:08Z")
                .contains("newest 2026-01-01T00:00:14Z")
                .anyMatch(text -> text.startsWith("segments 2, with "))
                .anyMatch(text -> text.startsWith("events 7, with "));
        assertThat(queue.resolve("slipway-import")).doesNotExist();
    }

    @Test
    void takesEverythingWhenThePositionCannotBeRead() throws IOException {
        put(queue, 3, QueueWriter.version(1).events(0, 5).closed());
        Files.write(queue.resolve("state.dat"), new byte[] {1, 0, 0, 0, 3});

        try (FakeShipper shipper = shipper(NONE)) {
            assertThat(run(shipper)).isEqualTo(ExitCode.FINE);
            assertThat(messages(shipper)).isEqualTo(expected(0, 5));
        }
        assertThat(err.toString()).contains("state.dat: is too short to hold a position");
    }

    @Test
    void refusesWhileTheBeatRuns() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")), "no flock command");
        put(queue, 1, QueueWriter.version(1).events(0, 5).closed());
        Path lock = Files.createFile(folder.resolve("data/filebeat.lock"));

        Process beat = new ProcessBuilder("flock", lock.toString(), "sh", "-c", "echo; read x").start();
        try (FakeShipper shipper = shipper(NONE)) {
            beat.getInputStream().read();
            assertThat(run(shipper)).isEqualTo(ExitCode.OTHER);
            assertThat(err.toString()).contains("A Beat still runs").contains("filebeat.lock");

            beat.getOutputStream().close();
            assertThat(beat.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(run(shipper)).isEqualTo(ExitCode.FINE);
        } finally {
            beat.destroy();
        }
    }

    @Test
    void refusesAFolderThatHoldsNoQueueAndAProgressFileOfAnother() throws IOException {
        assertThat(line.execute("queue", "import-libbeat", queue.toString())).isEqualTo(ExitCode.OTHER);
        assertThat(err.toString()).contains("is no libbeat queue");

        put(queue, 1, QueueWriter.version(1).events(0, 5).closed());
        Files.writeString(queue.resolve("slipway-import"), "slipway-import 2\n");

        assertThat(line.execute("queue", "import-libbeat", queue.toString())).isEqualTo(ExitCode.OTHER);
        assertThat(err.toString()).contains("is not understood");
    }

    private FakeShipper shipper(Predicate<Event> refuses) throws IOException {
        return new FakeShipper(folder.resolve("s"), true, refuses);
    }

    private int run(FakeShipper shipper, String... options) {
        List<String> arguments = new ArrayList<>(List.of("queue", "import-libbeat", "--server", shipper.address()));
        arguments.addAll(Arrays.asList(options));
        arguments.add(queue.toString());
        return line.execute(arguments.toArray(String[]::new));
    }

    /** The Beat's files, with a sum of what is in each. */
    private Map<String, Long> files() throws IOException {
        Map<String, Long> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(queue)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                files.put(file.getFileName().toString(), (long) Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        files.remove("slipway-import");
        return files;
    }

    private static List<String> messages(FakeShipper shipper) {
        return shipper.events().stream().map(ImportLibbeatCommandTest::message).toList();
    }

    private static String message(Event event) {
        return event.getFields().getDataOrThrow("message").getStringValue();
    }

    private static List<String> expected(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "event " + i).toList();
    }
}

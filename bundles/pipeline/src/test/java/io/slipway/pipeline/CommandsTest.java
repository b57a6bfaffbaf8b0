package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.config.ByteSize;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.core.config.Configurations;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.config.Plan;
import io.slipway.core.config.QueuePlan;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.plugin.Plugins.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Version;

class CommandsTest {

    private static final Configurations CONFIGURATIONS = (file, overrides, missing) -> new Plan(
            new ServerPlan(List.of(), Optional.empty(), false, 1 << 20, 10),
            new QueuePlan("list", NoSettings.SECTION),
            List.of(Rig.plan(1, 100, ByteSize.ofMebibytes(1), 3)),
            new PipelinePlan(Duration.ofSeconds(1), Rig.BOUNDS),
            List.of());

    @TempDir
    Path folder;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private DataFolder data;

    @BeforeEach
    void setUp() {
        data = new DataFolder(folder);
        PrintStream captured = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(captured);
        System.setErr(captured);
    }

    @AfterEach
    void tearDown() {
        System.setOut(out);
        System.setErr(err);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static int call(ToIntFunction<Map<String, String>> command, String output) {
        return command.applyAsInt(Map.of("config", "slipway.yml", "output", output));
    }

    private void letter(String text, String reason) throws IOException {
        try (DeadLetters letters = new DeadLetters(data.deadLetters(Rig.OUTPUT), Rig.BOUNDS, Sealing.CLEAR)) {
            Event event = Event.ofBytes(
                    EventId.of(1), new PlainSerializer(), ByteSlice.of(text.getBytes(StandardCharsets.UTF_8)));
            letters.write(
                    List.of(DeadLetter.of(event, Rig.OUTPUT, reason, 1, Instant.parse("2026-01-02T03:04:05Z"))), false);
        }
    }

    private DeadLetterListCommand list() {
        return new DeadLetterListCommand(data, new QueueCall(data, CONFIGURATIONS, new InstalledPlugins()));
    }

    private DeadLetterReplayCommand replay(Pause pause) {
        return new DeadLetterReplayCommand(data, CONFIGURATIONS, pause);
    }

    @Test
    void listsWhatThereIsAndTheCommonestReasonsFirst() throws Exception {
        letter("a", "mapping");
        letter("b", "too large");
        letter("c", "mapping");
        Files.writeString(data.deadLetters(Rig.OUTPUT).resolve("000001.ndjson"), "{\"half", StandardOpenOption.APPEND);

        int code = call(list(), "");

        assertThat(code).isZero();
        assertThat(printed().lines().map(String::trim))
                .startsWith("archive:")
                .containsSubsequence("2 x mapping", "1 x too large")
                .anyMatch(line -> line.startsWith("letters: 3, files: 1"))
                .contains("oldest: 2026-01-02T03:04:05Z, newest: 2026-01-02T03:04:05Z");
    }

    @Test
    void listsOverALineThatIsDamaged() throws Exception {
        letter("a", "mapping");
        Files.writeString(
                data.deadLetters(Rig.OUTPUT).resolve("000001.ndjson"), "garbage\n", StandardOpenOption.APPEND);

        int code = call(list(), "");

        assertThat(code).isZero();
        assertThat(printed()).contains("1 x (a damaged line)");
    }

    @Test
    void saysThatThereIsNothingToList() {
        assertThat(call(list(), "")).isZero();
        assertThat(printed()).isEqualToIgnoringNewLines("There are no dead letters.");
    }

    @Test
    void aReplayWithoutAShipperIsLeftToTheNextStart() throws Exception {
        letter("a", "mapping");

        int code = call(replay(nanos -> {}), Rig.OUTPUT);

        assertThat(code).isZero();
        assertThat(Replay.request(data.deadLetters(Rig.OUTPUT))).exists();
        assertThat(printed()).contains("the next start replays its dead letters");
    }

    @Test
    void aReplayIsWaitedForWhileAShipperRuns() throws Exception {
        letter("a", "mapping");
        Path request = Replay.request(data.deadLetters(Rig.OUTPUT));
        int[] looks = {0};

        int code;
        try (FileChannel lock = data.lock()) {
            assertThat(lock.isOpen()).isTrue();
            code = call(
                    replay(nanos -> {
                        if (++looks[0] == 3) {
                            finish(request);
                        }
                    }),
                    Rig.OUTPUT);
        }

        assertThat(code).isZero();
        assertThat(looks[0]).isEqualTo(3);
        assertThat(printed()).contains("output archive: 5 delivered, 1 put aside again.");
    }

    private static void finish(Path request) {
        try {
            new DurableFile(request.resolveSibling("replayed.json"))
                    .write(new Replay.State("now", 1, 2, 0, 5, 1, 0).json());
            Files.delete(request);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theLettersOfTheIntakeAreExplained() {
        assertThat(call(replay(nanos -> {}), "intake")).isEqualTo(1);
        assertThat(printed())
                .contains("nothing can read")
                .contains(data.intakeLetters().toString());
    }

    @Test
    void anUnknownOutputIsNamedWithThoseThereAre() {
        assertThat(call(replay(nanos -> {}), "archiv")).isEqualTo(1);
        assertThat(printed()).contains("There is no output \"archiv\". Outputs: archive.");
    }

    private int test(ScriptedOutput output) {
        InstalledPlugins plugins = new InstalledPlugins();
        plugins.add(new InstalledPlugins.Offer(Kind.OUTPUT, output.type(), output, 0, Version.emptyVersion, 0));
        return call(new TestOutputCommand(data, CONFIGURATIONS, plugins, 1), "");
    }

    @Test
    void anOutputThatIsWellIsSaidToBe() {
        ScriptedOutput output = ScriptedOutput.willing();

        assertThat(test(output)).isZero();
        assertThat(printed()).isEqualToIgnoringNewLines("output archive (scripted): ok");
        assertThat(output.closed).hasValue(1);
    }

    @Test
    void anOutputThatCannotBeUsedSaysWhy() {
        int code = test(ScriptedOutput.willing().whenOpened(() -> {
            throw new IOException("no such folder");
        }));

        assertThat(code).isEqualTo(1);
        assertThat(printed()).contains("output archive (scripted): no such folder");
    }

    @Test
    void anOutputThatHangsIsNotWaitedForForEver() {
        int code = test(ScriptedOutput.willing().whenOpened(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }));

        assertThat(code).isEqualTo(1);
        assertThat(printed()).contains("gave no answer within 1s");
    }
}

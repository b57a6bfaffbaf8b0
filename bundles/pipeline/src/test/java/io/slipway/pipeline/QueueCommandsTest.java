package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.SettingException;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.api.queue.StoredQueue;
import io.slipway.api.queue.Vault;
import io.slipway.core.config.Configurations;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.InvalidConfiguration.Problem;
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
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Version;

class QueueCommandsTest {

    private static final Configurations CONFIGURATIONS = (file, overrides, missing) -> new Plan(
            new ServerPlan(List.of(), Optional.empty(), false, 1 << 20, 10),
            new QueuePlan("shelf", NoSettings.SECTION),
            List.of(Rig.plan(1, 100, ByteSize.ofMebibytes(1), 3)),
            new PipelinePlan(Duration.ofSeconds(1), Rig.BOUNDS),
            List.of());

    private static final Sealing SEALED = new Sealing(Optional.of(new TestVault((byte) 0x55)));

    @TempDir
    Path folder;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final InstalledPlugins plugins = new InstalledPlugins();
    private final Shelf shelf = new Shelf();
    private QueueCall call;

    @BeforeEach
    void setUp() {
        add(Kind.QUEUE, "shelf", shelf);
        add(Kind.SERIALIZER, PlainSerializer.ID, new PlainSerializer());
        call = new QueueCall(new DataFolder(folder), CONFIGURATIONS, plugins);
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void tearDown() {
        System.setOut(out);
        System.setErr(err);
    }

    private void add(Kind kind, String word, Object plugin) {
        plugins.add(new InstalledPlugins.Offer(kind, word, plugin, 0, Version.emptyVersion, 0));
    }

    private static int run(ToIntFunction<Map<String, String>> command, String... options) {
        Map<String, String> given = new HashMap<>(Map.of("config", "slipway.yml"));
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], options[i + 1]);
        }
        return command.applyAsInt(given);
    }

    private QueueExportCommand export() {
        return new QueueExportCommand(call, plugins);
    }

    private List<String> lines() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void listsTheCursorsAndWhoseOutputIsGone() {
        int code = run(new QueueListCommand(call));

        assertThat(code).isZero();
        assertThat(lines()).anyMatch(line -> line.matches("archive +3 +2 +configured"));
        assertThat(lines()).anyMatch(line -> line.matches("old +1 +4 +gone, its events are parked"));
        assertThat(lines()).noneMatch(line -> line.contains("000001"));
        assertThat(shelf.closed).isTrue();
    }

    @Test
    void inspectsTheFilesToo() {
        int code = run(new QueueInspectCommand(call), "json", "true");

        assertThat(code).isZero();
        assertThat(lines())
                .containsExactly(
                        "{\"type\":\"shelf\",\"path\":\"shelf\",\"used_by\":\"4711\",\"events\":4,\"bytes\":1536,"
                                + "\"max_bytes\":1073741824,\"cursors\":["
                                + "{\"name\":\"archive\",\"position\":3,\"backlog\":2,\"configured\":true},"
                                + "{\"name\":\"old\",\"position\":1,\"backlog\":4,\"configured\":false}],"
                                + "\"files\":[{\"name\":\"000001\",\"first_id\":1,\"bytes\":1536,\"form\":\"plain\"}]}");
    }

    @Test
    void worksBesideAShipper() throws Exception {
        try (FileChannel lock = new DataFolder(folder).lock()) {
            assertThat(lock.isOpen()).isTrue();

            assertThat(run(new QueueListCommand(call))).isZero();
        }
    }

    @Test
    void aVerdictWithFindingsIsExitCode1() {
        int fine = run(new QueueVerifyCommand(call));
        shelf.verdict = new StoredQueue.Verdict(4, 1, List.of("000001: a record is damaged."));
        int damaged = run(new QueueVerifyCommand(call));

        assertThat(fine).isZero();
        assertThat(damaged).isEqualTo(1);
        assertThat(lines())
                .containsExactly(
                        "events: 5, lost: 0, findings: 0",
                        "000001: a record is damaged.",
                        "events: 4, lost: 1, findings: 1");
    }

    @Test
    void exportsFromAnIdOrACursorUpToALimit() {
        run(export(), "from_id", "2", "limit", "2");
        run(export(), "cursor", "archive");

        assertThat(lines())
                .containsExactly(
                        "{\"id\":2,\"event\":{\"fields\":{\"message\":\"b\"}}}",
                        "{\"id\":3,\"event\":{\"fields\":{\"message\":\"c\"}}}",
                        "{\"id\":4,\"event\":{\"fields\":{\"message\":\"d\"}}}",
                        "{\"id\":5,\"event\":{\"fields\":{\"message\":\"e\"}}}");
    }

    @Test
    void exportsIntoANewFileOnly() throws Exception {
        Path file = folder.resolve("events.ndjson");

        int first = run(export(), "output", file.toString());
        int second = run(export(), "output", file.toString());

        assertThat(first).isZero();
        assertThat(Files.readAllLines(file)).hasSize(5);
        assertThat(second).isEqualTo(1);
        assertThat(said()).contains("is there already");
    }

    @Test
    void exportsWhatCannotBeReadAsBytesAndSaysWhatIsMissing() {
        shelf.serializer = "other";
        shelf.lost = 7;

        int code = run(export(), "limit", "1");

        assertThat(code).isEqualTo(1);
        assertThat(lines()).containsExactly("{\"id\":1,\"serializer\":\"other\",\"raw\":\"YQ==\"}");
        assertThat(said()).contains("1 events cannot be read").contains("7 events are lost by damage");
    }

    @Test
    void anUnknownCursorIsNamedWithThoseThereAre() {
        assertThat(run(export(), "cursor", "nobody")).isEqualTo(1);
        assertThat(said()).contains("there is no cursor \"nobody\". Cursors: archive, old.");
    }

    @Test
    void dropsAParkedCursorButNoneOfAConfiguredOutput() {
        int parked = run(new QueueDropCommand(call), "cursor", "old");
        int configured = run(new QueueDropCommand(call), "cursor", "archive");

        assertThat(parked).isZero();
        assertThat(lines()).containsExactly("Dropped the cursor old with 4 events.");
        assertThat(configured).isEqualTo(1);
        assertThat(said()).contains("Take the output out of the file first.");
        assertThat(shelf.droppedCursor).isEqualTo("old");
    }

    @Test
    void copiesTheQueue() {
        int code = run(
                new QueueBackupCommand(call), "folder", folder.resolve("copy").toString());

        assertThat(code).isZero();
        assertThat(shelf.copiedTo).isEqualTo(folder.resolve("copy"));
    }

    @Test
    void aQueueThatKeepsNothingSaysSo() {
        shelf.keeps = false;

        assertThat(run(new QueueListCommand(call))).isEqualTo(1);
        assertThat(said()).startsWith("queue shelf: keeps nothing outside a running shipper");
    }

    @Test
    void whatCannotBeLookedAtIsSaid() {
        shelf.refusal = new IOException("\"/data/queue\" is not there.");

        assertThat(run(new QueueVerifyCommand(call))).isEqualTo(1);
        assertThat(said()).isEqualToIgnoringNewLines("queue shelf: \"/data/queue\" is not there.");
    }

    @Test
    void whatIsWrongInTheFileIsExitCode78() {
        shelf.refusal = new SettingException("key", "old", "does not open what is there");

        int wrongKey = run(new QueueListCommand(call));
        int wrongFile = run(new QueueListCommand(new QueueCall(
                new DataFolder(folder),
                (file, overrides, missing) -> {
                    throw new InvalidConfiguration(List.of(new Problem("slipway.yml:1", "is empty.")));
                },
                plugins)));

        assertThat(wrongKey).isEqualTo(78);
        assertThat(wrongFile).isEqualTo(78);
        assertThat(said()).contains("does not open what is there.").contains("slipway.yml:1: is empty.");
    }

    private void letters(String output, Sealing sealing, String... texts) throws IOException {
        try (DeadLetters letters = new DeadLetters(new DataFolder(folder).deadLetters(output), Rig.BOUNDS, sealing)) {
            for (String text : texts) {
                Event event = Event.ofBytes(
                        EventId.of(1), new PlainSerializer(), ByteSlice.of(text.getBytes(StandardCharsets.UTF_8)));
                letters.write(List.of(DeadLetter.of(event, output, "bad " + text, 1, Instant.EPOCH)), false);
            }
        }
    }

    private DeadLetterListCommand letterList() {
        return new DeadLetterListCommand(new DataFolder(folder), call);
    }

    private DeadLetterExportCommand letterExport() {
        return new DeadLetterExportCommand(new DataFolder(folder), call);
    }

    @Test
    void sealedLettersAreListedWithTheirReasons() throws Exception {
        letters("archive", SEALED, "a", "b");
        letters("archive", Sealing.CLEAR, "a");
        shelf.vault = SEALED.vault();

        assertThat(run(letterList())).isZero();
        assertThat(lines()).contains("  2 x bad a", "  1 x bad b").noneMatch(line -> line.contains("encrypted"));
    }

    @Test
    void lettersThatCannotBeOpenedAreCountedAndItIsSaidWhy() throws Exception {
        letters("archive", SEALED, "a", "b");
        letters("archive", Sealing.CLEAR, "c");

        assertThat(run(letterList())).isZero();
        shelf.refusal = new IOException("the key file is gone");
        assertThat(run(letterList())).isZero();

        assertThat(lines())
                .contains(
                        "  1 x bad c",
                        "  2 encrypted, cannot be opened: the queue of the configuration has no key",
                        "  2 encrypted, cannot be opened: the key file is gone")
                .anyMatch(line -> line.startsWith("  letters: 3,"))
                .noneMatch(line -> line.contains("damaged"));
    }

    @Test
    void exportPrintsLettersOfBothKindsInClear() throws Exception {
        letters("archive", Sealing.CLEAR, "a");
        letters("archive", SEALED, "b");
        shelf.vault = SEALED.vault();

        int code = run(letterExport(), "output", "archive");

        assertThat(code).isZero();
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0)).contains("\"reason\":\"bad a\"", "\"message\":\"a\"", "\"raw\":\"YQ==\"");
        assertThat(lines().get(1)).contains("\"reason\":\"bad b\"", "\"message\":\"b\"", "\"raw\":\"Yg==\"");
        assertThat(said()).isEmpty();
    }

    @Test
    void exportEndsWithOneIfSomeCannotBeOpened() throws Exception {
        letters("archive", SEALED, "a", "b");
        letters("archive", Sealing.CLEAR, "c");

        int code = run(letterExport(), "output", "archive");

        assertThat(code).isEqualTo(1);
        assertThat(lines()).singleElement().asString().contains("\"reason\":\"bad c\"");
        assertThat(said())
                .isEqualToIgnoringNewLines("2 dead letters are encrypted and cannot be opened:"
                        + " the queue of the configuration has no key.");
    }

    @Test
    void exportSaysThatThereIsNothing() {
        assertThat(run(letterExport(), "output", "archiv")).isZero();
        assertThat(said()).isEqualToIgnoringNewLines("There are no dead letters of \"archiv\".");
    }

    /** Five events on a shelf. */
    private static final class Shelf implements QueueFactory<NoSettings>, StoredQueue {

        private boolean keeps = true;
        private Optional<Vault> vault = Optional.empty();
        private Exception refusal;
        private Verdict verdict = new Verdict(5, 0, List.of());
        private String serializer = PlainSerializer.ID;
        private long lost;
        private String droppedCursor = "";
        private Path copiedTo;
        private boolean closed;

        @Override
        public String type() {
            return "shelf";
        }

        @Override
        public Class<NoSettings> settings() {
            return NoSettings.class;
        }

        @Override
        public boolean durable() {
            return true;
        }

        @Override
        public EventQueue open(NoSettings settings, PluginContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<StoredQueue> look(NoSettings settings, PluginContext context) throws IOException {
            if (refusal instanceof IOException e) {
                throw e;
            }
            if (refusal instanceof RuntimeException e) {
                throw e;
            }
            return keeps ? Optional.of(this) : Optional.empty();
        }

        @Override
        public Optional<Vault> vault(NoSettings settings, PluginContext context) throws IOException {
            if (refusal instanceof IOException e) {
                throw e;
            }
            return vault;
        }

        @Override
        public Contents contents() {
            return new Contents(
                    Path.of("shelf"),
                    "4711",
                    4,
                    1536,
                    1 << 30,
                    List.of(new Place("archive", 3, 2), new Place("old", 1, 4)),
                    List.of(new Part("000001", 1, 1536, "plain")));
        }

        @Override
        public long read(long id, Reader reader) throws IOException, InterruptedException {
            for (long each = Math.max(1, id); each <= 5; each++) {
                byte[] text = {(byte) ('a' + each - 1)};
                if (!reader.read(new QueuedEvent(each, ByteSlice.of(text), serializer))) {
                    break;
                }
            }
            return lost;
        }

        @Override
        public Verdict verify() {
            return verdict;
        }

        @Override
        public long drop(String cursor, Duration patience) {
            droppedCursor = cursor;
            return 4;
        }

        @Override
        public void copyTo(Path to) {
            copiedTo = to;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}

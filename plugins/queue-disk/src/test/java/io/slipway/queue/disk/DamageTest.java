package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever happens to a file of a queue that is not in use, what is readable comes, and what is not is counted. */
@Timeout(60)
class DamageTest {

    enum Form {
        PLAIN,
        COMPRESSED_AND_ENCRYPTED;

        DiskQueueSettings settings() {
            return this == PLAIN
                    ? Queues.plain()
                    : Queues.settings(Compression.ZSTD, List.of(Queues.key("one", Queues.KEY)), Durability.SYNC);
        }
    }

    enum End {
        CLOSED,
        KILLED
    }

    enum Which {
        OLDEST,
        MIDDLE,
        NEWEST
    }

    record Case(Damage damage, Which which, End end, Form form) {}

    @TempDir
    Path root;

    private final Ledger ledger = new Ledger();
    private FilledFolder filled;
    private Path folder;
    private String generation;

    @BeforeEach
    void setUp() throws IOException {
        filled = new FilledFolder(root, ledger);
        folder = filled.folder();
    }

    static Stream<Case> everyDamageToEveryFile() {
        List<Case> cases = new ArrayList<>();
        for (Form form : Form.values()) {
            for (End end : End.values()) {
                for (Which which : Which.values()) {
                    Arrays.stream(Damage.values())
                            .map(damage -> new Case(damage, which, end, form))
                            .forEach(cases::add);
                }
            }
        }
        return cases.stream();
    }

    // S08, S17, S19, S22, S91
    @ParameterizedTest
    @MethodSource("everyDamageToEveryFile")
    void deliversWhatIsReadableAndCountsTheRest(Case now) throws Exception {
        generation = filled.fill(now.form().settings(), now.end() == End.KILLED);
        List<Path> files = filled.segments();
        assertThat(files).hasSizeGreaterThan(3);
        int hit = now.which() == Which.OLDEST ? 0 : now.which() == Which.MIDDLE ? files.size() / 2 : files.size() - 1;
        TreeSet<Long> touched = idsIn(files, hit);
        now.damage().to(files.get(hit));
        byte[] left = Files.exists(files.get(hit)) ? Files.readAllBytes(files.get(hit)) : new byte[0];

        TestContext context = TestContext.in(folder);
        long lost = 0;
        boolean changed;
        try (DiskQueue queue =
                DiskQueueFactory.open(now.form().settings(), FilledFolder.LIMITS, context, new LocalDisk())) {
            for (String name : FilledFolder.NAMES) {
                lost += drain(queue, name, touched);
            }
            changed = !queue.generation().equals(generation);
            generation = queue.generation();
            ledger.append(queue, 5, 400);
        }

        assertThat(changed).as("a new generation").isEqualTo(lost > 0);
        assertThat(isDegraded(context)).as("degraded").isEqualTo(lost > 0);
        assertThat(context.healths().size()).isLessThan(5);
        if (lost > 0 && left.length > 0 && now.damage() != Damage.ZEROS) { // zeros tell nobody anything
            assertThat(quarantined()).as("kept in quarantine").anyMatch(bytes -> Arrays.equals(bytes, left));
        }
        if (now.damage() == Damage.FOREIGN_NAME) {
            assertThat(Files.list(folder)).anyMatch(file -> file.toString().endsWith(".old"));
        }
        findsOnlyTheNewOnesNextTime(now.form());
    }

    private void findsOnlyTheNewOnesNextTime(Form form) throws Exception {
        TestContext context = TestContext.in(folder);
        try (DiskQueue queue = DiskQueueFactory.open(form.settings(), FilledFolder.LIMITS, context, new LocalDisk())) {
            for (String name : FilledFolder.NAMES) {
                Cursor cursor = queue.cursor(name, Start.OLDEST);
                assertThat(ledger.drain(cursor, name)).hasSize(5);
                assertThat(cursor.lost()).isZero();
            }
            assertThat(queue.generation()).isEqualTo(generation);
        }
        assertThat(isDegraded(context)).isFalse();
    }

    /** @return how many were lost */
    private long drain(DiskQueue queue, String name, TreeSet<Long> touched) throws Exception {
        Cursor cursor = queue.cursor(name, Start.OLDEST);
        TreeSet<Long> expected = new TreeSet<>(ledger.open(name).keySet());
        List<Long> got = ledger.drain(cursor, name);
        TreeSet<Long> missing = new TreeSet<>(expected);
        got.forEach(missing::remove);
        assertThat(expected).as("nothing comes again").containsAll(got);
        assertThat(touched).as("nothing else is lost").containsAll(missing);
        assertThat(cursor.lost()).as("lost of " + name).isEqualTo(missing.size());
        return missing.size();
    }

    /** The ids that may be in a file, by the names of it and the next one. */
    private TreeSet<Long> idsIn(List<Path> files, int index) {
        long from = Segments.firstId(files.get(index).getFileName().toString());
        long to = index + 1 == files.size()
                ? Long.MAX_VALUE
                : Segments.firstId(files.get(index + 1).getFileName().toString());
        TreeSet<Long> ids = new TreeSet<>(ledger.open("nobody").keySet());
        return new TreeSet<>(ids.subSet(from, to));
    }

    private List<byte[]> quarantined() throws IOException {
        List<byte[]> all = new ArrayList<>();
        if (Files.isDirectory(folder.resolve("quarantine"))) {
            for (Disk.Found file : new LocalDisk().list(folder.resolve("quarantine"))) {
                all.add(Files.readAllBytes(file.path()));
            }
        }
        return all;
    }

    private static boolean isDegraded(TestContext context) {
        List<Health> said = context.healths();
        return !said.isEmpty() && said.get(said.size() - 1).state() == Health.State.DEGRADED;
    }
}

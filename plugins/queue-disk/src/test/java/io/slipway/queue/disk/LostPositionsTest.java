package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One file of positions is enough; without both, all events come again, with no id twice. */
@Timeout(60)
class LostPositionsTest {

    private static final List<Damage> DAMAGES = List.of(
            Damage.TORN_IN_HALF,
            Damage.TORN_BY_FOUR_KIB,
            Damage.FLIPPED_EVERYWHERE,
            Damage.ZEROS,
            Damage.EMPTY,
            Damage.MISSING,
            Damage.FOREIGN_CONTENT);

    private static final List<Damage> LEAVES_AN_OLDER_STATE =
            List.of(Damage.TORN_BY_FOUR_KIB, Damage.FLIPPED_EVERYWHERE);

    @TempDir
    Path root;

    private final Ledger ledger = new Ledger();
    private FilledFolder filled;

    record Case(Damage damage, List<Integer> files, boolean killed) {}

    static Stream<Case> everyDamage() {
        List<Case> cases = new ArrayList<>();
        for (boolean killed : new boolean[] {false, true}) {
            for (List<Integer> files : List.of(List.of(0), List.of(1), List.of(0, 1))) {
                DAMAGES.forEach(damage -> cases.add(new Case(damage, files, killed)));
            }
        }
        return cases.stream();
    }

    @BeforeEach
    void setUp() throws IOException {
        filled = new FilledFolder(root, ledger);
    }

    // S08, S22, S30
    @ParameterizedTest
    @MethodSource("everyDamage")
    void startsAndLosesNothing(Case now) throws Exception {
        String generation = filled.fill(Queues.plain(), now.killed());
        for (int file : now.files()) {
            now.damage().to(filled.positions().get(file));
        }
        boolean changed;

        TestContext context = TestContext.in(filled.folder());
        try (DiskQueue queue = DiskQueueFactory.open(Queues.plain(), FilledFolder.LIMITS, context, new LocalDisk())) {
            for (String name : FilledFolder.NAMES) {
                TreeSet<Long> open = new TreeSet<>(ledger.open(name).keySet());
                Cursor cursor = queue.cursor(name, EventQueue.Start.END);
                assertThat(ledger.drain(cursor, name)).containsAll(open);
                assertThat(cursor.lost()).isZero();
            }
            changed = !queue.generation().equals(generation);
            ledger.append(queue, 5, 400);
        }

        assertThat(changed).isEqualTo(isDegraded(context));
        if (now.files().size() == 1) {
            assertThat(changed).isFalse();
        } else if (!LEAVES_AN_OLDER_STATE.contains(now.damage())) {
            assertThat(changed).isTrue();
        }
    }

    @Test
    void readsWithAPassPhraseWhoseSaltOnlyTheFilesHaveLeft() throws Exception {
        DiskQueueSettings settings = Queues.settings(
                Compression.NONE, List.of(Queues.key("phrase", "a phrase of many words")), Durability.SYNC);
        filled.fill(settings, true);
        for (Path file : filled.positions()) {
            Files.delete(file);
        }

        for (int run = 0; run < 2; run++) {
            try (DiskQueue queue = open(settings)) {
                Cursor cursor = queue.cursor("three", EventQueue.Start.OLDEST);
                ledger.append(queue, 5, 400);
                int left = ledger.open("three").size();

                assertThat(ledger.drain(cursor, "three")).hasSize(left);
            }
        }
    }

    @Test
    void doesNotBelieveTheCleanEndOfAnEarlierRun() throws Exception {
        filled.fill(Queues.plain(), false);
        List<byte[]> old = new ArrayList<>();
        for (Path file : filled.positions()) {
            old.add(Files.readAllBytes(file));
        }
        try (DiskQueue queue = open(Queues.plain())) {
            ledger.append(queue, 100, 100);
        }
        for (int file = 0; file < 2; file++) {
            Files.write(filled.positions().get(file), old.get(file));
        }

        try (DiskQueue queue = open(Queues.plain())) {
            ledger.append(queue, 50, 100);
            Cursor cursor = queue.cursor("one", EventQueue.Start.OLDEST);

            assertThat(ledger.drain(cursor, "one")).hasSize(ledger.accepted() - 130);
            assertThat(cursor.lost()).isZero();
        }
    }

    private DiskQueue open(DiskQueueSettings settings) throws IOException {
        return Queues.open(settings, filled.folder(), FilledFolder.LIMITS, new LocalDisk());
    }

    private static boolean isDegraded(TestContext context) {
        return context.healths().stream().anyMatch(health -> health.state() == Health.State.DEGRADED);
    }
}

package io.slipway.queue.disk;

import static io.slipway.queue.disk.Numbered.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipway.api.config.SettingException;
import io.slipway.api.plugin.Health;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever happened to the files: what is readable comes, in order, the rest is counted, and the queue goes on. */
@Timeout(120)
class DamagedFolderTest {

    private static final int EVENTS = 1500;

    @TempDir
    Path folder;

    private DiskQueueSettings settings = Queues.plain();

    /** What one does to a file. */
    private interface Damage {
        void to(Path file) throws IOException;
    }

    private static final Map<String, Damage> DAMAGES = Map.of(
            "a byte is cut off", file -> cut(file, Files.size(file) - 1),
            "4 KiB are cut off", file -> cut(file, Files.size(file) - 4096),
            "half is cut off", file -> cut(file, Files.size(file) / 2),
            "nothing is left", file -> cut(file, 0),
            "the headers are flipped", file -> change(file, 0, 8192, b -> (byte) ~b),
            "the middle is zero", file -> change(file, (int) Files.size(file) / 2, 3000, b -> (byte) 0),
            "a bit is flipped", file -> change(file, (int) (Files.size(file) * 2 / 3), 1, b -> (byte) (b ^ 4)),
            "the end is flipped", file -> change(file, (int) Files.size(file) - 4096, 4096, b -> (byte) ~b),
            "it is another's",
                    file -> Files.write(
                            file, "not a queue's at all".repeat(1000).getBytes()),
            "it is missing", Files::delete);

    // S15, S17, S19, S91
    @ParameterizedTest(name = "{0}, {1}, {2}")
    @CsvSource({
        "oldest, plain, closed", "middle, plain, closed", "newest, plain, closed",
        "oldest, sealed, closed", "middle, sealed, closed", "newest, sealed, killed",
        "oldest, plain, killed", "middle, plain, killed", "newest, plain, killed",
    })
    void countsWhatIsLostAndDeliversTheRest(String which, String form, String end) throws Exception {
        settings = form.equals("sealed") ? sealed("one") : Queues.plain();
        Path filled = filled(end.equals("killed"));
        for (Map.Entry<String, Damage> damage : new TreeMap<>(DAMAGES).entrySet()) {
            Path copy = Numbered.copy(
                    filled, folder.resolve("copy-" + damage.getKey().hashCode()));
            List<Path> segments = Numbered.segments(copy);
            Path victim = segments.get(which.equals("oldest") ? 0 : which.equals("middle") ? 1 : segments.size() - 1);
            damage.getValue().to(victim);

            TestContext context = TestContext.in(copy);
            try (DiskQueue queue = DiskQueueFactory.open(settings, Queues.ROOMY, context, new LocalDisk())) {
                Cursor cursor = queue.cursor("one", Start.END);
                Cursor other = queue.cursor("two", Start.END);
                List<Integer> got = Numbered.drain(cursor);
                List<Integer> later = Numbered.range(EVENTS, EVENTS + 20);
                long first = Numbered.outcome(queue.append(Numbered.entries(EVENTS, 20)))
                        .firstId();
                got.addAll(Numbered.drain(cursor));

                assertThat(got)
                        .as(damage.getKey())
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .endsWith(later.toArray(Integer[]::new));
                assertThat(got.size() + cursor.lost()).as(damage.getKey()).isEqualTo(EVENTS + 20);
                assertThat(first).as(damage.getKey()).isGreaterThan(EVENTS);
                assertThat(Numbered.drain(other)).as(damage.getKey()).isEqualTo(got);
                assertThat(other.lost()).as(damage.getKey()).isEqualTo(cursor.lost());
                if (cursor.lost() > 0) {
                    assertThat(context.healths())
                            .as(damage.getKey())
                            .anyMatch(health -> health.state() == Health.State.DEGRADED);
                    assertThat(queue.generation()).as(damage.getKey()).isNotEqualTo(generation);
                }
                if (cursor.lost() > 0 && Files.exists(victim)) {
                    assertThat(copy.resolve("quarantine").resolve(victim.getFileName()))
                            .as(damage.getKey())
                            .exists();
                }
            }
        }
    }

    // S22: positions lost, segments there
    @Test
    void beginsWithTheOldestAndOverwritesNothingWhenThePlacesAreLost() throws Exception {
        Path filled = filled(false);
        Files.delete(filled.resolve("positions-0.mv"));
        Files.delete(filled.resolve("positions-1.mv"));
        Map<String, String> before = hashes(filled);

        TestContext context = TestContext.in(filled);
        try (DiskQueue queue = DiskQueueFactory.open(settings, Queues.ROOMY, context, new LocalDisk())) {
            Cursor cursor = queue.cursor("one", Start.END);
            long first =
                    Numbered.outcome(queue.append(Numbered.entries(EVENTS, 10))).firstId();

            Map<String, String> after = hashes(filled);
            before.keySet().removeIf(name -> !name.endsWith(".seg"));
            assertThat(after).containsAllEntriesOf(before);
            assertThat(first).isGreaterThan(EVENTS);
            assertThat(Numbered.drain(cursor)).isEqualTo(range(0, EVENTS + 10));
            assertThat(queue.generation()).isNotEqualTo(generation);
            assertThat(context.healths()).isNotEmpty();
        }
    }

    // S08
    @ParameterizedTest
    @CsvSource({"positions-0.mv", "positions-1.mv"})
    void losesNothingToOneDamagedFileOfPlaces(String name) throws Exception {
        for (int keep : new int[] {0, 1, 4096, 5000}) {
            Path filled = filled(false, "places-" + keep);
            cut(filled.resolve(name), keep);

            try (DiskQueue queue = open(filled)) {
                Cursor cursor = queue.cursor("one", Start.END);
                assertThat(Numbered.drain(cursor)).isEqualTo(range(0, EVENTS));
                assertThat(queue.generation()).isEqualTo(generation);
            }
        }
    }

    @Test
    void makesNoFussAboutAVeryFirstStartThatWasKilled() throws Exception {
        Path fresh = Files.createDirectories(folder.resolve("fresh"));
        Files.write(fresh.resolve("positions-0.mv"), new byte[4096]);

        TestContext context = TestContext.in(fresh);
        try (DiskQueue queue = DiskQueueFactory.open(settings, Queues.ROOMY, context, new LocalDisk())) {
            assertThat(Numbered.append(queue, 0, 10)).isEqualTo(10);
            assertThat(context.healths()).allMatch(health -> health.state() == Health.State.HEALTHY);
        }
    }

    // S04: killed after a file was deleted; its places were saved before
    @Test
    void takesFilesThatAreGoneForPassed() throws Exception {
        Path copy = folder.resolve("copy");
        try (DiskQueue queue = open(folder.resolve("queue"))) {
            Cursor cursor = queue.cursor("one", Start.END);
            Numbered.append(queue, 0, EVENTS);
            cursor.take(600, 1 << 20, Duration.ofSeconds(1)).done();
            queue.save();
            Numbered.copy(folder.resolve("queue"), copy);
        }
        List<Path> passed = Numbered.segments(copy);
        Files.delete(passed.get(0));

        try (DiskQueue queue = open(copy)) {
            Cursor cursor = queue.cursor("one", Start.END);
            assertThat(Numbered.drain(cursor)).isEqualTo(range(600, EVENTS));
            assertThat(cursor.lost()).isZero();
        }
    }

    // S17: while it runs
    @Test
    void goesOnWhenFilesVanishWhileItRuns() throws Exception {
        try (DiskQueue queue = open(folder.resolve("queue"))) {
            Cursor cursor = queue.cursor("one", Start.END);
            Numbered.append(queue, 0, EVENTS);
            List<Path> segments = Numbered.segments(folder.resolve("queue"));
            Files.delete(segments.get(0));
            cut(segments.get(1), 0);

            List<Integer> got = Numbered.drain(cursor);

            assertThat(got).isSorted().endsWith(EVENTS - 1);
            assertThat(cursor.lost()).isPositive();
            assertThat(got.size() + cursor.lost()).isEqualTo(EVENTS);
        }
    }

    @Test
    void makesPlacesAnewThatWereDeletedWhileItRuns() throws Exception {
        Path place = folder.resolve("queue");
        TestContext context = TestContext.in(place);
        try (DiskQueue queue = DiskQueueFactory.open(settings, Queues.ROOMY, context, new LocalDisk())) {
            Cursor cursor = queue.cursor("one", Start.END);
            Numbered.append(queue, 0, 100);
            cursor.take(50, 1 << 20, Duration.ofSeconds(5)).done();
            Files.delete(place.resolve("positions-0.mv"));
            Files.delete(place.resolve("positions-1.mv"));
            Files.delete(place.resolve("lock"));

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> Files.exists(place.resolve("positions-0.mv"))
                            || Files.exists(place.resolve("positions-1.mv")));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> context.healths().stream()
                            .anyMatch(health -> health.reason().contains("deleted or replaced")));
        }
        try (DiskQueue queue = open(place)) {
            assertThat(Numbered.drain(queue.cursor("one", Start.END))).isEqualTo(range(50, 100));
        }
    }

    @Test
    void leavesWhatItDoesNotKnowAlone() throws Exception {
        Path filled = filled(false);
        Files.writeString(filled.resolve("notes.txt"), "mine");
        Path segment = Numbered.segments(filled).get(1);
        Files.move(segment, filled.resolve(segment.getFileName() + ".old"));

        try (DiskQueue queue = open(filled)) {
            Cursor cursor = queue.cursor("one", Start.END);
            List<Integer> got = Numbered.drain(cursor);

            assertThat(got.size() + cursor.lost()).isEqualTo(EVENTS);
            assertThat(filled.resolve("notes.txt")).hasContent("mine");
            assertThat(filled.resolve(segment.getFileName() + ".old")).exists();
        }
    }

    @Test
    void refusesAMissingOrWrongKeyAndTouchesNothing() throws Exception {
        settings = sealed("one");
        Path filled = filled(true);
        FolderLock.take(filled).close();
        Map<String, String> before = hashes(filled);

        assertThatThrownBy(() -> open(filled))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("lacks the key with the id");
        assertThatThrownBy(() -> Queues.open(
                        Queues.settings(
                                Compression.NONE,
                                List.of(Queues.key("one", "bm90IHRoZSByaWdodCBrZXksIG5vdCBhdCBhbGwgISE=")),
                                Durability.SYNC),
                        filled,
                        Queues.ROOMY,
                        new LocalDisk()))
                .isInstanceOf(SettingException.class);

        assertThat(hashes(filled)).isEqualTo(before);
    }

    @Test
    void refusesANewerFormatAndTouchesNothing() throws Exception {
        Path filled = filled(true);
        byte[] bytes = Files.readAllBytes(Numbered.segments(filled).get(0));
        int at = indexOf(bytes, BlockHeader.MAGIC);
        bytes[at + 10] = 2; // the version
        int length = (bytes[at + 8] & 0xff) << 8 | bytes[at + 9] & 0xff;
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(bytes, at + 8, length - 8);
        java.nio.ByteBuffer.wrap(bytes).putInt(at + 4, (int) crc.getValue());
        Files.write(Numbered.segments(filled).get(0), bytes);
        FolderLock.take(filled).close();
        Map<String, String> before = hashes(filled);

        assertThatThrownBy(() -> open(filled))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("written by a newer version");

        assertThat(hashes(filled)).isEqualTo(before);
    }

    @Test
    void refusesAFolderThatIsInUseAndNamesTheProcess() throws Exception {
        try (DiskQueue queue = open(folder.resolve("queue"))) {
            assertThat(queue.persisted()).isZero();
            assertThatThrownBy(() -> open(folder.resolve("queue")))
                    .hasMessageContaining(
                            "in use by process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void keepsFilesOfAnOldKeyReadableWhileItIsThere() throws Exception {
        settings = sealed("old");
        Path filled = filled(false);
        var both = Queues.settings(
                Compression.NONE,
                List.of(
                        Queues.key("new", "bm90IHRoZSByaWdodCBrZXksIG5vdCBhdCBhbGwgISE="),
                        Queues.key("old", Queues.KEY)),
                Durability.SYNC);

        try (DiskQueue queue = Queues.open(both, filled, Queues.ROOMY, new LocalDisk())) {
            Cursor cursor = queue.cursor("one", Start.END);
            Cursor two = queue.cursor("two", Start.END);
            Numbered.append(queue, EVENTS, 100);
            assertThat(Numbered.drain(cursor)).isEqualTo(range(0, EVENTS + 100));
            assertThat(Numbered.drain(two)).hasSize(EVENTS + 100);
        }
        var young = Queues.settings(
                Compression.NONE,
                List.of(Queues.key("new", "bm90IHRoZSByaWdodCBrZXksIG5vdCBhdCBhbGwgISE=")),
                Durability.SYNC);
        // All files of the old key were passed but the last of that run, which goes with the first file of the next.
        try (DiskQueue queue = Queues.open(both, filled, Queues.ROOMY, new LocalDisk())) {
            Numbered.append(queue, EVENTS + 100, 10);
            Numbered.drain(queue.cursor("one", Start.END));
            Numbered.drain(queue.cursor("two", Start.END));
        }
        try (DiskQueue queue = Queues.open(young, filled, Queues.ROOMY, new LocalDisk())) {
            assertThat(Numbered.outcome(queue.append(Numbered.entries(0, 1))).count())
                    .isEqualTo(1);
        }
    }

    @Test
    void showsNothingOfAnEventInAnEncryptedFolder() throws Exception {
        settings = sealed("one");
        Path filled = filled(true);

        try (Stream<Path> files = Files.walk(filled)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
                assertThat(content.contains("abcdefghij")).as(file.toString()).isFalse();
                assertThat(content.contains(Queues.KEY)).as(file.toString()).isFalse();
            }
        }
    }

    // S94
    @Test
    void tellsACopyThatWasMadeWhileItWasInUse() throws Exception {
        Path filled = filled(true);

        TestContext context = TestContext.in(filled);
        try (DiskQueue queue = DiskQueueFactory.open(settings, Queues.ROOMY, context, new LocalDisk())) {
            assertThat(queue.generation()).isNotEqualTo(generation);
            assertThat(context.healths()).anyMatch(health -> health.reason().contains("is a copy"));
            assertThat(Numbered.drain(queue.cursor("one", Start.END))).isEqualTo(range(0, EVENTS));
        }
    }

    private String generation = "";

    private static DiskQueueSettings sealed(String alias) {
        return Queues.settings(Compression.NONE, List.of(Queues.key(alias, Queues.KEY)), Durability.SYNC);
    }

    /** A folder with several files of events and two cursors that have passed nothing. */
    private Path filled(boolean killed) throws Exception {
        return filled(killed, "filled");
    }

    private Path filled(boolean killed, String name) throws Exception {
        Path place = folder.resolve(name);
        Path copy = folder.resolve("killed");
        try (DiskQueue queue = Queues.open(settings, place, Queues.ROOMY, new LocalDisk())) {
            queue.cursor("one", Start.END);
            queue.cursor("two", Start.END);
            Numbered.append(queue, 0, EVENTS);
            generation = queue.generation();
            queue.save();
            if (killed) {
                Numbered.copy(place, copy);
            }
        }
        assertThat(Numbered.segments(place)).hasSizeGreaterThan(3);
        return killed ? copy : place;
    }

    private static DiskQueue open(Path place) throws IOException {
        return Queues.open(place, Queues.ROOMY, new LocalDisk());
    }

    private static void cut(Path file, long length) throws IOException {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) length));
    }

    private interface Change {
        byte of(byte before);
    }

    private static void change(Path file, int from, int length, Change change) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = from; i < Math.min(from + length, bytes.length); i++) {
            bytes[i] = change.of(bytes[i]);
        }
        Files.write(file, bytes);
    }

    private static int indexOf(byte[] bytes, int magic) {
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
        for (int i = 0; i < bytes.length - 4; i++) {
            if (buffer.getInt(i) == magic) {
                return i;
            }
        }
        throw new AssertionError("no block");
    }

    private static Map<String, String> hashes(Path folder) throws Exception {
        Map<String, String> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                hashes.put(folder.relativize(file).toString(), HexFormat.of().formatHex(hash));
            }
        }
        return hashes;
    }
}

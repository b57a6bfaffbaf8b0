package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.queue.disk.SegmentWriter.Placed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a damaged segment: every block whose bytes are whole. */
class SegmentDamageTest {

    private static final int PAGE = 4096;
    private static final int GROUPS = 40;

    @TempDir
    Path folder;

    @TempDir
    Path graveyard;

    private final Disk disk = new LocalDisk();
    private final List<Placed> blocks = new ArrayList<>();
    private Path path;
    private byte[] whole;
    private List<Integer> chunks;

    @BeforeEach
    void fillASegment() throws IOException {
        path = SegmentWriter.path(folder, 1);
        SegmentWriter writer = SegmentWriter.create(disk, folder, 1, Map.of("serializer", "protobuf"));
        for (List<Placed> group : TestBlocks.groups(10, GROUPS, 5, 9000)) {
            writer.append(group);
            blocks.addAll(group);
        }
        writer.abandon();
        whole = Files.readAllBytes(path);
        chunks = chunks(whole);
    }

    private static List<Integer> chunks(byte[] bytes) {
        List<Integer> starts = new ArrayList<>();
        for (int at = 2 * PAGE; at < bytes.length; at += PAGE) {
            if (new String(bytes, at, 6, StandardCharsets.ISO_8859_1).equals("chunk:")) {
                starts.add(at);
            }
        }
        return starts;
    }

    @TestFactory
    List<DynamicTest> findsEveryWholeBlock() {
        int last = chunks.get(GROUPS);
        int middle = chunks.get(GROUPS / 2);
        int next = chunks.get(GROUPS / 2 + 1);
        int end = whole.length;
        return List.of(
                damage("nothing", bytes -> bytes),
                damage("1 byte cut off", bytes -> Arrays.copyOf(bytes, end - 1)),
                damage("200 bytes cut off", bytes -> Arrays.copyOf(bytes, end - 200)),
                damage("half of the last commit cut off", bytes -> Arrays.copyOf(bytes, (last + end) / 2)),
                damage("cut in the middle", bytes -> Arrays.copyOf(bytes, middle + 5000)),
                damage("cut to the header", bytes -> Arrays.copyOf(bytes, PAGE)),
                damage("cut to a byte", bytes -> Arrays.copyOf(bytes, 1)),
                damage("cut to nothing", bytes -> new byte[0]),
                damage("random bytes appended", bytes -> concat(bytes, random(1000))),
                damage("zeros appended", bytes -> Arrays.copyOf(bytes, end + (1 << 20))),
                damage("appended to itself", bytes -> concat(bytes, bytes)),
                damage("shifted by a byte", bytes -> concat(new byte[1], bytes)),
                damage("flip in the first header", bytes -> flip(bytes, 20)),
                damage("flip in both headers", bytes -> flip(flip(bytes, 20), PAGE + 20)),
                damage("no headers", bytes -> zero(bytes, 0, 2 * PAGE)),
                damage("flip in the first commit", bytes -> flip(bytes, chunks.get(0) + 10)),
                damage("no first commit", bytes -> zero(bytes, chunks.get(0), chunks.get(1))),
                damage("flip in the last footer", bytes -> flip(bytes, end - 100)),
                damage("flip in the last chunk header", bytes -> flip(bytes, last + 10)),
                damage("flip in the last events", bytes -> flip(bytes, last + 6000)),
                damage("no end of the last commit", bytes -> zero(bytes, end - PAGE, end)),
                damage("flip in a middle footer", bytes -> flip(bytes, next - 100)),
                damage("flip in a middle chunk header", bytes -> flip(bytes, middle + 10)),
                damage("flip in middle events", bytes -> flip(bytes, middle + 6000)),
                damage("no middle commit", bytes -> zero(bytes, middle, next)),
                damage("zeros", bytes -> new byte[end]),
                damage("all random", bytes -> random(end)));
    }

    private DynamicTest damage(String name, UnaryOperator<byte[]> damage) {
        return DynamicTest.dynamicTest(name, () -> findsWhatIsLeftOf(damage.apply(whole.clone())));
    }

    private void findsWhatIsLeftOf(byte[] bytes) throws IOException {
        Files.write(path, bytes);

        Set<Long> found = new TreeSet<>();
        try (SegmentScan scan = SegmentScan.open(disk, path)) {
            List<Long> scanned = TestBlocks.rest(scan);
            assertThat(scanned).hasSize(scan.count()).isSorted().doesNotHaveDuplicates();
            found.addAll(scanned);
        }
        try (SegmentReader reader = SegmentReader.open(disk, path)) {
            found.addAll(TestBlocks.rest(reader));
        } catch (DamagedException e) {
            assertThat(e).hasMessageStartingWith("0000000000000001.seg is ");
        }

        assertThat(found).containsAll(wholeIn(bytes));
        assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
    }

    private Set<Long> wholeIn(byte[] bytes) {
        String all = new String(bytes, StandardCharsets.ISO_8859_1);
        Set<Long> sequences = new TreeSet<>();
        for (Placed block : blocks) {
            ByteBuffer stored = ByteBuffer.allocate(block.body().totalLength());
            stored.put(block.header().toBytes());
            block.body().writeTo(stored);
            if (all.contains(new String(stored.array(), StandardCharsets.ISO_8859_1))) {
                sequences.add(block.firstSequence());
            }
        }
        return sequences;
    }

    @Test
    void findsEveryWholeBlockAfterDamageAnywhere() throws IOException {
        Random random = new Random(8);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = whole.clone();
            for (int faults = 1 + random.nextInt(4); faults > 0; faults--) {
                int from = random.nextInt(bytes.length);
                int to = Math.min(bytes.length, from + 1 + random.nextInt(20_000));
                bytes = switch (random.nextInt(4)) {
                    case 0 -> zero(bytes, from, to);
                    case 1 -> Arrays.copyOf(bytes, Math.max(to, bytes.length - 50_000));
                    default -> flip(bytes, from);
                };
            }
            findsWhatIsLeftOf(bytes);
        }
    }

    @Test
    void losesNothingThatWasForcedWhenThePowerIsCut() throws IOException {
        Random random = new Random(4);
        for (int cut = 0; cut < 300; cut++) {
            FaultyDisk failing = new FaultyDisk(graveyard);
            Path queue = Files.createDirectory(folder.resolve("queue" + cut));
            Path left = Files.createDirectory(folder.resolve("left" + cut));
            SegmentWriter writer = SegmentWriter.create(failing, queue, 0, Map.of());
            int forced = fill(writer, random);
            failing.cutPower(queue, left, random);
            writer.abandon();

            try (SegmentScan scan = SegmentScan.open(disk, SegmentWriter.path(left, 0))) {
                assertThat(TestBlocks.rest(scan)).as("cut %s", cut).hasSizeGreaterThanOrEqualTo(forced);
            }
        }
    }

    private static int fill(SegmentWriter writer, Random random) throws IOException {
        int forced = 0;
        int written = 0;
        for (List<Placed> group : TestBlocks.groups(0, 1 + random.nextInt(20), 2, 2000)) {
            writer.append(group);
            written += 2;
            if (random.nextInt(3) == 0) {
                writer.force();
                forced = written;
            }
        }
        if (random.nextInt(4) == 0) {
            writer.close();
            forced = written;
        }
        return forced;
    }

    @Test
    void doesNotTakeTheBytesOfASegmentInAnEventForBlocks() throws IOException {
        byte[] inner = Files.readAllBytes(path);
        Path outer = SegmentWriter.path(folder, 2);
        try (SegmentWriter writer = SegmentWriter.create(disk, folder, 2, Map.of())) {
            writer.append(List.of(new Placed(holding(inner), 1000, 1000)));
        }

        try (SegmentScan scan = SegmentScan.open(disk, outer)) {
            assertThat(scan.count()).isEqualTo(1);
            assertThat(scan.next().orElseThrow().body().toByteArray()).isEqualTo(inner);
        }
    }

    private static Body holding(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        BlockHeader header =
                TestBlocks.block(0, 1, bytes.length).body().unplaced().withBodyCrc((int) crc.getValue());
        return new Body(header, List.of(io.slipway.api.event.ByteSlice.of(bytes)));
    }

    @Test
    void refusesANewerFormatAndLeavesItAlone() throws IOException {
        Path newer = folder.resolve("0000000000000009.seg");
        try (MVStore store = SegmentStore.open(disk.create(newer), "newer", false)) {
            Group.map(store);
            new About(2, Map.of()).write(store);
        }
        byte[] before = Files.readAllBytes(newer);

        assertThatThrownBy(() -> SegmentReader.open(disk, newer))
                .isInstanceOf(NewerFormatException.class)
                .hasMessageContaining("has format 2");
        assertThatThrownBy(() -> SegmentScan.open(disk, newer)).isInstanceOf(NewerFormatException.class);

        assertThat(Files.readAllBytes(newer)).isEqualTo(before);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(first);
        bytes.writeBytes(second);
        return bytes.toByteArray();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static byte[] flip(byte[] bytes, int at) {
        bytes[at] ^= 0x5a;
        return bytes;
    }

    private static byte[] zero(byte[] bytes, int from, int to) {
        Arrays.fill(bytes, Math.min(from, bytes.length), Math.min(to, bytes.length), (byte) 0);
        return bytes;
    }
}

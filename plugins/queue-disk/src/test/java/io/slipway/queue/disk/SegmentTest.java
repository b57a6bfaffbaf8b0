package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.queue.disk.Blocks.StoredBlock;
import io.slipway.queue.disk.SegmentWriter.Placed;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentTest {

    private static final Map<String, String> ABOUT = Map.of("serializer", "protobuf", "key", "first");

    @TempDir
    Path folder;

    @TempDir
    Path graveyard;

    private FaultyDisk disk;

    @BeforeEach
    void makeDisk() {
        disk = new FaultyDisk(graveyard);
    }

    @Test
    void givesBackTheBlocksInOrderAndWhatItSaysOfItself() throws IOException {
        try (SegmentWriter writer = SegmentWriter.create(disk, folder, 255, ABOUT)) {
            for (List<Placed> group : TestBlocks.groups(100, 40, 5, 3000)) {
                writer.append(group);
            }
        }

        Path path = folder.resolve("00000000000000ff.seg");
        try (SegmentReader reader = SegmentReader.open(disk, path);
                SegmentScan scan = SegmentScan.open(disk, path)) {
            assertThat(reader.about())
                    .containsAllEntriesOf(ABOUT)
                    .containsEntry("format", "1")
                    .containsKey("created");
            assertThat(scan.about()).contains(reader.about());
            assertThat(TestBlocks.rest(reader)).hasSize(80).isSorted().startsWith(100L, 105L);
            assertThat(TestBlocks.rest(scan)).hasSize(80).isSorted().startsWith(100L, 105L);
            assertThat(scan.events()).isEqualTo(400);
            assertThat(scan.damaged()).isZero();
        }
    }

    @Test
    void leavesNothingOfEarlierBlocksInTheSpaceBetweenCommits() throws IOException {
        Random lengths = new Random(1);
        int blocks = 0;
        try (SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT)) {
            while (blocks < 600) {
                List<Placed> group = new ArrayList<>();
                for (int i = lengths.nextInt(3); i >= 0; i--) {
                    int length = lengths.nextInt(40) == 0 ? 200_000 : 10 + lengths.nextInt(9000);
                    group.add(TestBlocks.block(blocks++, 1, length));
                }
                writer.append(group);
            }
        }

        try (SegmentScan scan = SegmentScan.open(disk, SegmentWriter.path(folder, 0))) {
            assertThat(scan.damaged()).isZero();
            assertThat(scan.count()).isEqualTo(blocks);
        }
    }

    @Test
    void findsTheBlockOfEachSequence() throws IOException {
        try (SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT)) {
            for (List<Placed> group : TestBlocks.groups(7, 30, 4, 100)) {
                writer.append(group);
            }
        }

        try (Blocks reader = SegmentReader.open(disk, SegmentWriter.path(folder, 0));
                Blocks scan = SegmentScan.open(disk, SegmentWriter.path(folder, 0))) {
            for (Blocks blocks : List.of(reader, scan)) {
                for (long sequence = 0; sequence < 247; sequence++) {
                    blocks.seek(sequence);

                    StoredBlock block = blocks.next().orElseThrow();
                    assertThat(block.header().firstSequence()).isEqualTo(Math.max(7, sequence - (sequence - 7) % 4));
                    assertThat(TestBlocks.isWhole(block)).isTrue();
                }
                blocks.seek(247);
                assertThat(blocks.next()).isEmpty();
                blocks.seek(Long.MAX_VALUE);
                assertThat(blocks.next()).isEmpty();
            }
        }
    }

    @Test
    void showsAReaderWhatWasCommittedBesideALivelyWriter() throws Exception {
        AtomicLong committed = new AtomicLong();
        try (SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT)) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> append(writer, 300, committed));
            int opened = 0;
            while (!writing.isDone() || opened == 0) {
                long least = committed.get();
                try (SegmentReader reader = SegmentReader.open(disk, SegmentWriter.path(folder, 0))) {
                    List<Long> seen = TestBlocks.rest(reader);
                    assertThat(seen.size()).isGreaterThanOrEqualTo((int) least);
                    assertThat(seen).isSorted().doesNotHaveDuplicates();
                    opened++;
                }
            }
            writing.get(30, TimeUnit.SECONDS);
        }

        try (SegmentReader reader = SegmentReader.open(disk, SegmentWriter.path(folder, 0))) {
            assertThat(TestBlocks.rest(reader)).hasSize(600);
        }
    }

    private static void append(SegmentWriter writer, int groups, AtomicLong committed) {
        try {
            for (List<Placed> group : TestBlocks.groups(0, groups, 3, 40_000)) {
                writer.append(group);
                committed.addAndGet(2);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void writesFewBytesMoreThanItIsGiven() throws IOException {
        SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT);
        long before = disk.written();
        long writesBefore = disk.writes();

        for (List<Placed> group : TestBlocks.groups(0, 400, 50, 50 * 1024)) {
            writer.append(group);
        }

        assertThat((double) (disk.written() - before) / (400 * 100 * 1024)).isLessThan(1.05);
        assertThat(disk.writes() - writesBefore).isEqualTo(400);
        assertThat(writer.commits()).isEqualTo(401);
        assertThat(writer.size()).isEqualTo(Files.size(SegmentWriter.path(folder, 0)));
        writer.close();
    }

    @Test
    void keepsNoEventsInMemory() throws IOException {
        SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT);
        disk.reallyForce(false);
        long before = used();

        for (int i = 0; i < 64; i++) {
            writer.append(List.of(TestBlocks.block(i, 1, 1 << 20)));
            writer.force();
        }

        assertThat(used() - before).isLessThan(6 << 20);
        writer.close();
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void leavesAFileThatItReadsAsItIs() throws IOException {
        Path path = SegmentWriter.path(folder, 0);
        SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT);
        writer.append(TestBlocks.groups(0, 1, 5, 3000).get(0));
        byte[] before = Files.readAllBytes(path);

        for (int i = 0; i < 3; i++) {
            try (SegmentReader reader = SegmentReader.open(disk, path)) {
                assertThat(TestBlocks.rest(reader)).containsExactly(0L, 5L);
            }
        }

        assertThat(Files.readAllBytes(path)).isEqualTo(before);
        writer.close();
    }

    @Test
    void isUnharmedByInterrupts() throws IOException {
        try (SegmentWriter writer = SegmentWriter.create(new LocalDisk(), folder, 0, ABOUT)) {
            Thread.currentThread().interrupt();

            writer.append(TestBlocks.groups(0, 1, 5, 300_000).get(0));
            writer.force();
            try (SegmentReader reader = SegmentReader.open(new LocalDisk(), SegmentWriter.path(folder, 0))) {
                assertThat(TestBlocks.rest(reader)).containsExactly(0L, 5L);
            }
            writer.append(TestBlocks.groups(10, 1, 5, 300).get(0));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void saysThatTheVolumeIsFullAndKeepsWhatItHad() throws IOException {
        SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT);
        writer.append(TestBlocks.groups(0, 1, 5, 3000).get(0));
        disk.setRoom(10_000);

        assertThatThrownBy(
                        () -> writer.append(TestBlocks.groups(10, 1, 5, 30_000).get(0)))
                .isInstanceOf(IOException.class)
                .matches(SegmentWriter::isNoSpace);
        writer.abandon();

        try (SegmentReader reader = SegmentReader.open(disk, SegmentWriter.path(folder, 0))) {
            assertThat(TestBlocks.rest(reader)).containsExactly(0L, 5L);
        }
    }

    @Test
    void tellsADiskThatFailsFromDamage() throws IOException {
        SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT);
        disk.failWrite(1, 700);

        assertThatThrownBy(() -> writer.append(TestBlocks.groups(0, 1, 5, 3000).get(0)))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(DamagedException.class)
                .hasMessageContaining("Input/output error")
                .matches(e -> !SegmentWriter.isNoSpace(e));
        long forces = disk.forces();
        writer.abandon();
        writer.abandon();

        assertThat(disk.forces()).isEqualTo(forces);
    }

    @Test
    void saysSoIfItCouldNotBeEndedAndIsReadableYet() throws IOException {
        SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT);
        writer.append(TestBlocks.groups(0, 1, 5, 3000).get(0));
        disk.failForces(1);

        assertThatThrownBy(writer::close).isInstanceOf(IOException.class).hasMessageContaining("Input/output error");
        writer.abandon();

        try (SegmentReader reader = SegmentReader.open(disk, SegmentWriter.path(folder, 0))) {
            assertThat(TestBlocks.rest(reader)).containsExactly(0L, 5L);
        }
    }

    @Test
    void deletesASegmentThatCouldNotBeBegun() {
        disk.failForces(1);

        assertThatThrownBy(() -> SegmentWriter.create(disk, folder, 0, ABOUT)).hasMessage("Input/output error");

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesToBeginAFileThatIsThere() throws IOException {
        SegmentWriter.create(disk, folder, 0, ABOUT).close();

        assertThatThrownBy(() -> SegmentWriter.create(disk, folder, 0, ABOUT))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void losesNoCommitButTheOneThatIsTornWhereverThatIs() throws IOException {
        Path path = SegmentWriter.path(folder, 0);
        SegmentWriter writer = SegmentWriter.create(disk, folder, 0, ABOUT);
        writer.append(TestBlocks.groups(0, 1, 5, 500).get(0));
        int whole = (int) writer.size();
        writer.append(TestBlocks.groups(10, 1, 5, 500).get(0));
        byte[] all = Files.readAllBytes(path);
        writer.abandon();

        List<Integer> lost = new ArrayList<>();
        for (int cut = whole; cut < all.length; cut++) {
            Files.write(path, java.util.Arrays.copyOf(all, cut));
            try (SegmentReader reader = SegmentReader.open(disk, path);
                    SegmentScan scan = SegmentScan.open(disk, path)) {
                if (!TestBlocks.rest(reader).containsAll(List.of(0L, 5L)) || scan.count() < 2) {
                    lost.add(cut);
                }
            }
        }

        assertThat(lost).isEmpty();
    }
}

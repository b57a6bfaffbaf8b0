package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.queue.disk.Positions.Place;
import io.slipway.queue.disk.Positions.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PositionsTest {

    @TempDir
    Path folder;

    @TempDir
    Path graveyard;

    private FaultyDisk disk;

    @BeforeEach
    void makeDisk() {
        disk = new FaultyDisk(graveyard);
    }

    private static State state(long number) {
        return new State(
                number + 1000,
                number,
                number,
                number,
                number % 2 == 0,
                "generation",
                "boot",
                "/home",
                Map.of("archive", new Place(number, 2 * number)),
                Map.of("first", new byte[] {1, 2, 3}));
    }

    private static long number(Path folder, Disk disk) throws IOException {
        try (Positions positions = new Positions(disk, folder)) {
            return positions.read().state().map(State::nextId).orElse(-1L);
        }
    }

    @Test
    void findsNothingInAFreshFolder() throws IOException {
        try (Positions positions = new Positions(disk, folder)) {
            assertThat(positions.read().state()).isEmpty();
            assertThat(positions.read().lost()).isFalse();
        }

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void givesBackTheNewestState() throws IOException {
        for (int i = 1; i <= 7; i++) {
            try (Positions positions = new Positions(disk, folder)) {
                positions.write(state(i));
            }
        }

        try (Positions positions = new Positions(disk, folder)) {
            State found = positions.read().state().orElseThrow();
            assertThat(found).usingRecursiveComparison().isEqualTo(state(7));
        }
    }

    @Test
    void keepsCursorsOfAnyNameAndAThousandOfThem() throws IOException {
        Map<String, Place> cursors = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            cursors.put("outputs/ä\u0000\ud800 " + i, new Place(i, -1));
        }
        State many = new State(1, 2, 3, 4, true, "", "", "", cursors, Map.of());
        try (Positions positions = new Positions(disk, folder)) {
            positions.write(many);
            positions.write(many);
        }

        try (Positions positions = new Positions(disk, folder)) {
            assertThat(positions.read().state()).contains(many);
        }
    }

    @Test
    void staysSmallHoweverOftenItIsWritten() throws IOException {
        try (Positions positions = new Positions(disk, folder)) {
            for (int i = 0; i < 100_000; i++) {
                positions.write(state(i));
            }
        }

        for (Disk.Found file : disk.list(folder)) {
            assertThat(file.size()).isLessThan(200_000);
        }
        assertThat(number(folder, disk)).isEqualTo(99_999);
    }

    @Test
    void survivesPowerCuts(@TempDir Path left) throws IOException {
        Random random = new Random(5);
        for (int cut = 0; cut < 300; cut++) {
            Path queue = Files.createDirectory(left.resolve("queue" + cut));
            Path found = Files.createDirectory(left.resolve("found" + cut));
            FaultyDisk failing = new FaultyDisk(graveyard);
            long safe = writeUntilOff(failing, queue, random);

            failing.cutPower(queue, found, random);

            long number = number(found, new LocalDisk());
            assertThat(number).as("cut %s", cut).isBetween(safe, safe + 1);
            try (Positions positions = new Positions(new FaultyDisk(graveyard), found)) {
                positions.write(state(5000));
                positions.write(state(5001));
            }
            assertThat(number(found, new LocalDisk())).isEqualTo(5001);
        }
    }

    /** @return the last state of which it was said that it is safe; 0 for none */
    private static long writeUntilOff(FaultyDisk failing, Path queue, Random random) throws IOException {
        long safe = -1;
        int last = random.nextInt(30);
        try (Positions positions = new Positions(failing, queue)) {
            for (int i = 0; i <= last; i++) {
                if (i == last) {
                    failing.failWrite(1 + random.nextInt(2), random.nextInt(9000));
                    failing.failForces(random.nextInt(2));
                }
                positions.write(state(i));
                safe = i;
            }
        } catch (IOException e) {
            return safe;
        }
        return safe;
    }

    @Test
    void writesOnAfterErrorsOfTheDisk() throws IOException {
        Random random = new Random(3);
        long safe = -1;
        try (Positions positions = new Positions(disk, folder)) {
            for (int i = 0; i < 500; i++) {
                if (random.nextInt(3) == 0) {
                    disk.failWrite(1 + random.nextInt(2), random.nextInt(9000));
                }
                disk.failForces(random.nextInt(6) == 0 ? 1 : 0);
                try {
                    positions.write(state(i));
                    safe = i;
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("Input/output error");
                }
                assertThat(number(folder, disk)).isBetween(safe, (long) i);
            }
        }

        assertThat(safe).isGreaterThan(200);
    }

    @Test
    void waitsForRoomWithoutHarm() throws IOException {
        try (Positions positions = new Positions(disk, folder)) {
            positions.write(state(1));
            positions.write(state(2));
            disk.setRoom(0);
            for (int i = 3; i < 20; i++) {
                State full = state(i);
                try {
                    positions.write(full);
                } catch (IOException e) {
                    assertThat(e).matches(SegmentWriter::isNoSpace);
                }
                assertThat(number(folder, disk)).isGreaterThanOrEqualTo(2);
            }
            disk.setRoom(1 << 20);

            positions.write(state(20));
        }

        assertThat(number(folder, disk)).isEqualTo(20);
    }

    @Test
    void setsUnreadableFilesAsideBeforeItWrites() throws IOException {
        try (Positions positions = new Positions(disk, folder)) {
            positions.write(state(1));
            positions.write(state(2));
        }
        Files.write(folder.resolve("positions-0.mv"), new byte[5000]);
        Files.write(folder.resolve("positions-1.mv"), new byte[0]);

        try (Positions positions = new Positions(disk, folder)) {
            assertThat(positions.read().lost()).isTrue();
            assertThat(folder.resolve("quarantine")).doesNotExist();
            positions.write(state(3));
            positions.write(state(4));
        }

        assertThat(folder.resolve("quarantine/positions-0.mv.1")).hasSize(5000);
        assertThat(folder.resolve("quarantine/positions-1.mv.1")).isEmptyFile();
        assertThat(number(folder, disk)).isEqualTo(4);
    }

    @Test
    void triesAgainIfItCouldNotReplaceWhatItSetAside() throws IOException {
        Files.write(folder.resolve("positions-0.mv"), new byte[5000]);
        try (Positions positions = new Positions(disk, folder)) {
            disk.failWrite(1, 0);
            assertThatThrownBy(() -> positions.write(state(1))).hasMessageContaining("Input/output error");

            positions.write(state(2));
        }

        assertThat(folder.resolve("quarantine/positions-0.mv.1")).hasSize(5000);
        assertThat(number(folder, disk)).isEqualTo(2);
    }

    @Test
    void usesTheOtherFileIfOneIsDamaged() throws IOException {
        try (Positions positions = new Positions(disk, folder)) {
            positions.write(state(1));
            positions.write(state(2));
        }
        for (int file = 0; file < 2; file++) {
            Path path = folder.resolve("positions-" + file + ".mv");
            byte[] whole = Files.readAllBytes(path);
            for (int at = 0; at < whole.length; at += 37) {
                byte[] flipped = whole.clone();
                flipped[at] ^= 0x20;
                Files.write(path, flipped);
                assertThat(number(folder, disk)).isBetween(1L, 2L);
            }
            Files.write(path, whole);
        }
    }

    @Test
    void refusesANewerFormatAndLeavesItAlone() throws IOException {
        Path path = folder.resolve("positions-0.mv");
        byte[] value = ByteBuffer.allocate(30).putInt(4, 2).array();
        CRC32C crc = new CRC32C();
        crc.update(value, 4, 26);
        ByteBuffer.wrap(value).putInt(0, (int) crc.getValue());
        try (MVStore store = SegmentStore.open(disk.create(path), "newer", false)) {
            store.openMap(
                            "positions",
                            new MVMap.Builder<String, byte[]>()
                                    .keyType(StringDataType.INSTANCE)
                                    .valueType(ByteArrayDataType.INSTANCE))
                    .put("state", value);
        }
        byte[] before = Files.readAllBytes(path);

        try (Positions positions = new Positions(disk, folder)) {
            assertThatThrownBy(() -> positions.write(state(1)))
                    .isInstanceOf(NewerFormatException.class)
                    .hasMessageContaining("has format 2");
        }

        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    @Test
    void tellsAFailingDiskFromLostPositions() throws IOException {
        try (Positions positions = new Positions(disk, folder)) {
            positions.write(state(1));
        }
        disk.turnOff();

        try (Positions positions = new Positions(disk, folder)) {
            assertThatThrownBy(positions::read).hasMessage("the power is off");
        }
    }
}

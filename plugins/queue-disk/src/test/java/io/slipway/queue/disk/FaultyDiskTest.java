package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.queue.disk.Disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultyDiskTest {

    @TempDir
    Path folder;

    @TempDir
    Path graveyard;

    @TempDir
    Path left;

    @Test
    void losesAnySectorThatWasNotForcedAndNoneThatWas() throws IOException {
        FaultyDisk disk = new FaultyDisk(graveyard);
        Path path = folder.resolve("a");
        try (DiskFile file = disk.create(path)) {
            file.write(filled(1), 0);
            file.force();
            disk.syncFolder(folder);
            file.write(filled(2), 1024);
            Set<String> seen = new HashSet<>();
            Random random = new Random(1);
            for (int i = 0; i < 300; i++) {
                disk.cutPower(folder, left, random);
                byte[] found = Files.readAllBytes(left.resolve("a"));
                assertThat(found).hasSizeBetween(2048, 3072);
                assertThat(found[0]).isEqualTo((byte) 1);
                seen.add(found[1024] + " " + found[1536]);
            }

            assertThat(seen).containsExactlyInAnyOrder("1 1", "1 2", "2 1", "2 2");
        }
    }

    private static ByteBuffer filled(int with) {
        byte[] bytes = new byte[2048];
        java.util.Arrays.fill(bytes, (byte) with);
        return ByteBuffer.wrap(bytes);
    }

    @Test
    void mayForgetNamesThatWereNotSynced() throws IOException {
        FaultyDisk disk = new FaultyDisk(graveyard);
        disk.create(folder.resolve("old")).close();
        disk.syncFolder(folder);
        disk.create(folder.resolve("new")).close();
        disk.delete(folder.resolve("old"));
        Set<Set<String>> seen = new HashSet<>();
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            Path found = Files.createDirectory(left.resolve("cut" + i));
            disk.cutPower(folder, found, random);
            Set<String> names = new HashSet<>();
            new LocalDisk().list(found).forEach(file -> names.add(file.name()));
            seen.add(names);
        }

        assertThat(seen).containsExactlyInAnyOrder(Set.of("old"), Set.of("old", "new"), Set.of("new"));
    }

    @Test
    void hasRoomForWhatItWasTold() throws IOException {
        FaultyDisk disk = new FaultyDisk(graveyard);
        try (DiskFile file = disk.create(folder.resolve("a"))) {
            disk.setRoom(3000);
            file.write(filled(1), 0);
            assertThatThrownBy(() -> file.write(filled(1), 2048)).matches(SegmentWriter::isNoSpace);
            assertThat(file.size()).isEqualTo(3000);
            file.write(filled(2), 0);
        }
        disk.delete(folder.resolve("a"));

        assertThat(disk.usableSpace(folder)).isEqualTo(3000);
    }
}

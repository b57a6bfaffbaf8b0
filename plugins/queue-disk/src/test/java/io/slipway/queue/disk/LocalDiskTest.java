package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.queue.disk.Disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest {

    @TempDir
    Path folder;

    private final LocalDisk disk = new LocalDisk();

    @Test
    void readsWhatWasWrittenWherever() throws IOException {
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        try (DiskFile file = disk.create(folder.resolve("a"))) {
            file.write(ByteBuffer.allocateDirect(bytes.length).put(bytes).flip(), 10);
            ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 5);
            ByteBuffer part = ByteBuffer.allocate(70_000);

            assertThat(file.read(direct, 10)).isEqualTo(bytes.length);
            assertThat(file.read(part, 12)).isEqualTo(70_000);
            assertThat(file.read(ByteBuffer.allocate(1), bytes.length + 10)).isEqualTo(-1);

            assertThat(direct.flip()).isEqualTo(ByteBuffer.wrap(bytes));
            assertThat(part.flip()).isEqualTo(ByteBuffer.wrap(bytes, 2, 70_000));
        }
    }

    @Test
    void survivesInterruptsAndKeepsThem() throws IOException {
        Thread.currentThread().interrupt();
        try (DiskFile file = disk.create(folder.resolve("a"))) {
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
            file.force();
            disk.syncFolder(folder);

            assertThat(file.read(ByteBuffer.allocate(3), 0)).isEqualTo(3);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void letsThreadsUseOneFileAtOnce() throws Exception {
        try (DiskFile file = disk.create(folder.resolve("a"))) {
            CompletableFuture<?>[] threads = new CompletableFuture<?>[4];
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = CompletableFuture.runAsync(() -> useOwnPart(file, number));
            }

            CompletableFuture.allOf(threads).get(30, TimeUnit.SECONDS);
        }
    }

    private static void useOwnPart(DiskFile file, int number) {
        byte[] bytes = new byte[100_000];
        try {
            for (int round = 0; round < 50; round++) {
                java.util.Arrays.fill(bytes, (byte) (10 * number + round));
                file.write(ByteBuffer.wrap(bytes), number * 100_000L);
                ByteBuffer back = ByteBuffer.allocate(bytes.length);
                file.read(back, number * 100_000L);
                assertThat(back.flip()).isEqualTo(ByteBuffer.wrap(bytes));
            }
            file.force();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void makesNoFileThatIsThereAndOpensNoneThatIsNot() throws IOException {
        disk.create(folder.resolve("a")).close();

        assertThatThrownBy(() -> disk.create(folder.resolve("a"))).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> disk.open(folder.resolve("b"), true)).isInstanceOf(NoSuchFileException.class);

        assertThat(folder.resolve("b")).doesNotExist();
    }

    @Test
    void listsMovesLinksAndDeletes() throws IOException {
        Files.write(folder.resolve("b"), new byte[7]);
        Files.write(folder.resolve("a"), new byte[3]);
        Files.createDirectory(folder.resolve("c"));

        disk.move(folder.resolve("a"), folder.resolve("d"));
        disk.link(folder.resolve("d"), folder.resolve("e"));
        disk.move(folder.resolve("b"), folder.resolve("d"));

        assertThat(disk.list(folder))
                .containsExactly(new Disk.Found(folder.resolve("d"), 7), new Disk.Found(folder.resolve("e"), 3));
        disk.delete(folder.resolve("d"));
        assertThat(folder.resolve("d")).doesNotExist();
        assertThat(disk.usableSpace(folder)).isPositive();
    }
}

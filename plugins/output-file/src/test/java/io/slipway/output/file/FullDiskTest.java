package io.slipway.output.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.slipway.api.event.Event;
import io.slipway.api.output.Output;
import io.slipway.output.file.FileOutputSettings.Fsync;
import io.slipway.testkit.Events;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file output on a disk that is really full, where the machine lets us make one. */
class FullDiskTest {

    @TempDir
    Path folder;

    private Path disk;

    @BeforeEach
    void makeASmallDisk() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        assumeThat(runs("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()))
                .as("may mount a small disk")
                .isTrue();
    }

    @AfterEach
    void takeItAway() throws Exception {
        runs("umount", disk.toString());
    }

    @Test
    void goesOnByItselfOnceThereIsRoom() throws Exception {
        List<String> delivered = new ArrayList<>();
        Path ballast = Files.write(disk.resolve("ballast"), new byte[64 << 10]);
        TestContext context = TestContext.in(folder.resolve("own"));
        try (Output output =
                new FileOutputFactory().open(new Sample(disk).fsync(Fsync.BATCH).settings(), context)) {
            long id = 1;
            while (deliver(output, id, delivered)) {
                id++;
            }
            assertThat(lines()).isEqualTo(delivered);

            Files.delete(ballast);

            assertThat(deliver(output, id, delivered)).isTrue();
        }
        assertThat(lines()).isEqualTo(delivered).hasSizeGreaterThan(10);
    }

    private static boolean deliver(Output output, long id, List<String> delivered) throws InterruptedException {
        String message = id + "x".repeat(10_000);
        List<Event> batch = List.of(Events.event(id, message));
        try {
            output.deliver(batch);
            delivered.add(message);
            return true;
        } catch (IOException full) {
            return false;
        }
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(disk.resolve("events-20260102.ndjson"));
    }

    private static boolean runs(String... command) throws Exception {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }
}

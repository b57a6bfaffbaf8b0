package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * S28: the disk of the file output fills up. The queue takes what comes meanwhile, and once there is space again everything arrives by
 * itself, with no half line anywhere.
 */
class DiskFullIT {

    private static final int EVENTS = 3000;
    private static final String KIBIBYTE = "x".repeat(1024);
    private static final int BALLAST = 7 << 20;

    @TempDir
    Path folder;

    @Test
    void s28AFullFileSystemWaitsAndRecovers() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        assumeThat(command("mount", "-t", "tmpfs", "-o", "size=8m", "none", small.toString()))
                .as("Mounting a small file system needs the rights of root.")
                .isZero();
        try {
            Path ballast = Files.write(small.resolve("ballast"), new byte[BALLAST]);
            Setup setup = Setup.toFile(folder)
                    .replace(
                            folder.resolve("arrived").toString(),
                            small.resolve("arrived").toString());

            publishUntilFullThenFree(setup, new Destination(small.resolve("arrived")), pid -> Files.delete(ballast));
        } finally {
            command("umount", "-l", small.toString());
        }
    }

    @Test
    void s28AFileThatMayNotGrowWaitsAndRecovers() throws Exception {
        assumeThat(command("prlimit", "--version"))
                .as("prlimit of util-linux is needed to keep a file from growing.")
                .isZero();
        Setup setup = Setup.toFile(folder);

        publishUntilFullThenFree(
                setup,
                new Destination(setup.destination()),
                pid -> assertThat(command("prlimit", "--pid", Long.toString(pid), "--fsize=unlimited:unlimited"))
                        .isZero());
    }

    private void publishUntilFullThenFree(Setup setup, Destination destination, Freeing freeing) throws Exception {
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            long pid = shipper.process().pid();
            if (destination.folder().startsWith(setup.destination())) {
                command("prlimit", "--pid", Long.toString(pid), "--fsize=" + (1 << 20) + ":unlimited");
            }
            long last = publish(wire);
            await("the output to notice")
                    .atMost(Running.PATIENCE)
                    .until(() -> shipper.process().error().stream().anyMatch(line -> line.contains("output file:")));
            assertThat(wire.persisted().getPersistedIndex()).isLessThan(last);

            freeing.free(pid);

            assertThat(destination.awaitAll(1, EVENTS).lost()).isEmpty();
            await().atMost(Running.PATIENCE).until(() -> wire.persisted().getPersistedIndex() >= last);
            destination.lines().forEach(Json::keys); // every line is whole
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(EVENTS, EVENTS, 0, 0, 0, 0));
        }
    }

    /** Publishes all events and gives the index of the last. */
    private static long publish(Wire wire) {
        long index = 0;
        for (int first = 1; first <= EVENTS; first += 500) {
            PublishRequest.Builder request = PublishRequest.newBuilder();
            for (int i = first; i < first + 500; i++) {
                request.addEvents(Events.event(i, KIBIBYTE));
            }
            PublishReply reply = wire.publish(request.build());
            assertThat(reply.getAcceptedCount()).isEqualTo(500);
            index = reply.getAcceptedIndex();
        }
        return index;
    }

    /** Its exit code, or -1 if there is no such command. */
    private static int command(String... words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(List.of(words))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (IOException e) {
            return -1;
        }
    }

    /** Gives the shipper with a process id its space back. */
    @FunctionalInterface
    private interface Freeing {
        void free(long pid) throws Exception;
    }
}

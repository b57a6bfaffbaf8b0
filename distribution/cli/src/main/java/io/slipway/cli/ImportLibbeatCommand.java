package io.slipway.cli;

import io.slipway.cli.libbeat.BeatLock;
import io.slipway.cli.libbeat.EncryptionKey;
import io.slipway.cli.libbeat.Position;
import io.slipway.cli.libbeat.QueueFolder;
import io.slipway.cli.libbeat.UnreadableException;
import io.slipway.client.ClientOptions;
import io.slipway.client.Limits;
import io.slipway.client.ShipperClient;
import io.slipway.client.Timing;
import io.slipway.launcher.LogSettings;
import io.slipway.launcher.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends what is in the disk queue of a Beat to a running shipper. */
@Command(
        name = "import-libbeat",
        mixinStandardHelpOptions = true,
        description = {
            "Send the events of a Beat's disk queue to a running shipper and wait until all are persisted.",
            "Stop the Beat before. The next run goes on where this one ended.",
            "The exit code is 0 only if every event could be read and was persisted."
        })
final class ImportLibbeatCommand implements Callable<Integer> {

    private static final String PASSWORD = "SLIPWAY_IMPORT_PASSWORD";

    /** Small requests, as the shipper tells of a request as a whole that it is persisted, and what it did not tell is sent again. */
    private static final Limits LIMITS =
            Limits.DEFAULT.withRequest(1 << 20, 500).withWindow(32L << 20, 16_384);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Option(
            names = "--input-id",
            paramLabel = "ID",
            defaultValue = "libbeat-import",
            description = "The source of events whose metadata has no input_id: ${DEFAULT-VALUE}.")
    private String input;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "Holds the password of an encrypted queue; without it the variable " + PASSWORD + " does.")
    private Path passwordFile;

    @Option(
            names = "--delete",
            description =
                    "Delete each segment once all of it was read and persisted. Nothing else of the Beat is ever changed.")
    private boolean delete;

    @Option(names = "--dry-run", description = "Read everything, say what is there, and send nothing.")
    private boolean dryRun;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationText.class,
            description = "Give up when nothing more was persisted for so long: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Parameters(paramLabel = "DIR", description = "The folder of the queue, often data/diskqueue of the Beat.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("\"" + folder + "\" is not a folder");
        }
        Console console = Console.of(spec);
        Optional<Path> lock = BeatLock.heldFor(folder);
        if (lock.isPresent() && !dryRun) {
            throw new IOException("A Beat still runs: it holds the lock \"" + lock.get() + "\". Stop it first");
        }
        lock.ifPresent(
                held -> console.err().println("A Beat still runs (" + held + "), so this changes while it is read."));
        QueueFolder queue = QueueFolder.open(folder);
        queue.positionFault()
                .ifPresent(fault -> console.err()
                        .println(folder.resolve(Position.FILE) + ": " + fault
                                + ", so everything in the segments is taken, as the Beat would do."));
        EncryptionKey key = key(queue);
        ImportFindings findings = new ImportFindings(console);
        if (dryRun) {
            return new ImportSurvey(queue, key, findings, console).run();
        }
        return send(queue, key, findings, console);
    }

    private int send(QueueFolder queue, EncryptionKey key, ImportFindings findings, Console console)
            throws IOException {
        Logging.start(LogSettings.of(Map.of(), Level.ERROR, false, Path.of("")), Place.VERSION, true);
        ClientOptions options = Usage.checked(spec, server::options)
                .withLimits(LIMITS)
                .withTiming(Timing.DEFAULT.withCloseTimeout(Duration.ZERO))
                .withListener(new TellOnce(server.address(), timeout, console));
        if (!Files.isWritable(folder)) {
            throw new IOException("\"" + folder + "\" cannot be written to, so how far this gets could not be kept");
        }
        byte[] position = state();
        try (ShipperClient client = Usage.checked(spec, () -> ShipperClient.open(options))) {
            ImportRun run =
                    new ImportRun(queue, key, client.publisher(), findings, new ImportRun.Choices(input, delete));
            boolean all = run.sendAll(timeout, new ProgressLine(console));
            findings.report(run, server.address());
            if (!all) {
                findings.gaveUp(run, timeout);
            }
            if (!Arrays.equals(position, state())) {
                console.err()
                        .println(
                                folder.resolve(Position.FILE)
                                        + ": has changed meanwhile, so a Beat works on this queue. What it still sends arrives twice.");
            }
            return all && run.complete() ? ExitCode.FINE : ExitCode.OTHER;
        }
    }

    private byte[] state() throws IOException {
        Path file = folder.resolve(Position.FILE);
        return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    }

    /** Null if there is none and none is needed. */
    private EncryptionKey key(QueueFolder queue) throws IOException {
        String password = passwordFile == null
                ? System.getenv().getOrDefault(PASSWORD, "")
                : Files.readString(passwordFile).replaceFirst("\\r?\\n$", "");
        EncryptionKey key = password.isEmpty() ? null : EncryptionKey.of(password);
        try {
            if (queue.fits(key)) {
                return key;
            }
        } catch (UnreadableException e) {
            throw new IOException(
                    "The queue in \"" + folder + "\" " + e.getMessage() + ": give --password-file FILE or " + PASSWORD);
        }
        throw new IOException("The password does not fit the queue in \"" + folder + "\". Nothing was sent");
    }
}

package io.slipway.cli;

import io.slipway.client.ClientOptions;
import io.slipway.client.ShipperClient;
import io.slipway.client.Timing;
import io.slipway.launcher.LogSettings;
import io.slipway.launcher.Logging;
import io.slipway.wire.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends the lines of files to a running shipper and waits until they are persisted. */
@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        description = {
            "Send files to a running shipper, an event for each line, and wait until all are persisted.",
            "The exit code is 0 only if every line was sent and persisted."
        })
final class SendCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Mixin
    private StreamOptions stream;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description =
                    "What lines are: ${COMPLETION-CANDIDATES}. An NDJSON object becomes fields, any other line a message;"
                            + " auto decides for each file by its first line.")
    private LineFormat format;

    @Option(
            names = "--input-id",
            paramLabel = "ID",
            defaultValue = "slipway-send",
            description = "The events' source: ${DEFAULT-VALUE}.")
    private String input;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationText.class,
            description = "Give up when nothing more was persisted for so long: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to send; - is the standard input.")
    private List<String> files;

    private Console console;
    private ProgressLine progress;
    private final Tally tally = new Tally();
    private final AtomicLong read = new AtomicLong();
    private boolean gaveUp;

    @Override
    public Integer call() throws IOException {
        console = Console.of(spec);
        progress = new ProgressLine(console);
        Logging.start(LogSettings.of(Map.of(), Level.ERROR, false, Path.of("")), Place.VERSION, true);
        long total = sizeOf(files);
        ClientOptions options = Usage.checked(spec, server::options)
                .withTiming(Timing.DEFAULT.withCloseTimeout(Duration.ZERO))
                .withListener(new TellOnce(server.address(), timeout, console));
        try (ShipperClient client = Usage.checked(spec, () -> ShipperClient.open(options))) {
            Watch.over(() -> sendAll(client), this::moved, timeout, () -> show(total));
        } catch (InterruptedException e) {
            gaveUp = true;
        }
        progress.clear();
        return report();
    }

    private void sendAll(ShipperClient client) throws IOException, InterruptedException {
        FileSender sender = new FileSender(client, tally, console, progress);
        for (String file : files) {
            send(sender, file);
        }
        tally.awaitSettled();
    }

    private void send(FileSender sender, String name) throws IOException, InterruptedException {
        boolean standardInput = name.equals("-");
        InputStream in = standardInput ? System.in : Files.newInputStream(Path.of(name));
        Source source = Source.newBuilder().setInputId(input).build();
        try (EventFile file = new EventFile(in, format, source, stream.stream(), Clock.systemUTC(), read)) {
            sender.send(standardInput ? "stdin" : name, file);
        }
    }

    /** Rises as long as the command gets on: reading, or being told that events are persisted. */
    private long moved() {
        return read.get() + tally.persisted() + tally.refused();
    }

    private void show(long total) {
        progress.show(
                read.get(),
                total,
                String.format(Locale.ROOT, "%,d events sent, %,d persisted", tally.published(), tally.persisted()));
    }

    private int report() {
        boolean fine = !gaveUp && tally.allPersisted();
        StringBuilder report = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d of %,d events persisted by %s",
                tally.persisted(),
                tally.published(),
                server.address()));
        if (tally.refused() > 0) {
            report.append(String.format(Locale.ROOT, ", %,d refused", tally.refused()));
        }
        if (tally.unreadable() > 0) {
            report.append(String.format(
                    Locale.ROOT, ", %,d %s not sent", tally.unreadable(), tally.unreadable() == 1 ? "line" : "lines"));
        }
        console.out().println(report + ".");
        if (gaveUp) {
            console.err()
                    .println("slipway: gave up, because nothing more was persisted for " + timeout.toSeconds()
                            + " s; what is not persisted may still arrive.");
        }
        return fine ? ExitCode.FINE : ExitCode.OTHER;
    }

    /** The bytes of all files; 0 if nobody can know. All must be readable before the first line is sent. */
    private static long sizeOf(List<String> files) throws IOException {
        long size = 0;
        for (String file : files) {
            if (file.equals("-")) {
                return 0;
            }
            if (!Files.isReadable(Path.of(file)) || Files.isDirectory(Path.of(file))) {
                throw new IOException("\"" + file + "\" cannot be read.");
            }
            size += Files.size(Path.of(file));
        }
        return size;
    }
}

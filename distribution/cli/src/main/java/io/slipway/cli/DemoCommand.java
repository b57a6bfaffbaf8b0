package io.slipway.cli;

import io.slipway.client.ClientOptions;
import io.slipway.client.ShipperClient;
import io.slipway.client.Timing;
import io.slipway.launcher.Installation;
import io.slipway.launcher.LogSettings;
import io.slipway.launcher.Logging;
import io.slipway.wire.DataStream;
import io.slipway.wire.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the whole way of real log lines: starts a shipper, sends, counts what arrived, stops it. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Start a shipper, send it real log lines, show them arriving, and stop it again. Takes a few seconds.")
final class DemoCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST = 500;

    @Spec
    private CommandSpec spec;

    private Console console;

    @Override
    public Integer call() throws IOException {
        console = Console.of(spec);
        Logging.start(LogSettings.of(Map.of(), Level.ERROR, false, Path.of("")), Place.VERSION, true);
        DemoLog log = DemoLog.find(Place.of(Map.of()).conf());
        Path folder = Files.createTempDirectory("slipway-demo-");
        try {
            return run(log, folder);
        } catch (InterruptedException e) {
            console.err().println("slipway: the demo was given up, because nothing more arrived.");
            return ExitCode.OTHER;
        }
    }

    private int run(DemoLog log, Path folder) throws IOException, InterruptedException {
        say(
                "Slipway %s: %,d lines of %s on their way through gRPC, a queue, and two outputs.%n",
                Place.VERSION, log.lines().size(), log.path());
        long start = System.nanoTime();
        Installation installation = Installation.ofProcess();
        ClassArchive classes = ClassArchive.of(installation, folder);
        try (DemoShipper shipper = DemoShipper.start(installation.script(), folder, classes)) {
            say("  started    a shipper on %s%s", shipper.address(), since(start));
            start = System.nanoTime();
            Tally tally = send(log, shipper.address());
            say("  sent       %,d events, %,d of them persisted%s", tally.published(), tally.persisted(), since(start));
            start = System.nanoTime();
            int exit = shipper.stop();
            classes.keep();
            say("  stopped    with exit code %d%s", exit, since(start));
            say("%nThe first to arrive on the console:%n");
            shipper.firstLines().forEach(line -> say("  %s%n", cut(line)));
            return report(shipper, log.lines().size(), exit);
        }
    }

    private int report(DemoShipper shipper, long sent, int exit) throws IOException {
        long onConsole = shipper.consoleLines();
        long inFile = shipper.fileLines();
        boolean fine = exit == 0 && onConsole == sent && inFile == sent;
        say("%n%,d of %,d arrived on the console, %,d of %,d in the file%n", onConsole, sent, inFile, sent);
        for (Path file : shipper.files()) {
            say("  %s%n", file);
        }
        if (!fine) {
            console.err().println("slipway: not all arrived; the shipper's log is beside the file's folder.");
        }
        return fine ? ExitCode.FINE : ExitCode.OTHER;
    }

    private Tally send(DemoLog log, String address) throws IOException, InterruptedException {
        Tally tally = new Tally();
        byte[] text = (String.join("\n", log.lines()) + "\n").getBytes(StandardCharsets.UTF_8);
        ClientOptions options = ClientOptions.to(address)
                .withTiming(Timing.DEFAULT
                        .withPollingInterval(Duration.ofMillis(20))
                        .withCloseTimeout(Duration.ZERO));
        Source source = Source.newBuilder().setInputId("slipway-demo").build();
        DataStream stream = DataStream.newBuilder()
                .setType("logs")
                .setDataset("demo")
                .setNamespace("default")
                .build();
        try (ShipperClient client = ShipperClient.open(options);
                EventFile file = new EventFile(
                        new ByteArrayInputStream(text),
                        LineFormat.LINES,
                        source,
                        stream,
                        Clock.systemUTC(),
                        new AtomicLong())) {
            FileSender sender = new FileSender(client, tally, console, new ProgressLine(console));
            Watch.over(
                    () -> {
                        sender.send(log.path().toString(), file);
                        tally.awaitSettled();
                    },
                    tally::persisted,
                    PATIENCE,
                    () -> {});
        }
        return tally;
    }

    private void say(String format, Object... values) {
        console.out().printf(Locale.ROOT, format, values);
        console.out().flush();
    }

    private static String since(long start) {
        return String.format(Locale.ROOT, "  (%.1f s)%n", (System.nanoTime() - start) / 1e9);
    }

    private static String cut(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}

package io.slipway.itests.delivery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A shipper of the packed distribution that runs as a process of its own. Its data lies in the test's folder. Closing it kills it if it
 * still runs.
 */
final class Shipper implements AutoCloseable {

    private static final String READY = "shipper: ready";
    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    private final Setup setup;
    private final Running process;

    private Shipper(Setup setup, Running process) {
        this.setup = setup;
        this.process = process;
    }

    /** Starts it and waits until it takes events. */
    static Shipper start(Setup setup) throws IOException {
        Shipper shipper = begin(setup);
        try {
            shipper.awaitReady();
            return shipper;
        } catch (RuntimeException | Error e) {
            shipper.close();
            throw e;
        }
    }

    /** Starts it and does not wait. */
    static Shipper begin(Setup setup) throws IOException {
        Running process = Cli.at(setup.folder())
                .jdk(setup.jdk())
                .javaOptions(setup.javaOptions())
                .begin("run", "-c", setup.write().file());
        return new Shipper(setup, process);
    }

    /** Waits until it says that it takes events. */
    private void awaitReady() {
        process.awaitError(READY);
    }

    /** The TCP port it listens on. */
    int port() {
        return process.error().stream()
                .flatMap(line -> PORT.matcher(line).results())
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .filter(port -> port > 0)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no port in\n" + String.join("\n", process.error())));
    }

    Running process() {
        return process;
    }

    /** A client of the generated classes alone. */
    Wire wire() {
        return Wire.to(setup.socket());
    }

    /** Where its output {@link Setup#toFile} writes. */
    Destination destination() {
        return new Destination(setup.destination());
    }

    /** Asks it to stop and waits until it did; the exit code. */
    int stop() {
        process.terminate();
        return process.awaitExit();
    }

    /** The memory it has in RAM now, in bytes, from /proc; 0 where there is no /proc. */
    long residentBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        }
    }

    /** What it said at its end about the events of {@code output}. */
    Balance balance(String output) {
        return Balance.of(process.error(), output);
    }

    @Override
    public void close() {
        process.close();
    }
}

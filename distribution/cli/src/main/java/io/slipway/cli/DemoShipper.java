package io.slipway.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The shipper of the demo: a process of its own, in a folder of its own, with outputs to its standard output and to a file.
 *
 * <p>Used by one thread; another one reads what the process prints.
 */
final class DemoShipper implements AutoCloseable {

    private static final String READY = "gRPC started";
    private static final long START_SECONDS = 30;
    private static final long STOP_SECONDS = 30;
    private static final long LOOK_MS = 20;
    private static final int SHOWN = 2;

    private final Path folder;
    private final Process process;
    private final Thread reader;
    private final List<String> firstLines = new ArrayList<>();
    private long lines;

    private DemoShipper(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
        this.reader = new Thread(this::read, "slipway-demo");
        reader.setDaemon(true);
    }

    /** Starts it and returns when it takes events. */
    static DemoShipper start(Path script, Path folder, ClassArchive classes) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("out"));
        Path config = Files.writeString(folder.resolve("slipway.yml"), configuration(folder));
        ProcessBuilder builder = new ProcessBuilder(
                        script.toString(),
                        "run",
                        "-c",
                        config.toString(),
                        "-e",
                        "-E",
                        "path.data=" + folder.resolve("data"))
                .redirectError(folder.resolve("slipway.log").toFile());
        classes.letMake(builder.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        DemoShipper shipper = new DemoShipper(folder, process);
        shipper.reader.start();
        shipper.awaitReady();
        return shipper;
    }

    private static String configuration(Path folder) {
        return """
                shipper:
                  server:
                    server: "unix://%s"
                  queue:
                    mem:
                      events: 4096
                      flush:
                        timeout: 50ms
                  outputs:
                    screen:
                      type: console
                    archive:
                      type: file
                      path: "%s"
                      filename: events
                """.formatted(socket(folder), folder.resolve("out"));
    }

    private static Path socket(Path folder) {
        return folder.resolve("slipway.sock");
    }

    String address() {
        return "unix://" + socket(folder);
    }

    /** Lines that the console output printed; complete once stopped. */
    synchronized long consoleLines() {
        return lines;
    }

    /** The first of them. */
    synchronized List<String> firstLines() {
        return List.copyOf(firstLines);
    }

    /** Lines that the file output wrote. */
    long fileLines() throws IOException {
        long count = 0;
        for (Path file : files()) {
            try (Stream<String> inside = Files.lines(file)) {
                count += inside.count();
            }
        }
        return count;
    }

    List<Path> files() throws IOException {
        try (Stream<Path> inside = Files.list(folder.resolve("out"))) {
            return inside.sorted().toList();
        }
    }

    /** Tells it to end, waits until it has, and returns its exit code. */
    int stop() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("The shipper did not stop within " + STOP_SECONDS + " s. Its log: " + log() + ".");
        }
        reader.join();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private Path log() {
        return folder.resolve("slipway.log");
    }

    private void awaitReady() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!Files.readString(log()).contains(READY)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                close();
                throw new IOException("The shipper did not start. Its log:\n" + Files.readString(log()));
            }
            Thread.sleep(LOOK_MS);
        }
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                count(line);
            }
        } catch (IOException e) {
            return; // the process was killed; what is missing shows in the count
        }
    }

    private synchronized void count(String line) {
        lines++;
        if (firstLines.size() < SHOWN) {
            firstLines.add(line);
        }
    }
}

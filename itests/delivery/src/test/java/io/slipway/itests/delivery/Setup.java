package io.slipway.itests.delivery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a shipper is to be run: a configuration that listens on a Unix socket in the test's folder and keeps all its data there.
 *
 * @param folder the test's folder
 * @param yaml the configuration
 * @param jdk what runs it
 * @param javaOptions options of the Java machine
 */
record Setup(Path folder, String yaml, Jdk jdk, String javaOptions) {

    /** With the file output {@link #arrived} reads, and a queue of 4,096 events. */
    static Setup toFile(Path folder) {
        return toFile(folder, 4096, "");
    }

    /**
     * With one worker that writes to a file in {@code arrived/}.
     *
     * @param queueEvents how many events the queue holds
     * @param more settings of the output, such as {@code max_retries: 1, }
     */
    static Setup toFile(Path folder, int queueEvents, String more) {
        return of(
                folder,
                queueEvents,
                "outputs: {file: {type: file, path: " + folder.resolve("arrived")
                        + ", filename: events, number_of_files: 1000, " + more + "output_queue_flush_timeout: 10ms"
                        + (more.contains("backoff") ? "" : ", backoff: {init: 50ms, max: 200ms}") + "}}");
    }

    /**
     * With a queue on disk.
     *
     * @param disk its settings, such as {@code max_size: 10MB}
     * @param outputs all outputs, under {@code outputs:}
     */
    static Setup onDisk(Path folder, String disk, String outputs) {
        String yaml = """
                shipper:
                  server: {server: "unix://%s"}
                  queue: {disk: {%s}}
                  outputs: {%s}
                """.formatted(folder.resolve("sock"), disk, outputs);
        return new Setup(folder, yaml, Jdk.BUILD, "");
    }

    /** With any outputs. */
    static Setup of(Path folder, int queueEvents, String outputs) {
        String yaml = """
                shipper:
                  server: {server: "unix://%s"}
                  queue: {mem: {events: %d, flush: {min_events: 1, timeout: 10ms}}}
                  %s
                """.formatted(folder.resolve("sock"), queueEvents, outputs);
        return new Setup(folder, yaml, Jdk.BUILD, "");
    }

    /** The same with {@code more} keys under {@code shipper:}. */
    Setup with(String more) {
        return new Setup(folder, yaml + "  " + more + "\n", jdk, javaOptions);
    }

    /** The same with {@code target} replaced in the configuration. */
    Setup replace(String target, String replacement) {
        if (!yaml.contains(target)) {
            throw new IllegalArgumentException("no " + target + " in " + yaml);
        }
        return new Setup(folder, yaml.replace(target, replacement), jdk, javaOptions);
    }

    Setup jdk(Jdk other) {
        return new Setup(folder, yaml, other, javaOptions);
    }

    Setup javaOptions(String other) {
        return new Setup(folder, yaml, jdk, other);
    }

    Path socket() {
        return folder.resolve("sock");
    }

    /** The folder of the output {@link #toFile}. */
    Path destination() {
        return folder.resolve("arrived");
    }

    /** The file that {@link #write} makes. */
    String file() {
        return folder.resolve("slipway.yml").toString();
    }

    /** Writes the configuration to its file. */
    Setup write() throws IOException {
        Files.writeString(Path.of(file()), yaml);
        return this;
    }
}

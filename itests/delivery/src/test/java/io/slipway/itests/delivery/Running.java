package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A process that was started. What it writes goes to files, so it never waits for a reader. */
final class Running implements AutoCloseable {

    /** How long any one thing may take on a busy machine before the test gives up. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path error;

    /** Starts it; its streams become files in {@code folder}. */
    Running(ProcessBuilder builder, Path folder) throws IOException {
        out = Files.createTempFile(folder, "stdout", ".log");
        error = Files.createTempFile(folder, "stderr", ".log");
        process = builder.redirectOutput(out.toFile())
                .redirectError(error.toFile())
                .start();
    }

    /** Waits until a line of the standard error stream holds {@code words}; that line. */
    String awaitError(String words) {
        return awaitError(line -> line.contains(words), "\"" + words + "\"");
    }

    /** Waits for a line of the standard error stream; fails at once if the process ends without it. */
    String awaitError(Predicate<String> wanted, String description) {
        await(description + " on the standard error stream")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .conditionEvaluationListener(null)
                .until(() -> find(wanted).isPresent() || !process.isAlive());
        return find(wanted)
                .orElseThrow(() -> new AssertionError("It ended (exit code " + process.exitValue() + ") without "
                        + description + ":\n" + String.join("\n", error())));
    }

    private Optional<String> find(Predicate<String> wanted) {
        return error().stream().filter(wanted).findFirst();
    }

    List<String> out() {
        return wholeLines(out);
    }

    List<String> error() {
        return wholeLines(error);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Asks it to end (SIGTERM); does not wait. */
    void terminate() {
        process.destroy();
    }

    /** Ends it without a word (SIGKILL), and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** Waits for its end; the exit code. */
    int awaitExit() {
        try {
            assertThat(process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .as(() -> "It ends. It said:\n" + String.join("\n", error()))
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a process", e);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    /** The lines of {@code file} that are whole. */
    static List<String> wholeLines(Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

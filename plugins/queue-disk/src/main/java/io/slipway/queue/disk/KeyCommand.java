package io.slipway.queue.disk;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A program that prints a key. Bounded in time and output; the output is told to nobody but the caller. */
final class KeyCommand {

    private static final int MOST_SHOWN = 200;

    private final String where;
    private final List<String> command;
    private final Duration patience;

    /**
     * @param where what begins a sentence about the key
     * @param patience how long the program may take
     */
    KeyCommand(String where, List<String> command, Duration patience) {
        this.where = where;
        this.command = command;
        this.patience = patience;
    }

    /**
     * Runs the program, and gives what it printed; the caller wipes it.
     *
     * @throws IOException if it cannot be started, is too slow, prints too much or ends with another code than 0
     */
    byte[] output() throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        Process process = start();
        try {
            process.getOutputStream().close();
            FutureTask<byte[]> output = reading(process.getInputStream());
            FutureTask<byte[]> errors = reading(process.getErrorStream());
            byte[] printed = output.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (printed.length > KeySource.MOST) {
                throw failed("printed more than 64KiB");
            }
            if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
            if (process.exitValue() != 0) {
                Arrays.fill(printed, (byte) 0);
                String said = firstLine(errors.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
                throw failed("ended with code " + process.exitValue() + (said.isEmpty() ? "" : ": " + said));
            }
            return printed;
        } catch (TimeoutException e) {
            throw failed("did not end within " + patience.toSeconds() + "s");
        } catch (ExecutionException e) {
            throw failed("could not be listened to");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(where + " was not read: interrupted.");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start() throws IOException {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new IOException(
                    where + " cannot be read: \"" + command.get(0) + "\" does not start (" + e.getMessage() + ").", e);
        }
    }

    private IOException failed(String what) {
        return new IOException(where + " cannot be read: \"" + command.get(0) + "\" " + what + ".");
    }

    /** Reads a little more than may be printed, on a thread of its own. */
    private FutureTask<byte[]> reading(InputStream from) {
        FutureTask<byte[]> reading = new FutureTask<>(() -> {
            try (from) {
                return from.readNBytes(KeySource.MOST + 1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Thread thread = new Thread(reading, "queue-disk-key");
        thread.setDaemon(true);
        thread.start();
        return reading;
    }

    private static String firstLine(byte[] said) {
        String line = new String(said, StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .findFirst()
                .orElse("");
        return line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "…" : line;
    }
}

package io.slipway.itests.delivery;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder a file output writes to. While it is {@link #block blocked} the output cannot reach it. */
record Destination(Path folder) {

    /** Puts a file where the folder should be, so that nothing can be written. */
    Destination block() throws IOException {
        Files.writeString(folder, "in the way");
        return this;
    }

    void unblock() throws IOException {
        Files.delete(folder);
    }

    /** The lines of all its files, oldest file first. */
    List<String> lines() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(folder)) {
            List<String> lines = new ArrayList<>();
            inside.sorted(Comparator.comparing(Destination::modified))
                    .forEach(file -> lines.addAll(Running.wholeLines(file)));
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What arrived of the events {@code first} to {@code last}. */
    Tally tally(long first, long last) {
        return Tally.of(lines(), first, last);
    }

    /** Waits until nothing is lost of the events {@code first} to {@code last}; what arrived by then. */
    Tally awaitAll(long first, long last) {
        await("events " + first + " to " + last + " in " + folder)
                .atMost(Running.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> tally(first, last).lost().isEmpty());
        return tally(first, last);
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

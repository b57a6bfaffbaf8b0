package io.slipway.queue.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a command asks the shipper that uses the queue to drop a parked cursor: a file with the cursor's name in the folder
 * {@code requests}, and beside it the answer. Whoever may write to the folder may ask.
 */
final class Requests {

    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);
    private static final String DROP = ".drop";
    private static final String ANSWER = ".answer";
    private static final long LONGEST = 4096;
    private static final long LOOK_MILLIS = 50;

    private final Path folder;

    Requests(Path queue) {
        this.folder = queue.resolve("requests");
    }

    /** Answers all that are there. For the queue's own thread. */
    void answer(DiskQueue queue) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> asked = Files.newDirectoryStream(folder, "*" + DROP)) {
            for (Path request : asked) {
                answer(queue, request);
            }
        } catch (IOException e) {
            LOG.debug("looking for requests", e); // who asked is told that nobody answers
        }
    }

    private static void answer(DiskQueue queue, Path request) throws IOException {
        String answer;
        try {
            if (Files.size(request) > LONGEST) {
                throw new IOException("The request is too long.");
            }
            answer = "dropped " + queue.drop(Files.readString(request));
        } catch (IOException e) {
            answer = e.getMessage();
        }
        String name = request.getFileName().toString();
        put(request.resolveSibling(name.substring(0, name.length() - DROP.length()) + ANSWER), answer);
        Files.deleteIfExists(request);
    }

    /** Asks for it, and waits for the answer. @return the events that the cursor had not passed */
    long drop(String cursor, Duration patience) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        String name = UUID.randomUUID().toString();
        Path request = folder.resolve(name + DROP);
        Path answer = folder.resolve(name + ANSWER);
        put(request, cursor);
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            while (!Files.exists(answer)) {
                if (deadline - System.nanoTime() <= 0) {
                    throw new IOException("The shipper that uses the queue does not answer.");
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            String text = Files.readString(answer);
            if (text.startsWith("dropped ")) {
                return Long.parseLong(text.substring("dropped ".length()));
            }
            throw new IOException(text);
        } finally {
            Files.deleteIfExists(request);
            Files.deleteIfExists(answer);
        }
    }

    /** Whole or not at all. */
    private static void put(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}

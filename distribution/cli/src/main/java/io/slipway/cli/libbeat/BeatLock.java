package io.slipway.cli.libbeat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The lock that a Beat holds on its data folder while it runs: a file {@code *.lock} there. The file itself stays behind.
 *
 * <p>On Linux it is a lock of the kind that Java cannot ask for; the system's list of locks tells of it.
 */
public final class BeatLock {

    private static final Path LOCKS = Path.of("/proc/locks");

    private BeatLock() {}

    /** The lock file of a Beat that runs and has its queue in {@code folder}; empty if none is seen. */
    public static Optional<Path> heldFor(Path folder) throws IOException {
        Path whole = folder.toRealPath();
        for (Path place : whole.getParent() == null ? List.of(whole) : List.of(whole, whole.getParent())) {
            for (Path file : lockFiles(place)) {
                if (held(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    private static List<Path> lockFiles(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(".lock"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .forEach(found::add);
        } catch (AccessDeniedException e) {
            return List.of(); // whoever may not look there cannot know
        }
        return found;
    }

    private static boolean held(Path file) throws IOException {
        return Files.isReadable(LOCKS) ? isListed(file) : isRefused(file);
    }

    /** Whether {@code /proc/locks} has the file: {@code 1: FLOCK ADVISORY WRITE 4711 08:01:131 0 EOF}. */
    private static boolean isListed(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino");
        try (Stream<String> locks = Files.lines(LOCKS)) {
            return locks.map(line -> line.trim().split("\\s+"))
                    .anyMatch(words -> words.length > 5 && words[1].equals("FLOCK") && words[5].endsWith(inode));
        }
    }

    private static boolean isRefused(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            return false; // whoever may not open it cannot know
        }
    }
}

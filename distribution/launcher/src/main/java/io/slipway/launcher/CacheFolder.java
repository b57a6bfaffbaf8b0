package io.slipway.launcher;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The framework's cache of this process: a new folder, with a lock beside it that says that the process lives.
 *
 * <p>The system lets go of the lock when the process ends, however it ends; so the next one to come knows which folders nobody needs
 * any more and deletes them. Process numbers would not do: they are reused, and every container has its own.
 */
final class CacheFolder implements AutoCloseable {

    private static final String LOCK = ".lock";

    private final Path path;
    private final Path lockFile;
    private final FileChannel lock;
    private final boolean alone;

    private CacheFolder(Path path, Path lockFile, FileChannel lock, boolean alone) {
        this.path = path;
        this.alone = alone;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** Makes a folder under {@code data}; if that is not ours to write, one that nobody else may enter among the temporary files. */
    static CacheFolder under(Path data) throws IOException {
        try {
            return in(data.resolve("cache"), false);
        } catch (FileSystemException e) {
            return in(Files.createTempDirectory("slipway-"), true);
        }
    }

    /** Held by all processes in turn, and only while folders are made and deleted. */
    private static synchronized CacheFolder in(Path parent, boolean alone) throws IOException {
        Files.createDirectories(parent);
        try (FileChannel turn = open(parent.resolve(LOCK))) {
            turn.lock(); // until the channel is closed
            deleteStale(parent);
            String name = "felix-" + UUID.randomUUID();
            Path lockFile = parent.resolve(name + LOCK);
            FileChannel lock = open(lockFile);
            lock.lock();
            return new CacheFolder(Files.createDirectory(parent.resolve(name)), lockFile, lock, alone);
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        deleteAll(path);
        lock.close();
        Files.deleteIfExists(lockFile);
        if (alone) {
            deleteAll(path.getParent());
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static void deleteStale(Path parent) throws IOException {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(parent, "felix-*" + LOCK)) {
            for (Path lockFile : locks) {
                if (isFree(lockFile)) {
                    String name = lockFile.getFileName().toString();
                    deleteAll(parent.resolve(name.substring(0, name.length() - LOCK.length())));
                    Files.deleteIfExists(lockFile);
                }
            }
        }
    }

    private static boolean isFree(Path lockFile) throws IOException {
        try (FileChannel channel = open(lockFile)) {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // held by another host of this process
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}

package io.slipway.pipeline;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Small files that are there whole or not at all, also after a power cut, and that only the owner reads.
 *
 * @param path where it lies; its folder exists
 */
record DurableFile(Path path) {

    /** Replaces the content. A thread's interrupt does no harm. */
    void write(byte[] content) throws IOException {
        Path draft = path.resolveSibling(path.getFileName() + ".tmp");
        Files.deleteIfExists(draft);
        try (RandomAccessFile file = create(draft)) {
            file.write(content);
            file.getFD().sync();
        }
        Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(path.getParent());
    }

    /** Opens a file for writing, and makes it if need be. Unlike a channel it survives a thread's interrupt. */
    static RandomAccessFile create(Path path) throws IOException {
        try {
            Files.createFile(path, ownerOnly(path, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            // opened as it is
        }
        return new RandomAccessFile(path.toFile(), "rw");
    }

    static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, ownerOnly(folder, "rwx------"));
    }

    /** Makes new, renamed and removed names in {@code folder} safe; where folders cannot be opened nothing can be done. */
    static void syncFolder(Path folder) {
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // the file itself is synced; this system has no way to sync a folder
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}

package io.slipway.queue.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes one process the user of a queue's folder, until it is closed or the process ends. Its file says which process,
 * and tells a copy of the folder from the folder itself.
 */
final class FolderLock implements AutoCloseable {

    static final String NAME = "lock";

    private static final int TRIES = 10;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    private final FileChannel file;

    private FolderLock(FileChannel file) {
        this.file = file;
    }

    /** @throws IOException if another process has it, with a sentence that names the process */
    static FolderLock take(Path folder) throws IOException {
        FileChannel file = FileChannel.open(
                folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Optional<FileLock> lock = tryLock(file);
        for (int tries = 0; lock.isEmpty() && tries < TRIES; tries++) {
            LockSupport.parkNanos(PAUSE); // a command that looks who has it holds it for a moment
            lock = tryLock(file);
        }
        if (lock.isEmpty()) {
            file.close();
            throw new IOException("The folder \"" + folder + "\" is in use by process " + owner(folder)
                    + ". Two shippers cannot share one; stop that one or set queue.disk.path.");
        }
        file.truncate(0);
        file.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)));
        return new FolderLock(file);
    }

    /** The process that uses the folder; empty if none does. */
    static Optional<String> user(Path folder) throws IOException {
        Path lock = folder.resolve(NAME);
        if (!Files.exists(lock)) {
            return Optional.empty();
        }
        // A process must not ask for its own lock: closing this channel would give it up.
        String owner = owner(folder);
        if (owner.equals(Long.toString(ProcessHandle.current().pid()))) {
            return Optional.of(owner);
        }
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return tryLock(file).isPresent() ? Optional.empty() : Optional.of(owner);
        }
    }

    /** Tells this folder from a copy of it; empty where files have no such mark. */
    static String identity(Path folder) throws IOException {
        Object key = Files.readAttributes(folder.resolve(NAME), BasicFileAttributes.class)
                .fileKey();
        if (key == null) {
            return "";
        }
        // "(dev=…,ino=…)": the number of a device may change at a reboot, that of the file does not.
        String text = key.toString();
        int inode = text.indexOf("ino=");
        return inode < 0 ? text : text.substring(inode);
    }

    private static String owner(Path folder) throws IOException {
        return Files.readString(folder.resolve(NAME)).trim();
    }

    /** The locked byte lies beyond the text, which others may read even where locks are mandatory. */
    private static Optional<FileLock> tryLock(FileChannel file) throws IOException {
        try {
            return Optional.ofNullable(file.tryLock(Long.MAX_VALUE - 1, 1, false));
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        file.truncate(0);
        file.close();
    }
}

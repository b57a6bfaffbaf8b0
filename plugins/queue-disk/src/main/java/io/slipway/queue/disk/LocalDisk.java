package io.slipway.queue.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The files of this computer.
 *
 * <p>Files are {@link RandomAccessFile}s, as a {@link FileChannel} is closed for all threads by an interrupt of one.
 */
final class LocalDisk implements Disk {

    @Override
    public DiskFile create(Path path) throws IOException {
        Files.createFile(path);
        return open(path, true);
    }

    @Override
    public DiskFile open(Path path, boolean write) throws IOException {
        if (!Files.isRegularFile(path)) { // "rw" would make it
            throw new NoSuchFileException(path.toString());
        }
        return new LocalFile(new RandomAccessFile(path.toFile(), write ? "rw" : "r"));
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.delete(path);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void link(Path path, Path second) throws IOException {
        try {
            Files.createLink(second, path);
        } catch (UnsupportedOperationException e) {
            throw new IOException("\"" + path + "\" cannot have a second name: its volume has no hard links.", e);
        }
    }

    @Override
    public List<Found> list(Path folder) throws IOException {
        List<Found> found = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            for (Path path : paths) {
                add(path, found);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(Comparator.comparing(Found::name));
        return found;
    }

    private static void add(Path path, List<Found> found) throws IOException {
        try {
            BasicFileAttributes about = Files.readAttributes(path, BasicFileAttributes.class);
            if (about.isRegularFile()) {
                found.add(new Found(path, about.size()));
            }
        } catch (NoSuchFileException e) {
            return; // deleted since
        }
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return; // Windows: folders cannot be opened, their entries are journaled
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (!synced(folder)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean synced(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false; // the channel is this call's own: once more
        }
    }

    @Override
    public long usableSpace(Path folder) throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    /**
     * A file with one position, which {@code file}'s monitor guards. A force does not take the monitor, so nobody waits
     * for it but {@link #close}: otherwise it might sync another file that got the same descriptor.
     */
    private static final class LocalFile implements DiskFile {

        /** The JDK copies through memory of this size, which malloc serves from its arenas. */
        private static final int CHUNK = 64 * 1024;

        private final RandomAccessFile file;
        private final ReadWriteLock open = new ReentrantReadWriteLock();

        LocalFile(RandomAccessFile file) {
            this.file = file;
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            int wanted = into.remaining();
            synchronized (file) {
                file.seek(position);
                while (into.hasRemaining() && readChunk(into)) {
                    continue;
                }
            }
            int read = wanted - into.remaining();
            return read == 0 && wanted > 0 ? -1 : read;
        }

        private boolean readChunk(ByteBuffer into) throws IOException {
            int length = Math.min(CHUNK, into.remaining());
            if (into.hasArray()) {
                int read = file.read(into.array(), into.arrayOffset() + into.position(), length);
                into.position(into.position() + Math.max(0, read));
                return read > 0;
            }
            byte[] bytes = new byte[length];
            int read = file.read(bytes);
            into.put(bytes, 0, Math.max(0, read));
            return read > 0;
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            synchronized (file) {
                file.seek(position);
                while (from.hasRemaining()) {
                    writeChunk(from);
                }
            }
        }

        private void writeChunk(ByteBuffer from) throws IOException {
            int length = Math.min(CHUNK, from.remaining());
            if (from.hasArray()) {
                file.write(from.array(), from.arrayOffset() + from.position(), length);
                from.position(from.position() + length);
            } else {
                byte[] bytes = new byte[length];
                from.get(bytes);
                file.write(bytes);
            }
        }

        @Override
        public long size() throws IOException {
            return file.length();
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (file) {
                if (size < file.length()) {
                    file.setLength(size);
                }
            }
        }

        /** By fsync: fdatasync, which only an interruptible channel has, is no faster for a file that grows. */
        @Override
        public void force() throws IOException {
            Lock lock = open.readLock();
            lock.lock();
            try {
                file.getFD().sync();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() throws IOException {
            Lock lock = open.writeLock();
            lock.lock();
            try {
                synchronized (file) {
                    file.close();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}

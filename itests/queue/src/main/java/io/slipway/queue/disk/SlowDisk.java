package io.slipway.queue.disk;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A disk on which every sync takes longer. */
record SlowDisk(Disk disk, Duration slower) implements Disk {

    @Override
    public DiskFile create(Path path) throws IOException {
        return new SlowFile(disk.create(path), slower);
    }

    @Override
    public DiskFile open(Path path, boolean write) throws IOException {
        return new SlowFile(disk.open(path, write), slower);
    }

    @Override
    public void delete(Path path) throws IOException {
        disk.delete(path);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        disk.move(from, to);
    }

    @Override
    public void link(Path path, Path second) throws IOException {
        disk.link(path, second);
    }

    @Override
    public List<Found> list(Path folder) throws IOException {
        return disk.list(folder);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        disk.syncFolder(folder);
    }

    @Override
    public long usableSpace(Path folder) throws IOException {
        return disk.usableSpace(folder);
    }

    private record SlowFile(DiskFile file, Duration slower) implements DiskFile {

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            return file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            file.write(from, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void force() throws IOException {
            file.force();
            try {
                TimeUnit.NANOSECONDS.sleep(slower.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}

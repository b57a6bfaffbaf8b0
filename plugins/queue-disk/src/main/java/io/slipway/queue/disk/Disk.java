package io.slipway.queue.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The file operations of a queue: those of the computer, or in tests those of one that fails. For all threads, also
 * interrupted ones: an interrupt is kept and harms no file.
 */
interface Disk {

    /** Makes a file for reading and writing; it must not exist. */
    DiskFile create(Path path) throws IOException;

    /** Opens a file that exists. */
    DiskFile open(Path path, boolean write) throws IOException;

    void delete(Path path) throws IOException;

    /** Gives a file another name in one step; what had that name is replaced. */
    void move(Path from, Path to) throws IOException;

    /** Gives a file a second name. */
    void link(Path path, Path second) throws IOException;

    /** The regular files of a folder, sorted by name, with their sizes. */
    List<Found> list(Path folder) throws IOException;

    /** Makes the names of a folder safe, where that can be done. */
    void syncFolder(Path folder) throws IOException;

    /** How many bytes may still be written to the volume of {@code folder}. */
    long usableSpace(Path folder) throws IOException;

    /** A file of a folder. */
    record Found(Path path, long size) {

        String name() {
            return path.getFileName().toString();
        }
    }

    /** An open file. For all threads. */
    interface DiskFile extends AutoCloseable {

        /** Reads up to the buffer's limit from {@code position} on; less at the end of the file. @return bytes read, -1 at the end */
        int read(ByteBuffer into, long position) throws IOException;

        /** Writes all that remains in the buffer. */
        void write(ByteBuffer from, long position) throws IOException;

        long size() throws IOException;

        void truncate(long size) throws IOException;

        /** Returns once what was written is safe on the device. */
        void force() throws IOException;

        @Override
        void close() throws IOException;
    }
}

package io.slipway.output.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that lines are appended to: what the output needs of a disk, so that tests can take its place. Used by one
 * thread at a time; an interrupt does not stop a call half way.
 */
interface LineFile extends Closeable {

    Path path();

    /** How long the file is now. */
    long size() throws IOException;

    /** Appends; may leave a part if it fails. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Cuts the file to {@code size}; what is appended next follows there. */
    void cut(long size) throws IOException;

    /** Where the last whole line ends. */
    long wholeLines() throws IOException;

    /** Returns once all that was written is on disk. */
    void sync() throws IOException;

    /** Whether the file is still the one that is found under its name. */
    boolean isInPlace() throws IOException;

    /** Opens the file, made if it is not there. */
    @FunctionalInterface
    interface Opener {
        LineFile open(Path path) throws IOException;
    }
}

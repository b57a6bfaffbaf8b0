package io.slipway.cli.libbeat;

import java.nio.file.Path;

/** Is told what could not be read, by the thread that reads. */
@FunctionalInterface
public interface Damage {

    /**
     * Something could not be read and was passed over.
     *
     * @param offset where in the segment, as positions count
     * @param what words that follow the place
     */
    void at(Path file, long offset, String what);
}

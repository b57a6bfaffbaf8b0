package io.slipway.core.config;

import java.nio.file.Path;
import java.util.List;

/** Reads configurations. A service; called by any thread, may block on the file. */
public interface Configurations {

    /**
     * Reads and checks all of a file. Nothing is opened.
     *
     * @param file the YAML file
     * @param overrides {@code key=value} pairs that win over the file, the last one most
     * @param missing what to make of a plugin that is not installed
     * @throws InvalidConfiguration with every mistake of the file
     */
    Plan read(Path file, List<String> overrides, MissingPlugin missing) throws InvalidConfiguration;

    /** What to make of a plugin that is not installed. */
    enum MissingPlugin {
        /** A notice; whatever needs it waits. For a start. */
        NOTICE,
        /** A mistake. For a test of the configuration, and for a reload. */
        PROBLEM
    }
}

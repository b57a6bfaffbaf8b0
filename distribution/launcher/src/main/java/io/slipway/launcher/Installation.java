package io.slipway.launcher;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the start script tells the process; the only reader of system properties.
 *
 * @param home the unpacked distribution
 * @param terminal whether a person looks at the standard error stream
 * @param classArchive where an archive of loaded classes is looked for; empty: not at all
 */
public record Installation(Path home, boolean terminal, Optional<Path> classArchive) {

    /** What this process was told; the current folder is home if nothing was said. */
    public static Installation ofProcess() {
        return new Installation(
                Path.of(System.getProperty("slipway.home", ".")),
                Boolean.getBoolean("slipway.terminal"),
                Optional.ofNullable(System.getProperty("slipway.classes")).map(Path::of));
    }

    /** The operating system and the processor, for people. */
    public static String platform() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    /** The start script of this operating system. */
    public Path script() {
        boolean windows = platform().startsWith("Windows");
        return home.resolve(windows ? "bin/slipway.bat" : "bin/slipway");
    }
}

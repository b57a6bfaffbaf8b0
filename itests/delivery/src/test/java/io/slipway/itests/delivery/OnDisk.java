package io.slipway.itests.delivery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Whether the packed distribution has the plugin that these tests need. */
final class OnDisk {

    private OnDisk() {}

    static boolean installed() throws IOException {
        try (Stream<Path> plugins = Files.list(Cli.home().resolve("plugins"))) {
            return plugins.anyMatch(jar -> jar.getFileName().toString().startsWith("io.slipway.queue.disk"));
        }
    }
}

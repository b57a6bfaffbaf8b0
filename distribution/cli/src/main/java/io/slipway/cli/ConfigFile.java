package io.slipway.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which configuration file to use. */
final class ConfigFile {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The configuration file. Default: conf/slipway.yml of the installation.")
    private Path file;

    String path(Place place) {
        Path chosen = file == null ? place.conf().resolve("slipway.yml") : file;
        return chosen.toAbsolutePath().normalize().toString();
    }
}

package io.slipway.config;

import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.InvalidConfiguration.Problem;
import io.slipway.core.config.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes configurations into a folder and reads them. */
final class Desk {

    static final long HEAP = 1L << 30;

    final Map<String, String> environment = new HashMap<>();
    final Folders folders;
    Installed plugins = new Installed();

    private final Path folder;

    Desk(Path folder) {
        this.folder = folder;
        this.folders = new Folders(folder, folder.resolve("conf"), folder.resolve("data"), folder.resolve("logs"));
    }

    Path write(String yaml) {
        try {
            return Files.writeString(folder.resolve("slipway.yml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    YamlConfigurations configurations() {
        return new YamlConfigurations(plugins, folders, environment, HEAP);
    }

    /** The plan of a file that must be right. */
    Plan plan(String yaml, String... overrides) {
        try {
            return configurations().read(write(yaml), List.of(overrides), MissingPlugin.PROBLEM);
        } catch (InvalidConfiguration e) {
            throw new AssertionError(e);
        }
    }

    /** The plan of a file whose plugins may be missing. */
    Plan start(String yaml) {
        try {
            return configurations().read(write(yaml), List.of(), MissingPlugin.NOTICE);
        } catch (InvalidConfiguration e) {
            throw new AssertionError(e);
        }
    }

    /** The mistakes of a file, as they are shown; none if it is right. */
    List<String> mistakes(String yaml, String... overrides) {
        try {
            configurations().read(write(yaml), List.of(overrides), MissingPlugin.PROBLEM);
            return List.of();
        } catch (InvalidConfiguration e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    static List<String> notices(Plan plan) {
        return plan.notices().stream().map(Problem::toString).toList();
    }
}

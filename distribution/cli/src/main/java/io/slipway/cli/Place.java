package io.slipway.cli;

import io.slipway.launcher.Installation;
import io.slipway.launcher.Launcher;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * Where an installation keeps what: the folders that {@code path.*} settings may move.
 *
 * @param home the unpacked distribution
 * @param conf configuration
 * @param data what must be kept
 * @param logs log files
 */
record Place(Path home, Path conf, Path data, Path logs) {

    static final String VERSION = readVersion();

    /** The place of the installation that runs, moved by the {@code path.*} of {@code settings}. */
    static Place of(Map<String, String> settings) {
        Path home = absolute(Installation.ofProcess().home(), settings.get("path.home"));
        return new Place(
                home,
                absolute(home.resolve("conf"), settings.get("path.config")),
                absolute(home.resolve("data"), settings.get("path.data")),
                absolute(home.resolve("logs"), settings.get("path.logs")));
    }

    Map<String, String> properties() {
        return Map.of(
                Launcher.DATA, data.toString(),
                Launcher.LOGS, logs.toString(),
                Launcher.VERSION, VERSION);
    }

    private static Path absolute(Path byDefault, String given) {
        Path path = given == null || given.isEmpty() ? byDefault : Path.of(given);
        return path.toAbsolutePath().normalize();
    }

    private static String readVersion() {
        try (InputStream in = Place.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.slipway.config;

import java.nio.file.Path;
import java.util.Map;

/** The folders that settings can refer to, all absolute. */
record Folders(Path home, Path config, Path data, Path logs) {

    /** The value of {@code path.home} and its like; null if the name is another. */
    String named(String name) {
        Path folder = Map.of("path.home", home, "path.config", config, "path.data", data, "path.logs", logs)
                .get(name);
        return folder == null ? null : folder.toString();
    }

    /** The same with another folder of the configuration file. */
    Folders withConfig(Path folder) {
        return new Folders(home, folder, data, logs);
    }

    /** A default's text with the folders put in. */
    String fill(String text) {
        return text.replace("${path.data}", data.toString())
                .replace("${path.logs}", logs.toString())
                .replace("${path.config}", config.toString())
                .replace("${path.home}", home.toString());
    }

    Path keystore() {
        return data.resolve("slipway.keystore");
    }
}

package io.slipway.pipeline;

import io.slipway.core.config.Configurations;
import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The options of a command, as they come from the command line. */
record CommandOptions(Map<String, String> given) {

    /** Reads {@code config}, with the overrides {@code set.0}, {@code set.1} and so on. */
    Plan plan(Configurations configurations, MissingPlugin missing) throws InvalidConfiguration {
        List<String> overrides = new ArrayList<>();
        for (int i = 0; given.containsKey("set." + i); i++) {
            overrides.add(given.get("set." + i));
        }
        return configurations.read(Path.of(given.get("config")), overrides, missing);
    }

    String get(String option) {
        return given.getOrDefault(option, "");
    }

    boolean is(String option) {
        return Boolean.parseBoolean(get(option));
    }
}

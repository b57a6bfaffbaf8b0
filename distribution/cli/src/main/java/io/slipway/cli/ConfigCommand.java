package io.slipway.cli;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what can be configured and what is. */
@Command(
        name = "config",
        mixinStandardHelpOptions = true,
        description = "Show what can be set, the defaults, or what a file comes to.")
final class ConfigCommand {

    @Command(
            name = "schema",
            mixinStandardHelpOptions = true,
            description = "Print the JSON schema of the configuration file.")
    int schema(@Mixin Overrides overrides) throws IOException {
        return HostCall.quietly(overrides, "config-schema", Map.of());
    }

    @Command(name = "defaults", mixinStandardHelpOptions = true, description = "Print every setting with its default.")
    int defaults(@Mixin Overrides overrides) throws IOException {
        return HostCall.quietly(overrides, "config-defaults", Map.of());
    }

    @Command(
            name = "reference",
            mixinStandardHelpOptions = true,
            hidden = true,
            description = "Print the reference page of every setting.")
    int reference(@Mixin Overrides overrides) throws IOException {
        return HostCall.quietly(overrides, "config-reference", Map.of());
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Print the configuration as it would be used, without its secrets.")
    int show(@Mixin ConfigFile config, @Mixin Overrides overrides) throws IOException {
        Map<String, String> options = new HashMap<>(overrides.forHost());
        options.put("config", config.path(Place.of(overrides.byKey())));
        return HostCall.quietly(overrides, "config-show", options);
    }
}

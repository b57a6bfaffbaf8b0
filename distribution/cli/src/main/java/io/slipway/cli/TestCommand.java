package io.slipway.cli;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks without running anything. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = "Check the configuration, or that the outputs can be reached.")
final class TestCommand {

    @Command(
            name = "config",
            mixinStandardHelpOptions = true,
            description = "Check the configuration file; every mistake is told at once.")
    int config(@Mixin ConfigFile config, @Mixin Overrides overrides) throws IOException {
        return call("test-config", config, overrides);
    }

    @Command(
            name = "output",
            mixinStandardHelpOptions = true,
            description = "Connect to each output and say what answered.")
    int output(@Mixin ConfigFile config, @Mixin Overrides overrides) throws IOException {
        return call("test-output", config, overrides);
    }

    private static int call(String command, ConfigFile config, Overrides overrides) throws IOException {
        Map<String, String> options = new HashMap<>(overrides.forHost());
        options.put("config", config.path(Place.of(overrides.byKey())));
        return HostCall.quietly(overrides, command, options);
    }
}

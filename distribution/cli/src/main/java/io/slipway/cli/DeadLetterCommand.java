package io.slipway.cli;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Looks at events that were put aside, prints them, and sends them again. */
@Command(
        name = "dlq",
        mixinStandardHelpOptions = true,
        description = "List events that were put aside as dead letters, print them, or send them again.")
final class DeadLetterCommand {

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Print the dead letters of every output and of the intake.")
    int list(@Mixin ConfigFile config, @Mixin Overrides overrides) throws IOException {
        return HostCall.quietly(overrides, "dlq-list", options(config, overrides));
    }

    @Command(
            name = "export",
            mixinStandardHelpOptions = true,
            description = "Print an output's dead letters in clear, one JSON object to a line.")
    int export(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Parameters(paramLabel = "OUTPUT", description = "The output's name, or intake.") String output)
            throws IOException {
        Map<String, String> options = options(config, overrides);
        options.put("output", output);
        return HostCall.quietly(overrides, "dlq-export", options);
    }

    @Command(
            name = "replay",
            mixinStandardHelpOptions = true,
            description = "Send an output's dead letters to it again.")
    int replay(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Parameters(paramLabel = "OUTPUT", description = "The output's name.") String output)
            throws IOException {
        Map<String, String> options = options(config, overrides);
        options.put("output", output);
        return HostCall.quietly(overrides, "dlq-replay", options);
    }

    private static Map<String, String> options(ConfigFile config, Overrides overrides) {
        Map<String, String> options = new HashMap<>(overrides.forHost());
        options.put("config", config.path(Place.of(overrides.byKey())));
        return options;
    }
}

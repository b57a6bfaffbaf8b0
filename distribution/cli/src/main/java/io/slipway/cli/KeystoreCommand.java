package io.slipway.cli;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps secrets out of the configuration file. */
@Command(
        name = "keystore",
        mixinStandardHelpOptions = true,
        description = "Keep secrets for the configuration file, used there as $${KEY}.")
final class KeystoreCommand {

    private static final String KEY = "The secret's name: letters, digits, _, - and dots.";
    private static final String FORCE = "Replace what is there.";

    @Command(name = "create", mixinStandardHelpOptions = true, description = "Make an empty keystore.")
    int create(@Mixin Overrides overrides, @Option(names = "--force", description = FORCE) boolean force)
            throws IOException {
        return HostCall.quietly(overrides, "keystore-create", Map.of("force", String.valueOf(force)));
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = "Add a secret; it is read from the standard input, one line.")
    int add(
            @Mixin Overrides overrides,
            @Parameters(paramLabel = "KEY", description = KEY) String key,
            @Option(names = "--force", description = FORCE) boolean force)
            throws IOException {
        return HostCall.quietly(overrides, "keystore-add", Map.of("key", key, "force", String.valueOf(force)));
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Print the keys, not the secrets.")
    int list(@Mixin Overrides overrides) throws IOException {
        return HostCall.quietly(overrides, "keystore-list", Map.of());
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, description = "Remove a secret.")
    int remove(@Mixin Overrides overrides, @Parameters(paramLabel = "KEY", description = KEY) String key)
            throws IOException {
        return HostCall.quietly(overrides, "keystore-remove", Map.of("key", key));
    }
}

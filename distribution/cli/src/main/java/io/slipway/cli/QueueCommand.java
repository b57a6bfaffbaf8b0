package io.slipway.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at a queue that keeps events, whether a shipper uses it or not. */
@Command(
        name = "queue",
        mixinStandardHelpOptions = true,
        subcommands = ImportLibbeatCommand.class,
        description = "Look at what a queue on disk keeps, beside a running shipper too; import the queue of a Beat.")
final class QueueCommand {

    private static final String JSON = "Print JSON.";

    @Spec
    private CommandSpec spec;

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Print how full the queue is, and where each output is in it.")
    int list(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Option(names = "--json", description = JSON) boolean json)
            throws IOException {
        return call("queue-list", config, overrides, Map.of("json", String.valueOf(json)));
    }

    @Command(name = "inspect", mixinStandardHelpOptions = true, description = "Print the same, and every file.")
    int inspect(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Option(names = "--json", description = JSON) boolean json)
            throws IOException {
        return call("queue-inspect", config, overrides, Map.of("json", String.valueOf(json)));
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = "Read and check everything. Exit code 1 if something is damaged.")
    int verify(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Option(names = "--json", description = JSON) boolean json)
            throws IOException {
        return call("queue-verify", config, overrides, Map.of("json", String.valueOf(json)));
    }

    @Command(
            name = "export",
            mixinStandardHelpOptions = true,
            description = "Write the events as JSON, one to a line, oldest first. Takes none out of the queue.")
    int export(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Option(names = "--from-id", paramLabel = "ID", description = "Begin with this event.") Long from,
            @Option(
                            names = "--cursor",
                            paramLabel = "NAME",
                            description = "Begin with the first event that this output has not finished.")
                    String cursor,
            @Option(names = "--limit", paramLabel = "N", description = "Write so many events at most.") Long limit,
            @Option(
                            names = "--output",
                            paramLabel = "FILE",
                            description = "Write to this new file, not to the standard output.")
                    Path output)
            throws IOException {
        Map<String, String> more = new HashMap<>();
        putNumber(more, "from_id", "--from-id", from);
        putNumber(more, "limit", "--limit", limit);
        if (cursor != null) {
            more.put("cursor", cursor);
        }
        if (output != null) {
            more.put("output", absolute(output));
        }
        return call("queue-export", config, overrides, more);
    }

    @Command(
            name = "drop",
            mixinStandardHelpOptions = true,
            description = "Give up the events that are parked for an output that is gone.")
    int drop(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Parameters(paramLabel = "NAME", description = "The name of the output that is gone.") String cursor,
            @Option(names = "--yes", description = "Do not ask.") boolean yes)
            throws IOException {
        if (!yes && System.console() == null) {
            throw new ParameterException(
                    spec.subcommands().get("drop"), "Nobody can be asked here. Give --yes to drop without a question.");
        }
        if (!yes && !confirmed(cursor)) {
            spec.commandLine().getErr().println("Nothing was dropped.");
            return ExitCode.OTHER;
        }
        return call("queue-drop", config, overrides, Map.of("cursor", cursor));
    }

    @Command(
            name = "backup",
            mixinStandardHelpOptions = true,
            description = "Copy the queue to a new folder, from which it can be opened again.")
    int backup(
            @Mixin ConfigFile config,
            @Mixin Overrides overrides,
            @Parameters(paramLabel = "DIR", description = "A folder that does not exist or is empty.") Path folder)
            throws IOException {
        return call("queue-backup", config, overrides, Map.of("folder", absolute(folder)));
    }

    private static boolean confirmed(String cursor) {
        String answer =
                System.console().readLine("Drop the cursor %s and all events that wait for it alone? [y/N] ", cursor);
        return answer != null && answer.trim().equalsIgnoreCase("y");
    }

    private void putNumber(Map<String, String> options, String key, String name, Long number) {
        if (number == null) {
            return;
        }
        if (number < 0) {
            throw new ParameterException(
                    spec.subcommands().get("export"), name + ": \"" + number + "\" must not be negative.");
        }
        options.put(key, number.toString());
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    private static int call(String command, ConfigFile config, Overrides overrides, Map<String, String> more)
            throws IOException {
        Map<String, String> options = new HashMap<>(overrides.forHost());
        options.put("config", config.path(Place.of(overrides.byKey())));
        options.putAll(more);
        return HostCall.quietly(overrides, command, options);
    }
}

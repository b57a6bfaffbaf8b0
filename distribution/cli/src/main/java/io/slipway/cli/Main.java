package io.slipway.cli;

import io.slipway.launcher.LogSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: parses it, runs the command, ends the process with the command's exit code. */
@Command(
        name = "slipway",
        mixinStandardHelpOptions = true,
        description = "Gets every collector's events to where they belong.",
        synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec;

    /** In the order of the help. */
    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("run", RunCommand::new);
        commands.put("demo", DemoCommand::new);
        commands.put("send", SendCommand::new);
        commands.put("load", LoadCommand::new);
        commands.put("test", TestCommand::new);
        commands.put("config", ConfigCommand::new);
        commands.put("keystore", KeystoreCommand::new);
        commands.put("dlq", DeadLetterCommand::new);
        commands.put("queue", QueueCommand::new);
        commands.put("completion", CompletionCommand::new);
        commands.put("version", VersionCommand::new);
        return commands;
    }

    public static void main(String[] arguments) {
        System.exit(commandLine(arguments).execute(arguments));
    }

    /** With the one command that is asked for, as reading the options of all takes longer than most of them run. */
    private static CommandLine commandLine(String... arguments) {
        Map<String, Supplier<Object>> commands = commands();
        if (arguments.length > 0 && commands.containsKey(arguments[0])) {
            commands.keySet().retainAll(Set.of(arguments[0]));
        }
        return commandLine(commands);
    }

    /** With all commands. */
    static CommandLine commandLine() {
        return commandLine(commands());
    }

    private static CommandLine commandLine(Map<String, Supplier<Object>> commands) {
        CommandLine line = new CommandLine(new Main());
        commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        addVersion(line);
        return line.setExecutionExceptionHandler(Main::failed)
                .setParameterExceptionHandler(Main::misused)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing.");
    }

    private static void addVersion(CommandLine line) {
        line.getCommandSpec().version("slipway " + Place.VERSION);
        line.getSubcommands().values().forEach(Main::addVersion);
    }

    private static int misused(ParameterException mistake, String... arguments) {
        CommandLine line = mistake.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("slipway: " + sentence(mistake.getMessage()));
        if (mistake instanceof UnmatchedArgumentException unknown
                && !unknown.getSuggestions().isEmpty()) {
            err.println("Did you mean: " + String.join(", ", unknown.getSuggestions()) + "?");
        }
        err.println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    private static int failed(Exception error, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (error instanceof LogSettings.Invalid) {
            err.println(error.getMessage());
            return ExitCode.CONFIG;
        }
        if (error instanceof IOException) {
            err.println("slipway: " + sentence(error.getMessage()));
            return ExitCode.OTHER;
        }
        if (error instanceof IllegalStateException) {
            err.println("slipway: " + sentence(error.getMessage()));
            return ExitCode.FAULT;
        }
        err.println("slipway: a fault of ours ended the command.");
        error.printStackTrace(err);
        return ExitCode.FAULT;
    }

    private static String sentence(String text) {
        String given = String.valueOf(text);
        return given.endsWith(".") || given.contains("\n") ? given : given + ".";
    }
}

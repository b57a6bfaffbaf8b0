package io.slipway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command line: parses it, runs the command, ends the process with the command's exit code. */
@Command(
        name = "slipway",
        description = "Gets every collector's events to where they belong.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            DemoCommand.class,
            SendCommand.class,
            LoadCommand.class,
            TestCommand.class,
            ConfigCommand.class,
            KeystoreCommand.class,
            DeadLetterCommand.class,
            CompletionCommand.class,
            VersionCommand.class
        })
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main())
                .setExecutionExceptionHandler(Main::failed)
                .setParameterExceptionHandler(Main::misused)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
        addHelp(line);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing.");
    }

    private static void addHelp(CommandLine line) {
        line.getCommandSpec().mixinStandardHelpOptions(true);
        line.getCommandSpec().version("slipway " + Place.VERSION);
        line.getSubcommands().values().forEach(Main::addHelp);
    }

    private static int misused(ParameterException mistake, String... arguments) {
        CommandLine line = mistake.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("slipway: " + sentence(mistake.getMessage()));
        List<String> near = CommandLine.UnmatchedArgumentException.class.isInstance(mistake)
                ? ((CommandLine.UnmatchedArgumentException) mistake).getSuggestions()
                : List.of();
        if (!near.isEmpty()) {
            err.println("Did you mean: " + String.join(", ", near) + "?");
        }
        err.println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    private static int failed(Exception error, CommandLine line, ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (error instanceof IllegalArgumentException) {
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

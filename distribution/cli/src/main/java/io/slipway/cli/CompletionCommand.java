package io.slipway.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a completion script. Use it so: source <(slipway completion bash)")
final class CompletionCommand implements Callable<Integer> {

    /** Shells whose completion we can make. */
    enum Shell {
        bash,
        zsh
    }

    @Parameters(
            paramLabel = "SHELL",
            defaultValue = "bash",
            description = "${COMPLETION-CANDIDATES}; one script serves both.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine all = Main.commandLine();
        spec.commandLine().getOut().println(AutoComplete.bash(all.getCommandName(), all));
        return ExitCode.FINE;
    }
}

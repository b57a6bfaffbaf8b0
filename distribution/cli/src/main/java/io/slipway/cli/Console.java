package io.slipway.cli;

import io.slipway.launcher.Installation;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Where a command writes: data to {@code out}, messages to {@code err}.
 *
 * @param terminal whether a person looks at {@code err}
 */
record Console(PrintWriter out, PrintWriter err, boolean terminal) {

    static Console of(CommandSpec command) {
        return new Console(
                command.commandLine().getOut(),
                command.commandLine().getErr(),
                Installation.ofProcess().terminal());
    }
}

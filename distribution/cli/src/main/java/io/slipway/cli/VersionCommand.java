package io.slipway.cli;

import io.slipway.launcher.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says which version this is. */
@Command(name = "version", mixinStandardHelpOptions = true, description = "Print the version.")
final class VersionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .printf("slipway %s (Java %s, %s)%n", Place.VERSION, Runtime.version(), Installation.platform());
        return ExitCode.FINE;
    }
}

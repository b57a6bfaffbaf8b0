package io.slipway.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Makes a usage mistake of a value that was refused only when it was used. */
final class Usage {

    private Usage() {}

    static <T> T checked(CommandSpec spec, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}

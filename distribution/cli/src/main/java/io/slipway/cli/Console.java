package io.slipway.cli;

import java.io.PrintStream;

/**
 * Where a command writes: data to {@code out}, messages to {@code err}.
 *
 * @param terminal whether a person looks at {@code err}
 */
record Console(PrintStream out, PrintStream err, boolean terminal) {

    static Console ofProcess() {
        return new Console(System.out, System.err, Boolean.getBoolean("slipway.terminal"));
    }
}

package io.slipway.cli;

/** The exit codes, as in {@code sysexits.h} where it has one. */
final class ExitCode {

    static final int FINE = 0;

    /** Something else went wrong, or not all went well. */
    static final int OTHER = 1;

    /** The command line cannot be understood. */
    static final int USAGE = 64;

    /** Our own fault. */
    static final int FAULT = 70;

    /** The configuration is wrong. */
    static final int CONFIG = 78;

    private ExitCode() {}
}

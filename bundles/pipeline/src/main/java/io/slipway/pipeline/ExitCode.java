package io.slipway.pipeline;

/** What a command ends with. */
final class ExitCode {

    static final int FINE = 0;
    static final int OTHER = 1;
    static final int OURS = 70;
    static final int BAD_CONFIGURATION = 78;

    private ExitCode() {}
}

package io.slipway.cli.libbeat;

/** What cannot be read of a queue, in words for the user that follow the name of a file. */
public final class UnreadableException extends Exception {

    private static final long serialVersionUID = 1;

    UnreadableException(String message) {
        super(message);
    }
}

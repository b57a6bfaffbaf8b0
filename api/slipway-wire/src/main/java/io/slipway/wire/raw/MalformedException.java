package io.slipway.wire.raw;

/** Bytes that are no protocol buffers message. Has no stack trace: the bytes are at fault, not a line of code. */
public final class MalformedException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
        super(message, null, false, false);
    }
}

package io.slipway.api.processor;

/** An event that a processor cannot process. The message says why without quoting the event. */
public final class ProcessingException extends Exception {

    private static final long serialVersionUID = 1;

    public ProcessingException(String message) {
        super(message);
    }

    public ProcessingException(String message, Throwable cause) {
        super(message, cause);
    }
}

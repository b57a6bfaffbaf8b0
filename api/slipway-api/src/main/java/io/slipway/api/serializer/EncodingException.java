package io.slipway.api.serializer;

/** An event that cannot be encoded, now or later. The message says why without quoting the event. */
public final class EncodingException extends Exception {

    private static final long serialVersionUID = 1;

    public EncodingException(String message) {
        super(message);
    }
}

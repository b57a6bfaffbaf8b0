package io.slipway.encoder.json;

/** Leaves the middle of an event that has no JSON form; {@link JsonEncoder} tells the caller. Has no stack trace. */
final class Unencodable extends RuntimeException {

    private static final long serialVersionUID = 1;

    Unencodable(String message) {
        super(message, null, false, false);
    }
}

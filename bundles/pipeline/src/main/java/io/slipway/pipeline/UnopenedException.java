package io.slipway.pipeline;

import java.io.IOException;
import java.time.Instant;

/** A dead letter that is encrypted and cannot be opened now. Its message says why, without a full stop. */
final class UnopenedException extends IOException {

    private static final long serialVersionUID = 1;

    private final Instant time;

    UnopenedException(Instant time, String why, Throwable cause) {
        super(why, cause);
        this.time = time;
    }

    /** When the letter was put aside. */
    Instant time() {
        return time;
    }
}

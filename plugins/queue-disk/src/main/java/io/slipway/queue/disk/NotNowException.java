package io.slipway.queue.disk;

import java.io.IOException;

/** Stored events that are whole and cannot be read as things are now: a library, a key or a newer version is needed. */
final class NotNowException extends IOException {

    private static final long serialVersionUID = 1;

    NotNowException(String message, Throwable cause) {
        super(message, cause);
    }
}

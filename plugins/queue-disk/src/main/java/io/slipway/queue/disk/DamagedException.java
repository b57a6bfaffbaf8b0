package io.slipway.queue.disk;

import java.io.IOException;

/** A file that is ours and readable, but whose bytes are not what was written; what can be saved is for a scan. */
final class DamagedException extends IOException {

    private static final long serialVersionUID = 1;

    DamagedException(String message) {
        super(message);
    }

    DamagedException(String message, Throwable cause) {
        super(message, cause);
    }
}

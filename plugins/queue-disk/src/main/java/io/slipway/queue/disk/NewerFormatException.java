package io.slipway.queue.disk;

import java.io.IOException;

/** A file that a newer version wrote; it is whole, and must be left alone. */
final class NewerFormatException extends IOException {

    private static final long serialVersionUID = 1;

    NewerFormatException(String message) {
        super(message);
    }
}

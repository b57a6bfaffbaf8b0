package io.slipway.queue.disk;

import java.io.IOException;

/** A block whose bytes are not those that were written. Its message ends a sentence: it says what is wrong, without a full stop. */
final class DamagedBlockException extends IOException {

    private static final long serialVersionUID = 1;

    DamagedBlockException(String what) {
        super(what);
    }
}

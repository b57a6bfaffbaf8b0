package io.slipway.output.console;

import java.io.ByteArrayOutputStream;

/** Collects lines, so that they are written with one call, and forgets one that was begun in vain. */
final class LineBuffer extends ByteArrayOutputStream {

    private static final int USUAL = 1 << 16;
    private static final int KEPT = 1 << 22;

    LineBuffer() {
        super(USUAL);
    }

    /** Forgets all behind the first {@code size} bytes. */
    void cutTo(int size) {
        count = size;
    }

    /** Forgets everything; after something very large also the memory. */
    void clear() {
        count = 0;
        if (buf.length > KEPT) {
            buf = new byte[USUAL];
        }
    }
}

package io.slipway.output.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

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

    /** Appends the first {@code size} bytes to {@code file}, and forgets them. */
    void moveTo(LineFile file, int size) throws IOException {
        file.write(buf, 0, size);
        System.arraycopy(buf, size, buf, 0, count - size);
        count -= size;
    }

    /** Forgets everything; after something very large also the memory. */
    void clear() {
        count = 0;
        if (buf.length > KEPT) {
            buf = new byte[USUAL];
        }
    }
}

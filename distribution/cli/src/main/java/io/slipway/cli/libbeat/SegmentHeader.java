package io.slipway.cli.libbeat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a segment begins with.
 *
 * @param frames how many frames it holds; 0: not known, as the file was not closed
 */
record SegmentHeader(int version, long frames, int options) {

    private static final int NEWEST = 2;
    private static final int ENCRYPTED = 1;
    private static final int COMPRESSED = 2;
    private static final int PROTOBUF = 4;
    private static final int KNOWN = ENCRYPTED | COMPRESSED | PROTOBUF;

    /** Reads it and leaves {@code in} behind it. */
    static SegmentHeader read(InputStream in) throws IOException, UnreadableException {
        int version = number(in);
        if (version < 0 || version > NEWEST) {
            throw new UnreadableException("is of the unknown version " + Integer.toUnsignedString(version));
        }
        long frames = version >= 1 ? Integer.toUnsignedLong(number(in)) : 0;
        int options = version >= 2 ? number(in) : 0;
        if ((options & ~KNOWN) != 0) {
            throw new UnreadableException("has unknown options (0x" + Integer.toHexString(options) + ")");
        }
        return new SegmentHeader(version, frames, options);
    }

    /** In bytes, without the initialization vector. */
    int size() {
        return Integer.BYTES * (version + 1);
    }

    boolean encrypted() {
        return (options & ENCRYPTED) != 0;
    }

    boolean compressed() {
        return (options & COMPRESSED) != 0;
    }

    boolean protobuf() {
        return (options & PROTOBUF) != 0;
    }

    private static int number(InputStream in) throws IOException, UnreadableException {
        byte[] bytes = in.readNBytes(Integer.BYTES);
        if (bytes.length < Integer.BYTES) {
            throw new UnreadableException("is shorter than its header");
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }
}

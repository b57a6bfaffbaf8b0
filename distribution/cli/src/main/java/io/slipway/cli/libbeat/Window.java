package io.slipway.cli.libbeat;

import java.io.IOException;
import java.io.InputStream;

/**
 * Looks ahead in a stream, as far as the largest frame and no further.
 *
 * <p>A stream that cannot be read on ends here; {@link #failure} says why. For one thread.
 */
final class Window {

    /** The most that can be looked ahead, in bytes. */
    static final int MOST = 100 << 20;

    private static final int STEP = 64 << 10;

    private final InputStream in;
    private byte[] bytes = new byte[STEP];
    private int from;
    private int to;
    private boolean ended;
    private IOException failure;

    Window(InputStream in) {
        this.in = in;
    }

    /** Whether {@code count} bytes, at most {@link #MOST}, lie ahead; reads until they do. */
    boolean has(int count) {
        while (to - from < count && !ended) {
            makeRoom(count);
            fill();
        }
        return to - from >= count;
    }

    /** The little-endian number {@code ahead} bytes from here, which must lie ahead. */
    int number(int ahead) {
        int at = from + ahead;
        return bytes[at] & 0xFF
                | (bytes[at + 1] & 0xFF) << 8
                | (bytes[at + 2] & 0xFF) << 16
                | (bytes[at + 3] & 0xFF) << 24;
    }

    /** The array in which what lies ahead begins at {@link #start}; only until more is asked for. */
    byte[] bytes() {
        return bytes;
    }

    int start() {
        return from;
    }

    /** Moves on over bytes that lie ahead. */
    void pass(int count) {
        from += count;
    }

    /** Moves on by as many bytes as there are, at most {@code count}; how many. */
    long skip(long count) {
        long left = count;
        while (left > 0 && has(1)) {
            int step = (int) Math.min(left, to - from);
            from += step;
            left -= step;
        }
        return count - left;
    }

    /** Why the stream could not be read to its end; null if it could, or if it is not there yet. */
    IOException failure() {
        return failure;
    }

    private void makeRoom(int count) {
        if (bytes.length - from >= count && to < bytes.length) {
            return;
        }
        int held = to - from;
        // twice as much, so that looking ahead step by step copies little
        int wanted = Math.max(count, (int) Math.min(2L * held, MOST)) + STEP;
        if (wanted > bytes.length) {
            byte[] larger = new byte[wanted];
            System.arraycopy(bytes, from, larger, 0, held);
            bytes = larger;
        } else {
            System.arraycopy(bytes, from, bytes, 0, held);
        }
        from = 0;
        to = held;
    }

    private void fill() {
        try {
            int read = in.read(bytes, to, bytes.length - to);
            ended = read < 0;
            to += Math.max(0, read);
        } catch (IOException e) {
            ended = true;
            failure = e;
        }
    }
}

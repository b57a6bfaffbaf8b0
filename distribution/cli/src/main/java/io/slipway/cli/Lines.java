package io.slipway.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines without ever holding more than one of them.
 *
 * <p>A line ends with LF or CR LF, the last one also with the stream. A line that is longer than the bound is passed over, and said to be
 * so. For one thread.
 */
final class Lines implements AutoCloseable {

    private static final int BUFFER = 64 * 1024;

    private final InputStream in;
    private final int longest;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int end;

    private byte[] line = new byte[BUFFER];
    private int length;
    private long number;
    private boolean tooLong;
    private long bytes;

    /** Reads {@code in}, and closes it in the end. */
    Lines(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** Goes to the next line; false if there is none. */
    boolean next() throws IOException {
        length = 0;
        tooLong = false;
        boolean any = false;
        while (position < end || fill()) {
            any = true;
            int newline = indexOfNewline();
            int stop = newline < 0 ? end : newline;
            append(stop);
            position = newline < 0 ? end : newline + 1;
            if (newline >= 0) {
                break;
            }
        }
        if (any) {
            number++;
            if (length > 0 && line[length - 1] == '\r') {
                length--;
            }
        }
        return any;
    }

    /** The line's bytes; only the first {@link #length} of them, and only until {@link #next}. */
    byte[] line() {
        return line;
    }

    int length() {
        return length;
    }

    /** Whether the line was longer than allowed and is not here. */
    boolean tooLong() {
        return tooLong;
    }

    /** The line's number, from 1. */
    long number() {
        return number;
    }

    /** How many bytes were read, for showing progress. */
    long bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean fill() throws IOException {
        position = 0;
        end = Math.max(0, in.read(buffer));
        bytes += end;
        return end > 0;
    }

    private int indexOfNewline() {
        for (int i = position; i < end; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void append(int stop) {
        int more = stop - position;
        if (tooLong || length + more > longest) {
            tooLong = true;
            length = 0;
            return;
        }
        if (length + more > line.length) {
            line = Arrays.copyOf(line, Math.min(Math.max(line.length * 2, length + more), longest));
        }
        System.arraycopy(buffer, position, line, length, more);
        length += more;
    }
}

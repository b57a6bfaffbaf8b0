package io.slipway.cli;

import java.util.Locale;

/** What the lines of a file are. */
enum LineFormat {

    /** What the first line that is not empty looks like. */
    AUTO,

    /** Each line is a JSON object. */
    NDJSON,

    /** Each line is a message. */
    LINES;

    /** Decides {@link #AUTO} by a file's first line. */
    LineFormat forFirst(byte[] line, int length) {
        if (this != AUTO) {
            return this;
        }
        int first = 0;
        while (first < length && (line[first] == ' ' || line[first] == '\t')) {
            first++;
        }
        return first < length && line[first] == '{' ? NDJSON : LINES;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

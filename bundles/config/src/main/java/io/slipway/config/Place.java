package io.slipway.config;

import java.util.Comparator;

/**
 * Where something was written.
 *
 * @param source the file's name, or {@code -E} for what came from the command line
 * @param line from 1; 0: no line
 */
record Place(String source, int line) implements Comparable<Place> {

    static final Place NOWHERE = new Place("", 0);
    static final Place COMMAND_LINE = new Place("-E", Integer.MAX_VALUE);

    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::line);

    /** What stands nowhere first, then the file from top to bottom, then the command line. */
    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return line == 0 || this.equals(COMMAND_LINE) ? source : source + ":" + line;
    }
}

package io.slipway.encoder.json;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import com.fasterxml.jackson.core.io.schubfach.FloatToDecimal;

/**
 * Writes the tokens of a JSON document with what stands between them. Does not check their order, but notices when a key comes
 * twice in a map. For one thread, to be used again.
 */
final class JsonWriter {

    /** How many maps and lists may lie in each other; more than any event that was let in has. */
    static final int MAX_DEPTH = 256;

    private static final double SMALL = 1e7;

    private final JsonBuffer out;
    private final boolean pretty;
    private final JsonTime times;
    private final KeysSeen keys = new KeysSeen();
    private final int[] maps = new int[MAX_DEPTH + 1];
    private int depth;
    private boolean inList;
    private int nonFinite;

    JsonWriter(JsonBuffer out, boolean pretty, JsonTime times) {
        this.out = out;
        this.pretty = pretty;
        this.times = times;
    }

    void begin() {
        out.clear();
        keys.clear();
        depth = 0;
        inList = false;
        nonFinite = 0;
    }

    int depth() {
        return depth;
    }

    /** How many numbers since {@link #begin} have no JSON form and became null. */
    int nonFinite() {
        return nonFinite;
    }

    int size() {
        return out.size();
    }

    /** Takes back all that was written after {@code size}: members of the map that is open now. */
    void cut(int size) {
        out.cut(size);
    }

    void startMap() {
        item();
        out.put('{');
        push(keys.newMap());
    }

    void endMap() {
        pop('{', '}');
    }

    void startList() {
        item();
        out.put('[');
        push(0);
    }

    void endList() {
        pop('[', ']');
    }

    /** Where the next key of this map will be; what {@link #key} gives when it comes again. */
    int nextPosition() {
        separate();
        return out.size();
    }

    /** Writes a key; gives where in the buffer the same key of the same map is already, or -1. */
    int key(byte[] utf8, int offset, int length) {
        separate();
        int start = out.size();
        out.text(utf8, offset, length);
        int earlier = keys.add(maps[depth], out, start);
        out.put(':');
        if (pretty) {
            out.put(' ');
        }
        return earlier;
    }

    void nullValue() {
        item();
        out.ascii("null");
    }

    void bool(boolean value) {
        item();
        out.ascii(value ? "true" : "false");
    }

    void integer(long value) {
        item();
        out.integer(value);
    }

    void unsigned(long bits) {
        item();
        out.unsigned(bits);
    }

    void float32(float value) {
        if (!Float.isFinite(value)) {
            notFinite();
        } else if (isSmallInteger(value)) {
            integer((int) value);
            out.ascii(".0");
        } else {
            item();
            out.ascii(FloatToDecimal.toString(value));
        }
    }

    void float64(double value) {
        if (!Double.isFinite(value)) {
            notFinite();
        } else if (isSmallInteger(value)) {
            integer((int) value);
            out.ascii(".0");
        } else {
            item();
            out.ascii(DoubleToDecimal.toString(value));
        }
    }

    void text(byte[] utf8, int offset, int length) {
        item();
        out.text(utf8, offset, length);
    }

    void time(long seconds, int nanos) {
        item();
        times.write(seconds, nanos, out);
    }

    private void notFinite() {
        nonFinite++;
        nullValue();
    }

    private static boolean isSmallInteger(double value) {
        return value == (int) value && Math.abs(value) < SMALL && (value != 0 || 1 / value > 0);
    }

    private void item() {
        if (inList) {
            separate();
        }
    }

    /** What stands before a member or an item: nothing before the first, else a comma; once only. */
    private void separate() {
        byte last = out.last();
        if (last != '{' && last != '[' && last != ',' && (!pretty || last != ' ')) {
            out.put(',');
        }
        if (pretty && last != ' ') {
            newLine();
        }
    }

    private void newLine() {
        out.put('\n');
        for (int i = 0; i < depth; i++) {
            out.ascii("  ");
        }
    }

    private void push(int map) {
        if (depth == MAX_DEPTH) {
            throw new Unencodable("Its values are nested more than " + MAX_DEPTH + " deep.");
        }
        maps[++depth] = map;
        inList = map == 0;
    }

    private void pop(char opened, char closing) {
        depth--;
        inList = depth > 0 && maps[depth] == 0;
        if (pretty && out.last() != opened) {
            newLine();
        }
        out.put(closing);
    }
}

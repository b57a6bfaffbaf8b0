package io.slipway.wire.raw;

import io.slipway.wire.raw.Verdict.Finding;
import java.nio.charset.StandardCharsets;

/**
 * Finds in one pass over an event's bytes whatever would keep a later reader from reading it, or everything behind it.
 *
 * <p>Makes no objects unless something is the matter. Keys may be empty, long, hold dots and brackets, or occur twice; of fields
 * that occur twice each is checked. Fields that are not known are passed over. Belongs to one thread at a time and is made to
 * be used again. Needs less than 100 kB of stack.
 */
public final class EventCheck {

    /** How many steps a value may lie below {@code fields} or {@code metadata}; a key or a position in a list is a step. */
    public static final int MAX_DEPTH = 100;

    /** What a protobuf-java reader has to set as its recursion limit to read every event that is good. */
    public static final int RECURSION_LIMIT = 3 * MAX_DEPTH + 20;

    private static final long FIRST_SECOND = -62_135_596_800L;
    private static final long LAST_SECOND = 253_402_300_799L;

    private static final int VARINT = WireReader.VARINT;
    private static final int FIXED64 = WireReader.FIXED64;
    private static final int LEN = WireReader.LENGTH_DELIMITED;
    private static final int FIXED32 = WireReader.FIXED32;

    private final WireReader in = new WireReader();
    private final StrictCheck strict;

    // The way to the value that is being read. A step is an offset and a length in bytes (a key), or a position and -1.
    private final int[] way = new int[2 * (MAX_DEPTH + 1)];
    private String root = "";
    private int depth;
    private byte[] bytes = {};

    /**
     * Makes a check.
     *
     * @param strict whether to ask for a timestamp, a source and a data stream as well
     */
    public EventCheck(boolean strict) {
        this.strict = strict ? new StrictCheck() : null;
    }

    /**
     * Checks the event in {@code length} bytes from {@code offset}. Throws nothing, whatever the bytes are.
     *
     * @param maxSize the most bytes an event may have
     */
    public Verdict check(byte[] bytes, int offset, int length, int maxSize) {
        this.bytes = bytes;
        in.reset(bytes, offset, length);
        root = "";
        depth = 0;
        if (length > maxSize) {
            return new Verdict(
                    Finding.TOO_LARGE,
                    "",
                    "has " + length + " bytes, " + (length - maxSize) + " more than the " + maxSize
                            + " an event may have");
        }
        try {
            event();
        } catch (MalformedException e) {
            return new Verdict(Finding.MALFORMED, path(), e.getMessage());
        } catch (Fault e) {
            return new Verdict(e.finding, path(), e.getMessage());
        }
        return strict == null ? Verdict.GOOD : strict.verdict();
    }

    private void event() throws MalformedException, Fault {
        if (strict != null) {
            strict.begin();
        }
        while (!in.atEnd()) {
            root = "";
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 | LEN -> eventTimestamp();
                case 2 << 3 | LEN -> texts("source", 2);
                case 3 << 3 | LEN -> texts("data_stream", 3);
                case 4 << 3 | LEN -> structs("metadata");
                case 5 << 3 | LEN -> structs("fields");
                default -> in.skip(tag);
            }
        }
    }

    private void eventTimestamp() throws MalformedException, Fault {
        root = "timestamp";
        try {
            timestamp();
            if (strict != null) {
                strict.timestamp("");
            }
        } catch (Fault e) {
            if (strict == null || e.finding != Finding.TIMESTAMP_OUT_OF_RANGE) {
                throw e;
            }
            strict.timestamp(e.getMessage());
        }
    }

    /** A message whose fields 1 to {@code count} are texts. */
    private void texts(String name, int count) throws MalformedException, Fault {
        root = name;
        if (strict != null) {
            strict.present(count == 3);
        }
        int outer = in.enter();
        while (!in.atEnd()) {
            int tag = in.tag();
            int field = tag >>> 3;
            if ((tag & 7) == LEN && field <= count) {
                int length = text();
                if (strict != null) {
                    strict.text(count == 3, field, length);
                }
            } else {
                in.skip(tag);
            }
        }
        in.leave(outer);
    }

    private void structs(String name) throws MalformedException, Fault {
        root = name;
        struct();
    }

    private void struct() throws MalformedException, Fault {
        descend();
        int outer = in.enter();
        while (!in.atEnd()) {
            int tag = in.tag();
            if (tag == (1 << 3 | LEN)) {
                entry();
            } else {
                in.skip(tag);
            }
        }
        in.leave(outer);
        depth--;
    }

    private void entry() throws MalformedException, Fault {
        step(0, 0);
        boolean hasValue = false;
        int outer = in.enter();
        while (!in.atEnd()) {
            int tag = in.tag();
            if (tag == (1 << 3 | LEN)) {
                int length = text();
                step(in.position() - length, length);
            } else if (tag == (2 << 3 | LEN)) {
                mustBeReachable();
                value();
                hasValue = true;
            } else {
                in.skip(tag);
            }
        }
        in.leave(outer);
        if (!hasValue) {
            throw new Fault(Finding.NO_KIND, "has no value");
        }
    }

    private void list() throws MalformedException, Fault {
        descend();
        int position = 0;
        int outer = in.enter();
        while (!in.atEnd()) {
            int tag = in.tag();
            if (tag == (1 << 3 | LEN)) {
                step(position++, -1);
                mustBeReachable();
                value();
            } else {
                in.skip(tag);
            }
        }
        in.leave(outer);
        depth--;
    }

    private void value() throws MalformedException, Fault {
        boolean known = false;
        boolean unknown = false;
        int outer = in.enter();
        while (!in.atEnd()) {
            int tag = in.tag();
            boolean kind = true;
            switch (tag) {
                case 1 << 3 | VARINT,
                        4 << 3 | VARINT,
                        5 << 3 | VARINT,
                        6 << 3 | VARINT,
                        7 << 3 | VARINT,
                        9 << 3 | VARINT -> in.varint();
                case 2 << 3 | FIXED64 -> in.advance(8);
                case 3 << 3 | FIXED32 -> in.advance(4);
                case 8 << 3 | LEN -> text();
                case 10 << 3 | LEN -> struct();
                case 11 << 3 | LEN -> list();
                case 12 << 3 | LEN -> timestamp();
                case 3 << 3 | LEN, 5 << 3 | LEN, 6 << 3 | LEN, 7 << 3 | LEN -> throw oldNumbering(tag >>> 3);
                default -> {
                    in.skip(tag);
                    kind = false;
                    unknown |= tag >>> 3 > 12;
                }
            }
            known |= kind;
        }
        in.leave(outer);
        if (!known) {
            throw unknown
                    ? new Fault(Finding.UNKNOWN_KIND, "has a kind of value that is not known here")
                    : new Fault(Finding.NO_KIND, "has no kind of value");
        }
    }

    private void timestamp() throws MalformedException, Fault {
        long seconds = 0;
        int nanos = 0;
        int outer = in.enter();
        while (!in.atEnd()) {
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 | VARINT -> seconds = in.varint();
                case 2 << 3 | VARINT -> nanos = (int) in.varint();
                default -> in.skip(tag);
            }
        }
        in.leave(outer);
        if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos > 999_999_999) {
            String why = seconds < FIRST_SECOND
                    ? "before 0001-01-01"
                    : seconds > LAST_SECOND ? "after 9999-12-31" : "has out-of-range nanos";
            throw new Fault(
                    Finding.TIMESTAMP_OUT_OF_RANGE, "timestamp (seconds:" + seconds + " nanos:" + nanos + ") " + why);
        }
    }

    private int text() throws MalformedException, Fault {
        int length = in.length();
        int from = in.position();
        in.advance(length);
        if (!Utf8.isWellFormed(bytes, from, from + length)) {
            throw new Fault(Finding.INVALID_UTF8, "is not UTF-8");
        }
        return length;
    }

    private void descend() {
        depth++;
        if (depth <= MAX_DEPTH) {
            step(0, 0);
        }
    }

    private void step(int first, int second) {
        if (depth <= MAX_DEPTH) {
            way[2 * depth] = first;
            way[2 * depth + 1] = second;
        }
    }

    private void mustBeReachable() throws Fault {
        if (depth > MAX_DEPTH) {
            throw new Fault(Finding.TOO_DEEP, "lies more than " + MAX_DEPTH + " objects and lists deep");
        }
    }

    private String path() {
        StringBuilder path = new StringBuilder(root);
        for (int i = 1; i <= Math.min(depth, MAX_DEPTH) && path.length() <= Verdict.LONGEST_PATH; i++) {
            if (way[2 * i + 1] < 0) {
                path.append('[').append(way[2 * i]).append(']');
            } else {
                int length = Math.min(way[2 * i + 1], 4 * Verdict.LONGEST_PATH);
                path.append('.').append(new String(bytes, way[2 * i], length, StandardCharsets.UTF_8));
            }
        }
        return path.toString();
    }

    private static Fault oldNumbering(int field) {
        return new Fault(
                Finding.INCOMPATIBLE,
                "has the old numbering of values (field " + field + " holds bytes), which elastic-agent-shipper-client"
                        + " used up to v0.5.0; build the client with a version from March 2023 or later");
    }

    private static final class Fault extends Exception {

        private static final long serialVersionUID = 1L;

        private final Finding finding;

        Fault(Finding finding, String reason) {
            super(reason, null, false, false);
            this.finding = finding;
        }
    }
}

package io.slipway.serializer.cbor;

import io.slipway.wire.raw.Utf8;

/** Reads the items of CBOR one after the other, never past the end. For one thread. */
final class CborReader {

    private static final long FIRST_SECOND = -62_135_596_800L;
    private static final long LAST_SECOND = 253_402_300_799L;
    private static final int LAST_NANO = 999_999_999;

    private final byte[] bytes;
    private final int end;
    private int at;
    private int start;
    private int length;
    private long seconds;
    private int nanos;

    CborReader(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    boolean atEnd() {
        return at == end;
    }

    /** The first byte of the next item, 0 to 255. */
    int next() {
        if (at == end) {
            throw damaged("it ends too early");
        }
        return bytes[at++] & 0xff;
    }

    void expect(int first) {
        if (next() != first) {
            throw damaged("a part is not what it must be");
        }
    }

    /** The argument of the item that began with {@code first}, unsigned. */
    long argument(int first) {
        int additional = first & 0x1f;
        if (additional < 24) {
            return additional;
        }
        if (additional > 27) {
            throw damaged("a length is missing");
        }
        return fixed(1 << additional - 24);
    }

    /** An integer of {@code count} bytes, the highest first. */
    long fixed(int count) {
        if (end - at < count) {
            throw damaged("it ends too early");
        }
        long value = 0;
        for (int stop = at + count; at < stop; at++) {
            value = value << 8 | bytes[at] & 0xff;
        }
        return value;
    }

    /** The integer that began with {@code first}, if it is one of 64 bits with a sign. */
    long integer(int first) {
        long argument = argument(first);
        if (first >>> 5 > Cbor.NEGATIVE || argument < 0) {
            throw damaged("an integer is out of range");
        }
        return first >>> 5 == Cbor.NEGATIVE ? ~argument : argument;
    }

    /** The integer that began with {@code first}, if it has no sign. */
    long unsigned(int first) {
        if (first >>> 5 != Cbor.UNSIGNED) {
            throw damaged("an integer is out of range");
        }
        return argument(first);
    }

    /** Passes over the text that began with {@code first}; {@link #start} and {@link #length} then tell where it lies. */
    void text(int first) {
        if (first >>> 5 != Cbor.TEXT) {
            throw damaged("a text is missing");
        }
        long announced = argument(first);
        if (announced < 0 || announced > end - at) {
            throw damaged("it ends too early");
        }
        start = at;
        length = (int) announced;
        at += length;
        if (!Utf8.isWellFormed(bytes, start, at)) {
            throw damaged("a text is not UTF-8");
        }
    }

    int start() {
        return start;
    }

    int length() {
        return length;
    }

    /** Reads the time behind its tag; {@link #seconds} and {@link #nanos} then have it. */
    void time() {
        int head = next();
        expect(Cbor.SECONDS);
        seconds = integer(next());
        nanos = 0;
        if (head == (Cbor.MAP << 5 | 2)) {
            expect(Cbor.NANOS);
            long more = unsigned(next());
            if (more < 0 || more > LAST_NANO) {
                throw damaged("a timestamp is out of range");
            }
            nanos = (int) more;
        } else if (head != (Cbor.MAP << 5 | 1)) {
            throw damaged("a timestamp is not what it must be");
        }
        if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
            throw damaged("a timestamp is out of range");
        }
    }

    long seconds() {
        return seconds;
    }

    int nanos() {
        return nanos;
    }

    static IllegalStateException damaged(String what) {
        return new IllegalStateException("These bytes are no event: " + what + ".");
    }
}

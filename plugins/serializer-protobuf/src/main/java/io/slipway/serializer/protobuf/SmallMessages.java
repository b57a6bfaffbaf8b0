package io.slipway.serializer.protobuf;

import io.slipway.wire.raw.MalformedException;
import io.slipway.wire.raw.Utf8;
import io.slipway.wire.raw.WireReader;
import java.nio.charset.StandardCharsets;

/** Reads the messages that hold no other message, and texts. Belongs to one thread. */
final class SmallMessages {

    private static final long FIRST_SECOND = -62_135_596_800L;
    private static final long LAST_SECOND = 253_402_300_799L;
    private static final int LAST_NANO = 999_999_999;

    private final byte[] bytes;
    private final WireReader in = new WireReader();
    private long seconds;
    private int nanos;

    SmallMessages(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads a timestamp in pieces; {@link #seconds} and {@link #nanos} then have it. */
    void timestamp(Pieces pieces) throws MalformedException {
        timestamp(0, 0, pieces);
    }

    /** Reads the timestamp from {@code from} to {@code to}, and the pieces of it in {@code rest} unless that is null. */
    void timestamp(int from, int to, Pieces rest) throws MalformedException {
        seconds = 0;
        nanos = 0;
        timestampPiece(from, to);
        for (int i = 0; rest != null && i < rest.count(); i++) {
            timestampPiece(rest.from(i), rest.to(i));
        }
        if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos > LAST_NANO) {
            throw new IllegalStateException("These bytes are no event: a timestamp is out of range.");
        }
    }

    long seconds() {
        return seconds;
    }

    int nanos() {
        return nanos;
    }

    /** The fields 1 to {@code count}, which are texts; empty where there is none. */
    String[] texts(Pieces pieces, int count) throws MalformedException {
        String[] texts = {"", "", ""};
        for (int i = 0; i < pieces.count(); i++) {
            in.reset(bytes, pieces.from(i), pieces.to(i) - pieces.from(i));
            while (!in.atEnd()) {
                int tag = in.tag();
                int field = tag >>> 3;
                if ((tag & 7) == WireReader.LENGTH_DELIMITED && field <= count) {
                    int length = in.length();
                    mustBeText(in.position(), in.position() + length);
                    texts[field - 1] = new String(bytes, in.position(), length, StandardCharsets.UTF_8);
                    in.advance(length);
                } else {
                    in.skip(tag);
                }
            }
        }
        return texts;
    }

    void mustBeText(int from, int to) {
        if (!Utf8.isWellFormed(bytes, from, to)) {
            throw new IllegalStateException("These bytes are no event: a text is not UTF-8.");
        }
    }

    private void timestampPiece(int from, int to) throws MalformedException {
        in.reset(bytes, from, to - from);
        while (!in.atEnd()) {
            int tag = in.tag();
            switch (tag) {
                case WireTag.SECONDS -> seconds = in.varint();
                case WireTag.NANOS -> nanos = (int) in.varint();
                default -> in.skip(tag);
            }
        }
    }
}

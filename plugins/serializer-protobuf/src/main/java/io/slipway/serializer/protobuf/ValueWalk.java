package io.slipway.serializer.protobuf;

import io.slipway.api.event.ValueVisitor;
import io.slipway.wire.raw.MalformedException;
import io.slipway.wire.raw.WireReader;

/**
 * Tells a visitor the values of an event's maps.
 *
 * <p>A message is given by where its first piece lies and by its other pieces, which are null nearly always. The one reader
 * is set anew for each piece, so nobody relies on it over a call. Recursive, to {@link ProtobufSerializer#MAX_DEPTH}.
 */
final class ValueWalk {

    private final byte[] bytes;
    private final ValueVisitor visitor;
    private final SmallMessages small;
    private final WireReader in = new WireReader();

    ValueWalk(byte[] bytes, ValueVisitor visitor, SmallMessages small) {
        this.bytes = bytes;
        this.visitor = visitor;
        this.small = small;
    }

    /** Tells the map in {@code pieces}, which lies in no other. */
    void map(Pieces pieces) throws MalformedException {
        map(0, 0, pieces, 1);
    }

    private void map(int from, int to, Pieces rest, int depth) throws MalformedException {
        mustNotBeTooDeep(depth);
        visitor.startMap();
        entries(from, to, depth);
        for (int i = 0; rest != null && i < rest.count(); i++) {
            entries(rest.from(i), rest.to(i), depth);
        }
        visitor.endMap();
    }

    private void entries(int from, int to, int depth) throws MalformedException {
        int at = from;
        while (at < to) {
            in.reset(bytes, at, to - at);
            int tag = in.tag();
            if (tag == WireTag.ENTRY) {
                int length = in.length();
                int start = in.position();
                at = start + length;
                entry(start, at, depth);
            } else {
                in.skip(tag);
                at = in.position();
            }
        }
    }

    private void entry(int from, int to, int depth) throws MalformedException {
        int key = from;
        int keyLength = 0;
        int value = from;
        int valueEnd = from;
        boolean found = false;
        Pieces rest = null;
        in.reset(bytes, from, to - from);
        while (!in.atEnd()) {
            int tag = in.tag();
            if (tag == WireTag.ENTRY_KEY) {
                keyLength = in.length();
                key = in.position();
                in.advance(keyLength);
            } else if (tag == WireTag.ENTRY_VALUE) {
                int length = in.length();
                if (found) {
                    rest = plus(rest, in.position(), length);
                } else {
                    found = true;
                    value = in.position();
                    valueEnd = value + length;
                }
                in.advance(length);
            } else {
                in.skip(tag);
            }
        }
        small.mustBeText(key, key + keyLength);
        visitor.key(bytes, key, keyLength);
        value(value, valueEnd, rest, depth);
    }

    private void list(int from, int to, Pieces rest, int depth) throws MalformedException {
        mustNotBeTooDeep(depth);
        visitor.startList();
        items(from, to, depth);
        for (int i = 0; rest != null && i < rest.count(); i++) {
            items(rest.from(i), rest.to(i), depth);
        }
        visitor.endList();
    }

    private void items(int from, int to, int depth) throws MalformedException {
        int at = from;
        while (at < to) {
            in.reset(bytes, at, to - at);
            int tag = in.tag();
            if (tag == WireTag.ITEM) {
                int length = in.length();
                int start = in.position();
                at = start + length;
                value(start, at, null, depth);
            } else {
                in.skip(tag);
                at = in.position();
            }
        }
    }

    /** Finds the kind that counts, which is the last; messages of one kind in a row are pieces of one. */
    private void value(int from, int to, Pieces rest, int depth) throws MalformedException {
        int kind = 0;
        long bits = 0;
        int start = 0;
        int end = 0;
        Pieces more = null;
        int piece = 0;
        in.reset(bytes, from, to - from);
        while (true) {
            if (in.atEnd()) {
                if (rest == null || piece == rest.count()) {
                    break;
                }
                in.reset(bytes, rest.from(piece), rest.to(piece) - rest.from(piece));
                piece++;
                continue;
            }
            int tag = in.tag();
            switch (tag) {
                case WireTag.TEXT, WireTag.MAP, WireTag.LIST, WireTag.TIME -> {
                    int length = in.length();
                    if (tag == kind && tag != WireTag.TEXT) {
                        more = plus(more, in.position(), length);
                    } else {
                        start = in.position();
                        end = start + length;
                        more = null;
                    }
                    in.advance(length);
                    kind = tag;
                }
                case WireTag.NULL, WireTag.INT32, WireTag.INT64, WireTag.UINT32, WireTag.UINT64, WireTag.BOOL -> {
                    bits = in.varint();
                    kind = tag;
                }
                case WireTag.FLOAT64 -> {
                    bits = in.fixed64();
                    kind = tag;
                }
                case WireTag.FLOAT32 -> {
                    bits = in.fixed32();
                    kind = tag;
                }
                default -> in.skip(tag);
            }
        }
        if ((kind & 7) == WireReader.LENGTH_DELIMITED) {
            tell(kind, start, end, more, depth);
        } else {
            tell(kind, bits);
        }
    }

    private void tell(int kind, int from, int to, Pieces rest, int depth) throws MalformedException {
        switch (kind) {
            case WireTag.TEXT -> {
                small.mustBeText(from, to);
                visitor.text(bytes, from, to - from);
            }
            case WireTag.MAP -> map(from, to, rest, depth + 1);
            case WireTag.LIST -> list(from, to, rest, depth + 1);
            default -> {
                small.timestamp(from, to, rest);
                visitor.time(small.seconds(), small.nanos());
            }
        }
    }

    private void tell(int kind, long bits) {
        switch (kind) {
            case WireTag.NULL -> visitor.nullValue();
            case WireTag.BOOL -> visitor.bool(bits != 0);
            case WireTag.INT32 -> visitor.int32((int) bits);
            case WireTag.INT64 -> visitor.int64(bits);
            case WireTag.UINT32 -> visitor.uint32((int) bits);
            case WireTag.UINT64 -> visitor.uint64(bits);
            case WireTag.FLOAT32 -> visitor.float32(Float.intBitsToFloat((int) bits));
            case WireTag.FLOAT64 -> visitor.float64(Double.longBitsToDouble(bits));
            default -> throw new IllegalStateException("These bytes are no event: a value has no kind.");
        }
    }

    private static Pieces plus(Pieces pieces, int from, int length) {
        Pieces more = pieces == null ? new Pieces() : pieces;
        more.add(from, from + length);
        return more;
    }

    private static void mustNotBeTooDeep(int depth) {
        if (depth > ProtobufSerializer.MAX_DEPTH) {
            throw new IllegalStateException(
                    "These bytes are no event: values are nested more than " + ProtobufSerializer.MAX_DEPTH + " deep.");
        }
    }
}

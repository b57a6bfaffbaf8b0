package io.slipway.serializer.protobuf;

import io.slipway.api.event.ValueVisitor;
import io.slipway.wire.raw.MalformedException;
import io.slipway.wire.raw.WireReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells a visitor the values of an event's maps.
 *
 * <p>A message is given by where its first piece lies and by its other pieces, which are null nearly always. The one reader
 * is set anew for each message, so nobody relies on it over a call. Not recursive: what is open waits in {@link #levels}, to
 * {@link ProtobufSerializer#MAX_DEPTH}.
 */
final class ValueWalk {

    /** An open map or list: how far the piece was read, where it ends, the pieces to come and how many of them were begun. */
    private static final class Level {
        int at;
        int to;
        Pieces rest;
        int begun;
        boolean list;
    }

    private final byte[] bytes;
    private final ValueVisitor visitor;
    private final SmallMessages small;
    private final WireReader in = new WireReader();
    private final List<Level> levels = new ArrayList<>();
    private int depth;

    ValueWalk(byte[] bytes, ValueVisitor visitor, SmallMessages small) {
        this.bytes = bytes;
        this.visitor = visitor;
        this.small = small;
    }

    /** Tells the map in {@code pieces}, which lies in no other. */
    void map(Pieces pieces) throws MalformedException {
        open(false, 0, 0, pieces);
        while (depth > 0) {
            Level level = levels.get(depth - 1);
            if (level.at < level.to) {
                element(level);
            } else if (level.rest != null && level.begun < level.rest.count()) {
                level.at = level.rest.from(level.begun);
                level.to = level.rest.to(level.begun);
                level.begun++;
            } else {
                close(level);
            }
        }
    }

    private void open(boolean list, int from, int to, Pieces rest) {
        if (depth == ProtobufSerializer.MAX_DEPTH) {
            throw new IllegalStateException(
                    "These bytes are no event: values are nested more than " + ProtobufSerializer.MAX_DEPTH + " deep.");
        }
        if (depth == levels.size()) {
            levels.add(new Level());
        }
        Level level = levels.get(depth++);
        level.at = from;
        level.to = to;
        level.rest = rest;
        level.begun = 0;
        level.list = list;
        if (list) {
            visitor.startList();
        } else {
            visitor.startMap();
        }
    }

    private void close(Level level) {
        depth--;
        if (level.list) {
            visitor.endList();
        } else {
            visitor.endMap();
        }
    }

    /** Tells the next entry or item, or begins to if it is a map or a list. */
    private void element(Level level) throws MalformedException {
        in.reset(bytes, level.at, level.to - level.at);
        int tag = in.tag();
        if (tag != (level.list ? WireTag.ITEM : WireTag.ENTRY)) {
            in.skip(tag);
            level.at = in.position();
            return;
        }
        int length = in.length();
        int start = in.position();
        level.at = start + length;
        if (level.list) {
            value(start, level.at, null);
        } else {
            entry(start, level.at);
        }
    }

    private void entry(int from, int to) throws MalformedException {
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
        value(value, valueEnd, rest);
    }

    /** Finds the kind that counts, which is the last; messages of one kind in a row are pieces of one. */
    private void value(int from, int to, Pieces rest) throws MalformedException {
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
            tell(kind, start, end, more);
        } else {
            tell(kind, bits);
        }
    }

    private void tell(int kind, int from, int to, Pieces rest) throws MalformedException {
        switch (kind) {
            case WireTag.TEXT -> {
                small.mustBeText(from, to);
                visitor.text(bytes, from, to - from);
            }
            case WireTag.MAP -> open(false, from, to, rest);
            case WireTag.LIST -> open(true, from, to, rest);
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
}

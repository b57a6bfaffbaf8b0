package io.slipway.serializer.cbor;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventVisitor;
import java.nio.charset.StandardCharsets;

/** Tells a visitor what the bytes of an event hold, to {@link CborSerializer#MAX_DEPTH}. Not recursive; nothing is copied. */
final class EventWalk {

    private final byte[] bytes;
    private final CborReader in;
    private final EventVisitor visitor;
    /** Of each open map and list, whether it is a list. */
    private final boolean[] lists = new boolean[CborSerializer.MAX_DEPTH];

    private int depth;

    private EventWalk(ByteSlice event, EventVisitor visitor) {
        this.bytes = event.array();
        this.in = new CborReader(event.array(), event.offset(), event.length());
        this.visitor = visitor;
    }

    /** @throws IllegalStateException if {@code event} is no event */
    static void over(ByteSlice event, EventVisitor visitor) {
        new EventWalk(event, visitor).event();
    }

    private void event() {
        in.expect(Cbor.ARRAY << 5 | Cbor.PARTS);
        timestamp();
        if (texts(2)) {
            visitor.source(text(), text());
        }
        if (texts(3)) {
            visitor.dataStream(text(), text(), text());
        }
        in.expect(Cbor.START_MAP);
        int first = in.next();
        if (first != Cbor.BREAK) {
            visitor.metadata();
            map(first);
        }
        in.expect(Cbor.START_MAP);
        first = in.next();
        if (first != Cbor.BREAK) {
            visitor.fields();
            map(first);
        }
        if (!in.atEnd()) {
            throw CborReader.damaged("something follows it");
        }
    }

    private void timestamp() {
        int first = in.next();
        if (first != Cbor.NULL) {
            if (first >>> 5 != Cbor.TAG || in.argument(first) != Cbor.TAG_TIME) {
                throw CborReader.damaged("a timestamp is not what it must be");
            }
            in.time();
            visitor.timestamp(in.seconds(), in.nanos());
        }
    }

    /** Whether {@code count} texts follow, or nothing. */
    private boolean texts(int count) {
        int first = in.next();
        if (first != Cbor.NULL && first != (Cbor.ARRAY << 5 | count)) {
            throw CborReader.damaged("a part is not what it must be");
        }
        return first != Cbor.NULL;
    }

    private String text() {
        in.text(in.next());
        return new String(bytes, in.start(), in.length(), StandardCharsets.UTF_8);
    }

    /** Tells a map that lies in no other and whose first key begins with {@code first}. */
    private void map(int first) {
        open(false);
        for (int next = first; ; next = in.next()) {
            if (next == Cbor.BREAK) {
                close();
                if (depth == 0) {
                    return;
                }
            } else if (lists[depth - 1]) {
                value(next);
            } else {
                in.text(next);
                visitor.key(bytes, in.start(), in.length());
                value(in.next());
            }
        }
    }

    private void open(boolean list) {
        if (depth == CborSerializer.MAX_DEPTH) {
            throw CborReader.damaged("values are nested more than " + CborSerializer.MAX_DEPTH + " deep");
        }
        lists[depth++] = list;
        if (list) {
            visitor.startList();
        } else {
            visitor.startMap();
        }
    }

    private void close() {
        depth--;
        if (lists[depth]) {
            visitor.endList();
        } else {
            visitor.endMap();
        }
    }

    /** Tells a value that begins with {@code first}; of a map or list only that it begins. */
    private void value(int first) {
        switch (first) {
            case Cbor.START_MAP -> open(false);
            case Cbor.START_LIST -> open(true);
            case Cbor.NULL -> visitor.nullValue();
            case Cbor.TRUE -> visitor.bool(true);
            case Cbor.FALSE -> visitor.bool(false);
            case Cbor.FLOAT32 -> visitor.float32(Float.intBitsToFloat((int) in.fixed(4)));
            case Cbor.FLOAT64 -> visitor.float64(Double.longBitsToDouble(in.fixed(8)));
            default -> {
                switch (first >>> 5) {
                    case Cbor.TEXT -> {
                        in.text(first);
                        visitor.text(bytes, in.start(), in.length());
                    }
                    case Cbor.UNSIGNED, Cbor.NEGATIVE -> visitor.int64(in.integer(first));
                    case Cbor.TAG -> tagged(in.argument(first));
                    default -> throw unknown();
                }
            }
        }
    }

    private void tagged(long tag) {
        if (tag == Cbor.TAG_INT32) {
            long value = in.integer(in.next());
            if (value != (int) value) {
                throw CborReader.damaged("an integer is out of range");
            }
            visitor.int32((int) value);
        } else if (tag == Cbor.TAG_UINT32) {
            long value = in.unsigned(in.next());
            if (value >>> 32 != 0) {
                throw CborReader.damaged("an integer is out of range");
            }
            visitor.uint32((int) value);
        } else if (tag == Cbor.TAG_UINT64) {
            visitor.uint64(in.unsigned(in.next()));
        } else if (tag == Cbor.TAG_TIME) {
            in.time();
            visitor.time(in.seconds(), in.nanos());
        } else {
            throw unknown();
        }
    }

    private static IllegalStateException unknown() {
        return CborReader.damaged("a value is of no kind that an event has");
    }
}

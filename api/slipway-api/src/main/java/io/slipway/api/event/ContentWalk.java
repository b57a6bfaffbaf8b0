package io.slipway.api.event;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/** Walks over content that is a tree. Not recursive, so that a visitor can bound the depth. */
final class ContentWalk {

    /** A map or list that is being told; one of the two is null. */
    private record Open(Iterator<Map.Entry<String, Value>> entries, Iterator<Value> items) {}

    private ContentWalk() {}

    static void over(Content content, EventVisitor visitor) {
        if (content.timestamp().isPresent()) {
            Instant time = content.timestamp().get();
            visitor.timestamp(time.getEpochSecond(), time.getNano());
        }
        Source source = content.source();
        if (!source.equals(Source.NONE)) {
            visitor.source(source.inputId(), source.streamId());
        }
        DataStream stream = content.dataStream();
        if (!stream.equals(DataStream.NONE)) {
            visitor.dataStream(stream.type(), stream.dataset(), stream.namespace());
        }
        if (!content.metadata().isEmpty()) {
            visitor.metadata();
            map(content.metadata(), visitor);
        }
        if (!content.fields().isEmpty()) {
            visitor.fields();
            map(content.fields(), visitor);
        }
    }

    static int size(Content content) {
        long size = 64 + size(content.metadata()) + size(content.fields());
        return (int) Math.min(size, Integer.MAX_VALUE);
    }

    private static void map(Fields fields, ValueVisitor visitor) {
        Deque<Open> open = new ArrayDeque<>();
        startMap(fields, visitor, open);
        while (!open.isEmpty()) {
            Open top = open.peek();
            if (top.entries == null) {
                if (top.items.hasNext()) {
                    value(top.items.next(), visitor, open);
                } else {
                    open.pop();
                    visitor.endList();
                }
            } else if (top.entries.hasNext()) {
                Map.Entry<String, Value> entry = top.entries.next();
                byte[] utf8 = entry.getKey().getBytes(StandardCharsets.UTF_8);
                visitor.key(utf8, 0, utf8.length);
                value(entry.getValue(), visitor, open);
            } else {
                open.pop();
                visitor.endMap();
            }
        }
    }

    private static void startMap(Fields fields, ValueVisitor visitor, Deque<Open> open) {
        visitor.startMap();
        open.push(new Open(fields.entries().entrySet().iterator(), null));
    }

    /** Tells a value; of a map or list only that it begins. */
    private static void value(Value value, ValueVisitor visitor, Deque<Open> open) {
        if (value instanceof Value.Text text) {
            byte[] utf8 = text.value().getBytes(StandardCharsets.UTF_8);
            visitor.text(utf8, 0, utf8.length);
        } else if (value instanceof Value.MapValue map) {
            startMap(map.fields(), visitor, open);
        } else if (value instanceof Value.ListValue list) {
            visitor.startList();
            open.push(new Open(null, list.values().iterator()));
        } else if (value instanceof Value.Bool bool) {
            visitor.bool(bool.value());
        } else if (value instanceof Value.Time time) {
            visitor.time(time.value().getEpochSecond(), time.value().getNano());
        } else if (value instanceof Value.Null) {
            visitor.nullValue();
        } else {
            number(value, visitor);
        }
    }

    private static void number(Value value, ValueVisitor visitor) {
        if (value instanceof Value.Int64 number) {
            visitor.int64(number.value());
        } else if (value instanceof Value.Int32 number) {
            visitor.int32(number.value());
        } else if (value instanceof Value.Float64 number) {
            visitor.float64(number.value());
        } else if (value instanceof Value.Float32 number) {
            visitor.float32(number.value());
        } else if (value instanceof Value.UInt64 number) {
            visitor.uint64(number.bits());
        } else if (value instanceof Value.UInt32 number) {
            visitor.uint32(number.bits());
        }
    }

    private static long size(Fields fields) {
        long size = 0;
        for (var entry : fields.entries().entrySet()) {
            size += entry.getKey().length() + size(entry.getValue());
        }
        return size;
    }

    private static long size(Value value) {
        if (value instanceof Value.Text text) {
            return 2L + text.value().length();
        } else if (value instanceof Value.MapValue map) {
            return 4 + size(map.fields());
        } else if (value instanceof Value.ListValue list) {
            return list.values().stream().mapToLong(ContentWalk::size).sum() + 4;
        }
        return 9;
    }
}

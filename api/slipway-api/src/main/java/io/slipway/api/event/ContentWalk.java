package io.slipway.api.event;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Walks over content that is a tree. Recursive: the depth of an event is bounded where it comes in. */
final class ContentWalk {

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
        visitor.startMap();
        fields.entries().forEach((key, value) -> {
            byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
            visitor.key(utf8, 0, utf8.length);
            value(value, visitor);
        });
        visitor.endMap();
    }

    private static void value(Value value, ValueVisitor visitor) {
        if (value instanceof Value.Text text) {
            byte[] utf8 = text.value().getBytes(StandardCharsets.UTF_8);
            visitor.text(utf8, 0, utf8.length);
        } else if (value instanceof Value.MapValue map) {
            map(map.fields(), visitor);
        } else if (value instanceof Value.ListValue list) {
            visitor.startList();
            list.values().forEach(item -> value(item, visitor));
            visitor.endList();
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

package io.slipway.testkit;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Serializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A plain serializer, so that a plugin's tests need no other plugin. Its bytes are for one run only. */
public final class TestSerializer implements Serializer {

    @Override
    public String id() {
        return "testkit";
    }

    @Override
    public ByteSlice write(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeBoolean(content.timestamp().isPresent());
            if (content.timestamp().isPresent()) {
                writeTime(content.timestamp().get(), out);
            }
            writeText(content.source().inputId(), out);
            writeText(content.source().streamId(), out);
            writeText(content.dataStream().type(), out);
            writeText(content.dataStream().dataset(), out);
            writeText(content.dataStream().namespace(), out);
            writeFields(content.metadata(), out);
            writeFields(content.fields(), out);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot fail", e);
        }
        return ByteSlice.of(bytes.toByteArray());
    }

    @Override
    public Content read(ByteSlice bytes) {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(bytes.array(), bytes.offset(), bytes.length()))) {
            Optional<Instant> timestamp = in.readBoolean() ? Optional.of(readTime(in)) : Optional.empty();
            Source source = new Source(readText(in), readText(in));
            DataStream stream = new DataStream(readText(in), readText(in), readText(in));
            return new Content(timestamp, source, stream, readFields(in), readFields(in));
        } catch (IOException e) {
            throw new IllegalStateException("not what this serializer wrote", e);
        }
    }

    @Override
    public void visit(ByteSlice bytes, EventVisitor visitor) {
        Event.ofContent(EventId.NONE, this, read(bytes)).accept(visitor);
    }

    private static void writeFields(Fields fields, DataOutputStream out) throws IOException {
        out.writeInt(fields.entries().size());
        for (Map.Entry<String, Value> entry : fields.entries().entrySet()) {
            writeText(entry.getKey(), out);
            write(entry.getValue(), out);
        }
    }

    private static void write(Value value, DataOutputStream out) throws IOException {
        if (value instanceof Value.Null) {
            out.writeByte(0);
        } else if (value instanceof Value.Bool bool) {
            out.writeByte(bool.value() ? 1 : 2);
        } else if (value instanceof Value.Text text) {
            out.writeByte(3);
            writeText(text.value(), out);
        } else if (value instanceof Value.Time time) {
            out.writeByte(4);
            writeTime(time.value(), out);
        } else if (value instanceof Value.MapValue map) {
            out.writeByte(5);
            writeFields(map.fields(), out);
        } else if (value instanceof Value.ListValue list) {
            out.writeByte(6);
            out.writeInt(list.values().size());
            for (Value item : list.values()) {
                write(item, out);
            }
        } else {
            writeNumber(value, out);
        }
    }

    private static void writeNumber(Value value, DataOutputStream out) throws IOException {
        if (value instanceof Value.Int32 number) {
            out.writeByte(7);
            out.writeInt(number.value());
        } else if (value instanceof Value.UInt32 number) {
            out.writeByte(8);
            out.writeInt(number.bits());
        } else if (value instanceof Value.Int64 number) {
            out.writeByte(9);
            out.writeLong(number.value());
        } else if (value instanceof Value.UInt64 number) {
            out.writeByte(10);
            out.writeLong(number.bits());
        } else if (value instanceof Value.Float32 number) {
            out.writeByte(11);
            out.writeInt(Float.floatToRawIntBits(number.value()));
        } else if (value instanceof Value.Float64 number) {
            out.writeByte(12);
            out.writeLong(Double.doubleToRawLongBits(number.value()));
        }
    }

    private static Fields readFields(DataInputStream in) throws IOException {
        int size = in.readInt();
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            String key = readText(in);
            entries.put(key, readValue(in));
        }
        return Fields.of(entries);
    }

    private static Value readValue(DataInputStream in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 0 -> Value.NULL;
            case 1, 2 -> Value.of(kind == 1);
            case 3 -> Value.of(readText(in));
            case 4 -> Value.of(readTime(in));
            case 5 -> new Value.MapValue(readFields(in));
            case 6 -> readList(in);
            case 7 -> Value.of(in.readInt());
            case 8 -> new Value.UInt32(in.readInt());
            case 9 -> Value.of(in.readLong());
            case 10 -> new Value.UInt64(in.readLong());
            case 11 -> Value.of(Float.intBitsToFloat(in.readInt()));
            case 12 -> Value.of(Double.longBitsToDouble(in.readLong()));
            default -> throw new IOException("unknown kind " + kind);
        };
    }

    private static Value readList(DataInputStream in) throws IOException {
        int size = in.readInt();
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(readValue(in));
        }
        return Value.of(values);
    }

    private static void writeTime(Instant time, DataOutputStream out) throws IOException {
        out.writeLong(time.getEpochSecond());
        out.writeInt(time.getNano());
    }

    private static Instant readTime(DataInputStream in) throws IOException {
        return Instant.ofEpochSecond(in.readLong(), in.readInt());
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}

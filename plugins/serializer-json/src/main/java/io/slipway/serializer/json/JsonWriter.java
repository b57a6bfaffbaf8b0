package io.slipway.serializer.json;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.serializer.EventWriter;
import java.nio.charset.StandardCharsets;

/** Writes one event as it is told of it. For one thread. */
final class JsonWriter implements EventWriter, EventVisitor {

    private static final int NAN32 = 0x7fc0_0000;
    private static final long NAN64 = 0x7ff8_0000_0000_0000L;

    private final JsonBuffer out = new JsonBuffer();
    private int depth;
    private int root;

    JsonWriter() {
        out.put('{');
    }

    @Override
    public EventVisitor visitor() {
        return this;
    }

    @Override
    public ByteSlice finish() {
        out.put('}');
        return ByteSlice.of(out.toByteArray());
    }

    @Override
    public void timestamp(long seconds, int nanos) {
        name(Name.TIMESTAMP);
        quotedTime(seconds, nanos);
    }

    @Override
    public void source(String inputId, String streamId) {
        if (!inputId.isEmpty() || !streamId.isEmpty()) {
            name(Name.SOURCE);
            out.put('{');
            member(Name.INPUT_ID, inputId);
            member(Name.STREAM_ID, streamId);
            out.put('}');
        }
    }

    @Override
    public void dataStream(String type, String dataset, String namespace) {
        if (!type.isEmpty() || !dataset.isEmpty() || !namespace.isEmpty()) {
            name(Name.DATA_STREAM);
            out.put('{');
            member(Name.TYPE, type);
            member(Name.DATASET, dataset);
            member(Name.NAMESPACE, namespace);
            out.put('}');
        }
    }

    @Override
    public void metadata() {
        root = out.size();
        name(Name.METADATA);
    }

    @Override
    public void fields() {
        root = out.size();
        name(Name.FIELDS);
    }

    @Override
    public void startMap() {
        start('{');
    }

    @Override
    public void key(byte[] utf8, int offset, int length) {
        separate();
        out.put('"');
        if (length > 0 && utf8[offset] == Name.KIND) {
            out.put(Name.KIND);
        }
        out.text(utf8, offset, length);
        out.put('"');
        out.put(':');
    }

    @Override
    public void endMap() {
        depth--;
        if (depth == 0 && out.last() == '{') {
            out.cut(root);
        } else {
            out.put('}');
        }
    }

    @Override
    public void startList() {
        start('[');
    }

    @Override
    public void endList() {
        depth--;
        out.put(']');
    }

    @Override
    public void nullValue() {
        separate();
        out.ascii("null");
    }

    @Override
    public void bool(boolean value) {
        separate();
        out.ascii(value ? "true" : "false");
    }

    @Override
    public void int32(int value) {
        kind(Name.INT32);
        out.integer(value);
        out.put('}');
    }

    @Override
    public void int64(long value) {
        separate();
        out.integer(value);
    }

    @Override
    public void uint32(int bits) {
        kind(Name.UINT32);
        out.integer(Integer.toUnsignedLong(bits));
        out.put('}');
    }

    @Override
    public void uint64(long bits) {
        kind(Name.UINT64);
        out.put('"');
        out.unsigned(bits);
        out.put('"');
        out.put('}');
    }

    @Override
    public void float32(float value) {
        kind(Name.FLOAT32);
        int bits = Float.floatToRawIntBits(value);
        if (Float.isFinite(value)) {
            JsonNumber.write(value, out);
        } else if (Float.isNaN(value) && bits != NAN32) {
            out.put('"');
            out.hex(bits, 8);
            out.put('"');
        } else {
            notFinite(value);
        }
        out.put('}');
    }

    @Override
    public void float64(double value) {
        if (Double.isFinite(value)) {
            separate();
            JsonNumber.write(value, out);
            return;
        }
        kind(Name.FLOAT64);
        long bits = Double.doubleToRawLongBits(value);
        if (Double.isNaN(value) && bits != NAN64) {
            out.put('"');
            out.hex(bits, 16);
            out.put('"');
        } else {
            notFinite(value);
        }
        out.put('}');
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        separate();
        out.put('"');
        out.text(utf8, offset, length);
        out.put('"');
    }

    @Override
    public void time(long seconds, int nanos) {
        kind(Name.TIME);
        quotedTime(seconds, nanos);
        out.put('}');
    }

    private void quotedTime(long seconds, int nanos) {
        out.put('"');
        JsonTime.write(seconds, nanos, out);
        out.put('"');
    }

    private void notFinite(double value) {
        out.put('"');
        out.ascii(Double.isNaN(value) ? Name.NOT_A_NUMBER : value > 0 ? Name.INFINITY : Name.MINUS_INFINITY);
        out.put('"');
    }

    private void member(byte[] name, String text) {
        name(name);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.put('"');
        out.text(utf8, 0, utf8.length);
        out.put('"');
    }

    private void kind(byte[] name) {
        separate();
        out.put('{');
        name(name);
    }

    private void name(byte[] name) {
        separate();
        out.put('"');
        out.ascii(name);
        out.put('"');
        out.put(':');
    }

    /** Puts what stands before a member or an item: nothing behind a name and before the first, else a comma. */
    private void separate() {
        byte last = out.last();
        if (last != ':' && last != '{' && last != '[') {
            out.put(',');
        }
    }

    private void start(char opening) {
        if (depth == JsonSerializer.MAX_DEPTH) {
            throw new IllegalArgumentException("An event's values are nested more than " + JsonSerializer.MAX_DEPTH
                    + " deep and could not be read back.");
        }
        depth++;
        separate();
        out.put(opening);
    }
}

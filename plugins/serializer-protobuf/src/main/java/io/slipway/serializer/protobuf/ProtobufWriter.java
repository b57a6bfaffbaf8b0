package io.slipway.serializer.protobuf;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.serializer.EventWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes one event as it is told of it, byte for byte as protobuf-java would, to {@link ProtobufSerializer#MAX_DEPTH}.
 *
 * <p>Protobuf wants the length before the message. That of a plain value is known when the value is told, so its key waits
 * in the buffer until then. For a map or a list one byte is left in each of its headers; if the lengths need more when it
 * ends, what it holds moves on, once.
 */
final class ProtobufWriter implements EventWriter, EventVisitor {

    private static final int NONE = -1;

    private final WireBuffer out = new WireBuffer();
    /** Of each open map and list: where its entry begins, {@link #NONE} for an item, and where its value begins. */
    private int[] open = new int[16];

    private int depth;
    private int root;
    private int waitingKey = NONE;

    @Override
    public EventVisitor visitor() {
        return this;
    }

    @Override
    public ByteSlice finish() {
        return ByteSlice.of(out.toByteArray());
    }

    @Override
    public void timestamp(long seconds, int nanos) {
        out.need(32);
        out.put(WireTag.TIMESTAMP);
        putTime(seconds, nanos);
    }

    @Override
    public void source(String inputId, String streamId) {
        small(WireTag.SOURCE, inputId, streamId, "");
    }

    @Override
    public void dataStream(String type, String dataset, String namespace) {
        small(WireTag.DATA_STREAM, type, dataset, namespace);
    }

    @Override
    public void metadata() {
        root = WireTag.METADATA;
    }

    @Override
    public void fields() {
        root = WireTag.FIELDS;
    }

    @Override
    public void startMap() {
        start(WireTag.MAP);
    }

    @Override
    public void key(byte[] utf8, int offset, int length) {
        out.waitingKey(utf8, offset, length);
        waitingKey = length;
    }

    @Override
    public void endMap() {
        end();
    }

    @Override
    public void startList() {
        start(WireTag.LIST);
    }

    @Override
    public void endList() {
        end();
    }

    @Override
    public void nullValue() {
        varint(WireTag.NULL, 0);
    }

    @Override
    public void bool(boolean value) {
        varint(WireTag.BOOL, value ? 1 : 0);
    }

    @Override
    public void int32(int value) {
        varint(WireTag.INT32, value);
    }

    @Override
    public void int64(long value) {
        varint(WireTag.INT64, value);
    }

    @Override
    public void uint32(int bits) {
        varint(WireTag.UINT32, Integer.toUnsignedLong(bits));
    }

    @Override
    public void uint64(long bits) {
        varint(WireTag.UINT64, bits);
    }

    @Override
    public void float32(float value) {
        value(5);
        out.put(WireTag.FLOAT32);
        out.fixed(Float.floatToRawIntBits(value), 4);
    }

    @Override
    public void float64(double value) {
        value(9);
        out.put(WireTag.FLOAT64);
        out.fixed(Double.doubleToRawLongBits(value), 8);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        out.need(64L + Math.max(0, waitingKey) + length);
        value(1 + WireBuffer.sizeOf(length) + length);
        out.put(WireTag.TEXT);
        out.put(length);
        out.copy(utf8, offset, length);
    }

    @Override
    public void time(long seconds, int nanos) {
        value(2 + sizeOfTime(seconds, nanos));
        out.put(WireTag.TIME);
        putTime(seconds, nanos);
    }

    private void varint(int tag, long value) {
        value(1 + WireBuffer.sizeOf(value));
        out.put(tag);
        out.put(value);
    }

    /** Writes all that comes before the {@code length} bytes of a value message, and makes room for these. */
    private void value(int length) {
        int size = 1 + WireBuffer.sizeOf(length) + length;
        if (waitingKey == NONE) {
            out.need(16L + size);
            out.put(WireTag.ITEM);
        } else {
            out.need(32L + waitingKey + size);
            out.entry(waitingKey, 1 + WireBuffer.sizeOf(waitingKey) + waitingKey + size);
            waitingKey = NONE;
            out.put(WireTag.ENTRY_VALUE);
        }
        out.put(length);
    }

    private void start(int tag) {
        if (depth == ProtobufSerializer.MAX_DEPTH) {
            throw new IllegalArgumentException("An event's values are nested more than " + ProtobufSerializer.MAX_DEPTH
                    + " deep and could not be read back.");
        }
        if (2 * depth == open.length) {
            open = Arrays.copyOf(open, 2 * open.length);
        }
        out.need(64L + Math.max(0, waitingKey));
        open[2 * depth] = NONE;
        if (waitingKey != NONE) {
            open[2 * depth] = out.size();
            out.entry(waitingKey, 0);
        }
        open[2 * depth + 1] = out.size();
        if (depth == 0) {
            out.put(root);
        } else {
            out.put(waitingKey == NONE ? WireTag.ITEM : WireTag.ENTRY_VALUE);
            out.put(0);
            out.put(tag);
        }
        out.put(0);
        waitingKey = NONE;
        depth++;
    }

    private void end() {
        depth--;
        int entry = open[2 * depth];
        int value = open[2 * depth + 1];
        if (depth == 0) {
            out.endOfRoot(value);
        } else {
            out.endOfValue(entry, value);
        }
    }

    private void putTime(long seconds, int nanos) {
        out.put(sizeOfTime(seconds, nanos));
        if (seconds != 0) {
            out.put(WireTag.SECONDS);
            out.put(seconds);
        }
        if (nanos != 0) {
            out.put(WireTag.NANOS);
            out.put(nanos);
        }
    }

    private static int sizeOfTime(long seconds, int nanos) {
        return (seconds == 0 ? 0 : 1 + WireBuffer.sizeOf(seconds)) + (nanos == 0 ? 0 : 1 + WireBuffer.sizeOf(nanos));
    }

    /** Writes a message of texts, which is left out if all are empty, as an empty text is. */
    private void small(int tag, String first, String second, String third) {
        int start = out.size();
        out.need(16);
        out.put(tag);
        out.put(0);
        smallText(WireTag.FIRST_TEXT, first);
        smallText(WireTag.SECOND_TEXT, second);
        smallText(WireTag.THIRD_TEXT, third);
        out.endOfRoot(start);
    }

    private void smallText(int tag, String text) {
        if (!text.isEmpty()) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            out.need(16L + utf8.length);
            out.put(tag);
            out.put(utf8.length);
            out.copy(utf8, 0, utf8.length);
        }
    }
}

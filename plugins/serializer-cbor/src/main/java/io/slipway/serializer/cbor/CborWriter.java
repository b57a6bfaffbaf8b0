package io.slipway.serializer.cbor;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.serializer.EventWriter;
import java.nio.charset.StandardCharsets;

/** Writes one event as it is told of it. For one thread. */
final class CborWriter implements EventWriter, EventVisitor {

    private final CborBuffer out = new CborBuffer();
    private int parts;
    private int depth;

    CborWriter() {
        out.head(Cbor.ARRAY, Cbor.PARTS);
    }

    @Override
    public EventVisitor visitor() {
        return this;
    }

    @Override
    public ByteSlice finish() {
        leaveOutTo(5);
        return ByteSlice.of(out.toByteArray());
    }

    @Override
    public void timestamp(long seconds, int nanos) {
        out.time(seconds, nanos);
        parts = 1;
    }

    @Override
    public void source(String inputId, String streamId) {
        if (!inputId.isEmpty() || !streamId.isEmpty()) {
            leaveOutTo(1);
            out.head(Cbor.ARRAY, 2);
            text(inputId);
            text(streamId);
            parts = 2;
        }
    }

    @Override
    public void dataStream(String type, String dataset, String namespace) {
        if (!type.isEmpty() || !dataset.isEmpty() || !namespace.isEmpty()) {
            leaveOutTo(2);
            out.head(Cbor.ARRAY, 3);
            text(type);
            text(dataset);
            text(namespace);
            parts = 3;
        }
    }

    @Override
    public void metadata() {
        leaveOutTo(3);
        parts = 4;
    }

    @Override
    public void fields() {
        leaveOutTo(4);
        parts = 5;
    }

    @Override
    public void startMap() {
        start(Cbor.START_MAP);
    }

    @Override
    public void key(byte[] utf8, int offset, int length) {
        out.text(utf8, offset, length);
    }

    @Override
    public void endMap() {
        end();
    }

    @Override
    public void startList() {
        start(Cbor.START_LIST);
    }

    @Override
    public void endList() {
        end();
    }

    @Override
    public void nullValue() {
        out.put(Cbor.NULL);
    }

    @Override
    public void bool(boolean value) {
        out.put(value ? Cbor.TRUE : Cbor.FALSE);
    }

    @Override
    public void int32(int value) {
        out.head(Cbor.TAG, Cbor.TAG_INT32);
        out.integer(value);
    }

    @Override
    public void int64(long value) {
        out.integer(value);
    }

    @Override
    public void uint32(int bits) {
        out.head(Cbor.TAG, Cbor.TAG_UINT32);
        out.head(Cbor.UNSIGNED, Integer.toUnsignedLong(bits));
    }

    @Override
    public void uint64(long bits) {
        out.head(Cbor.TAG, Cbor.TAG_UINT64);
        out.head(Cbor.UNSIGNED, bits);
    }

    @Override
    public void float32(float value) {
        out.fixed(Cbor.FLOAT32, Float.floatToRawIntBits(value), 4);
    }

    @Override
    public void float64(double value) {
        out.fixed(Cbor.FLOAT64, Double.doubleToRawLongBits(value), 8);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        out.text(utf8, offset, length);
    }

    @Override
    public void time(long seconds, int nanos) {
        out.time(seconds, nanos);
    }

    private void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.text(utf8, 0, utf8.length);
    }

    private void start(int first) {
        if (depth == CborSerializer.MAX_DEPTH) {
            throw new IllegalArgumentException("An event's values are nested more than " + CborSerializer.MAX_DEPTH
                    + " deep and could not be read back.");
        }
        depth++;
        out.put(first);
    }

    private void end() {
        depth--;
        out.put(Cbor.BREAK);
    }

    /** Says that the event has none of the parts before {@code part} that it was not told of. */
    private void leaveOutTo(int part) {
        for (; parts < part; parts++) {
            if (parts < 3) {
                out.put(Cbor.NULL);
            } else {
                out.put(Cbor.START_MAP);
                out.put(Cbor.BREAK);
            }
        }
    }
}

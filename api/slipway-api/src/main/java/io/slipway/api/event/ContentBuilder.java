package io.slipway.api.event;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the tree of what it is told. For one event and one thread. */
public final class ContentBuilder implements EventVisitor {

    /** A map or list that is being filled; {@code key} is the place in a map for what comes next. */
    private static final class Open {
        final Map<String, Value> map;
        final List<Value> list;
        String key = "";

        Open(Map<String, Value> map, List<Value> list) {
            this.map = map;
            this.list = list;
        }
    }

    private final Deque<Open> open = new ArrayDeque<>();
    private Optional<Instant> timestamp = Optional.empty();
    private Source source = Source.NONE;
    private DataStream dataStream = DataStream.NONE;
    private Fields metadata = Fields.EMPTY;
    private Fields fields = Fields.EMPTY;
    private boolean inFields;

    /** The tree; to be asked for once the event is told. */
    public Content content() {
        return new Content(timestamp, source, dataStream, metadata, fields);
    }

    @Override
    public void timestamp(long seconds, int nanos) {
        timestamp = Optional.of(Instant.ofEpochSecond(seconds, nanos));
    }

    @Override
    public void source(String inputId, String streamId) {
        source = new Source(inputId, streamId);
    }

    @Override
    public void dataStream(String type, String dataset, String namespace) {
        dataStream = new DataStream(type, dataset, namespace);
    }

    @Override
    public void metadata() {
        inFields = false;
    }

    @Override
    public void fields() {
        inFields = true;
    }

    @Override
    public void startMap() {
        open.push(new Open(new LinkedHashMap<>(), null));
    }

    @Override
    public void key(byte[] utf8, int offset, int length) {
        open.peek().key = new String(utf8, offset, length, StandardCharsets.UTF_8);
    }

    @Override
    public void endMap() {
        Fields map = Fields.of(open.pop().map);
        if (!open.isEmpty()) {
            add(new Value.MapValue(map));
        } else if (inFields) {
            fields = map;
        } else {
            metadata = map;
        }
    }

    @Override
    public void startList() {
        open.push(new Open(null, new ArrayList<>()));
    }

    @Override
    public void endList() {
        add(new Value.ListValue(open.pop().list));
    }

    @Override
    public void nullValue() {
        add(Value.NULL);
    }

    @Override
    public void bool(boolean value) {
        add(Value.of(value));
    }

    @Override
    public void int32(int value) {
        add(Value.of(value));
    }

    @Override
    public void int64(long value) {
        add(Value.of(value));
    }

    @Override
    public void uint32(int bits) {
        add(new Value.UInt32(bits));
    }

    @Override
    public void uint64(long bits) {
        add(new Value.UInt64(bits));
    }

    @Override
    public void float32(float value) {
        add(Value.of(value));
    }

    @Override
    public void float64(double value) {
        add(Value.of(value));
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        add(Value.of(new String(utf8, offset, length, StandardCharsets.UTF_8)));
    }

    @Override
    public void time(long seconds, int nanos) {
        add(Value.of(Instant.ofEpochSecond(seconds, nanos)));
    }

    private void add(Value value) {
        Open parent = open.peek();
        if (parent.map != null) {
            parent.map.put(parent.key, value);
        } else {
            parent.list.add(value);
        }
    }
}

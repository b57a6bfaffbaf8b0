package io.slipway.encoder.json;

import io.slipway.api.event.EventVisitor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The layout of an event: {@code @timestamp}, {@code @metadata}, the event's fields, {@code data_stream}. A field, or an entry of the
 * metadata, that has the name of one of the layout's keys takes its place.
 */
final class EventLayout implements EventVisitor {

    private static final int TIMESTAMP = 0;
    private static final int METADATA = 1;
    private static final int BEAT = 2;
    private static final int TYPE = 3;
    private static final int VERSION = 4;

    private static final byte[][] KEYS = {
        utf8("@timestamp"), utf8("@metadata"), utf8("beat"), utf8("type"), utf8("version")
    };
    private static final byte[] DATA_STREAM = utf8("data_stream");
    private static final byte[] DATASET = utf8("dataset");
    private static final byte[] NAMESPACE = utf8("namespace");
    private static final byte[] BEAT_NAME = utf8("slipway");
    private static final byte[] DOC = utf8("_doc");

    private final JsonWriter json;
    private final byte[] version;
    private final int[] positions = new int[KEYS.length];
    private final String[] dataStream = {"", "", ""};
    private int givingWay;
    private int clashes;
    private boolean equalKeys;
    private boolean dataStreamGaveWay;
    private boolean metadataDone;
    private boolean inFields;
    private boolean joining;
    private int joinedDepth;
    private int cutAt;

    EventLayout(JsonWriter json, String version) {
        this.json = json;
        this.version = utf8(version);
    }

    /** Begins an event; {@code givingWay} is 0, or what {@link #givingWay} said when the same event was told before. */
    void begin(int givingWay) {
        this.givingWay = givingWay;
        clashes = 0;
        equalKeys = false;
        dataStreamGaveWay = false;
        metadataDone = false;
        inFields = false;
        joining = false;
        joinedDepth = 0;
        Arrays.fill(positions, -1);
        Arrays.fill(dataStream, "");
        json.begin();
        json.startMap();
    }

    /** Ends the event; false if it must be told again. */
    boolean end() {
        if (!metadataDone) {
            startMetadata();
            endMetadata();
        }
        dataStream();
        json.endMap();
        return clashes == 0 && !equalKeys;
    }

    /** Which of the layout's keys are to give way if the event is told again. */
    int givingWay() {
        return givingWay | clashes;
    }

    /** Whether the event had two equal keys of its own in one map. */
    boolean hasEqualKeys() {
        return equalKeys;
    }

    /** How many of the layout's keys gave way. */
    int overridden() {
        return Integer.bitCount(givingWay) + (dataStreamGaveWay ? 1 : 0);
    }

    /** How many numbers of the event have no JSON form and became null. */
    int nonFinite() {
        return json.nonFinite();
    }

    @Override
    public void timestamp(long seconds, int nanos) {
        if (ownKey(TIMESTAMP)) {
            json.time(seconds, nanos);
        }
    }

    @Override
    public void source(String inputId, String streamId) {}

    @Override
    public void dataStream(String type, String dataset, String namespace) {
        dataStream[0] = type;
        dataStream[1] = dataset;
        dataStream[2] = namespace;
    }

    @Override
    public void metadata() {
        startMetadata();
        joining = true;
    }

    @Override
    public void fields() {
        if (!metadataDone) {
            startMetadata();
            endMetadata();
        }
        inFields = true;
        joining = true;
    }

    @Override
    public void startMap() {
        if (joining) {
            joining = false;
            joinedDepth = json.depth();
        } else {
            json.startMap();
        }
    }

    @Override
    public void endMap() {
        if (json.depth() != joinedDepth) {
            json.endMap();
        } else if (!inFields) {
            endMetadata();
        }
    }

    @Override
    public void key(byte[] utf8, int offset, int length) {
        int earlier = json.key(utf8, offset, length);
        if (earlier >= 0) {
            clash(earlier);
        }
    }

    private void clash(int earlier) {
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] == earlier) {
                clashes |= 1 << i;
                return;
            }
        }
        equalKeys = true;
    }

    private boolean ownKey(int key) {
        if ((givingWay & 1 << key) != 0) {
            return false;
        }
        positions[key] = json.nextPosition();
        json.key(KEYS[key], 0, KEYS[key].length);
        return true;
    }

    private void ownText(int key, byte[] text) {
        if (ownKey(key)) {
            json.text(text, 0, text.length);
        }
    }

    private void startMetadata() {
        cutAt = json.size();
        if (ownKey(METADATA)) {
            json.startMap();
            ownText(BEAT, BEAT_NAME);
            ownText(TYPE, DOC);
            ownText(VERSION, version);
        } else {
            // Written all the same, without a key, and cut off in the end.
            json.startMap();
        }
    }

    private void endMetadata() {
        json.endMap();
        metadataDone = true;
        if ((givingWay & 1 << METADATA) != 0) {
            json.cut(cutAt);
        }
    }

    private void dataStream() {
        if (dataStream[0].isEmpty() && dataStream[1].isEmpty() && dataStream[2].isEmpty()) {
            return;
        }
        int before = json.size();
        if (json.key(DATA_STREAM, 0, DATA_STREAM.length) >= 0) {
            json.cut(before);
            dataStreamGaveWay = true;
            return;
        }
        json.startMap();
        dataStreamPart(KEYS[TYPE], dataStream[0]);
        dataStreamPart(DATASET, dataStream[1]);
        dataStreamPart(NAMESPACE, dataStream[2]);
        json.endMap();
    }

    private void dataStreamPart(byte[] key, String text) {
        if (!text.isEmpty()) {
            json.key(key, 0, key.length);
            byte[] utf8 = utf8(text);
            json.text(utf8, 0, utf8.length);
        }
    }

    @Override
    public void startList() {
        json.startList();
    }

    @Override
    public void endList() {
        json.endList();
    }

    @Override
    public void nullValue() {
        json.nullValue();
    }

    @Override
    public void bool(boolean value) {
        json.bool(value);
    }

    @Override
    public void int32(int value) {
        json.integer(value);
    }

    @Override
    public void int64(long value) {
        json.integer(value);
    }

    @Override
    public void uint32(int bits) {
        json.integer(Integer.toUnsignedLong(bits));
    }

    @Override
    public void uint64(long bits) {
        json.unsigned(bits);
    }

    @Override
    public void float32(float value) {
        json.float32(value);
    }

    @Override
    public void float64(double value) {
        json.float64(value);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        json.text(utf8, offset, length);
    }

    @Override
    public void time(long seconds, int nanos) {
        json.time(seconds, nanos);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

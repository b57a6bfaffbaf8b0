package io.slipway.wire.raw;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.ListValue;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import io.slipway.wire.raw.Verdict.Finding;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventCheckTest {

    private static final Value HI = Value.newBuilder().setStringValue("hi").build();

    @Test
    void findsNothingInAnEmptyEvent() {
        assertThat(check(new byte[0])).isSameAs(Verdict.GOOD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "[0]", ".", "\u0000", "ä€😀"})
    void acceptsAnyKey(String key) {
        assertThat(check(event(key, HI))).isSameAs(Verdict.GOOD);
    }

    @Test
    void acceptsAKeyOf100Kilobytes() {
        assertThat(check(event("k".repeat(100_000), HI))).isSameAs(Verdict.GOOD);
    }

    @Test
    void acceptsAKeyThatOccursTwice() {
        byte[] once = event("k", HI);
        byte[] twice =
                ByteString.copyFrom(once).concat(ByteString.copyFrom(once)).toByteArray();

        assertThat(check(twice)).isSameAs(Verdict.GOOD);
    }

    @Test
    void acceptsFieldsItDoesNotKnow() {
        UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
                .addField(
                        900,
                        UnknownFieldSet.Field.newBuilder()
                                .addVarint(-1)
                                .addFixed32(1)
                                .addFixed64(2)
                                .addLengthDelimited(ByteString.copyFromUtf8("x"))
                                .addGroup(UnknownFieldSet.newBuilder()
                                        .mergeVarintField(1, 5)
                                        .build())
                                .build())
                .build();
        byte[] event = Event.newBuilder()
                .setFields(Struct.newBuilder()
                        .putData("k", HI.toBuilder().setUnknownFields(unknown).build()))
                .setUnknownFields(unknown)
                .build()
                .toByteArray();

        assertThat(check(event)).isSameAs(Verdict.GOOD);
    }

    @Test
    void namesTheValueWithoutAKind() {
        Value list = Value.newBuilder()
                .setListValue(ListValue.newBuilder().addValues(HI).addValues(Value.getDefaultInstance()))
                .build();
        Value nested = Value.newBuilder()
                .setStructValue(Struct.newBuilder().putData("b", list))
                .build();

        Verdict verdict = check(event("a", nested));

        assertThat(verdict).isEqualTo(new Verdict(Finding.NO_KIND, "fields.a.b[1]", "has no kind of value"));
    }

    @Test
    void namesTheValueThatIsMissingFromItsEntry() {
        // fields { data { key: "a" } }
        assertThat(check(0x2a, 5, 0x0a, 3, 0x0a, 1, 'a'))
                .isEqualTo(new Verdict(Finding.NO_KIND, "fields.a", "has no value"));
    }

    @Test
    void namesTheValueOfAnUnknownKind() {
        Value value = Value.newBuilder()
                .setUnknownFields(
                        UnknownFieldSet.newBuilder().mergeVarintField(13, 1).build())
                .build();

        Verdict verdict = check(Event.newBuilder()
                .setMetadata(Struct.newBuilder().putData("m", value))
                .build()
                .toByteArray());

        assertThat(verdict.finding()).isEqualTo(Finding.UNKNOWN_KIND);
        assertThat(verdict.path()).isEqualTo("metadata.m");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 7})
    void recognizesTheOldNumberingOfValues(int field) {
        Value value = Value.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .mergeLengthDelimitedField(field, ByteString.copyFromUtf8("x"))
                        .build())
                .build();

        Verdict verdict = check(event("k", value));

        assertThat(verdict.finding()).isEqualTo(Finding.INCOMPATIBLE);
        assertThat(verdict.path()).isEqualTo("fields.k");
        assertThat(verdict.reason()).contains("old numbering", "build the client with");
    }

    @Test
    void acceptsObjectsAsDeepAsTheLimit() throws Exception {
        byte[] event = event("k", nestedObjects(EventCheck.MAX_DEPTH - 1));

        assertThat(check(event)).isSameAs(Verdict.GOOD);
        com.google.protobuf.CodedInputStream in = com.google.protobuf.CodedInputStream.newInstance(event);
        in.setRecursionLimit(EventCheck.RECURSION_LIMIT);
        assertThat(Event.parseFrom(in).toByteArray()).isEqualTo(event);
    }

    @Test
    void refusesObjectsBeyondTheLimit() {
        Verdict verdict = check(event("k", nestedObjects(EventCheck.MAX_DEPTH)));

        assertThat(verdict.finding()).isEqualTo(Finding.TOO_DEEP);
        assertThat(verdict.path()).startsWith("fields.k.k.k").hasSize(201);
    }

    @Test
    void refusesListsBeyondTheLimit() {
        assertThat(check(event("k", nestedLists(EventCheck.MAX_DEPTH - 1)))).isSameAs(Verdict.GOOD);
        assertThat(check(event("k", nestedLists(EventCheck.MAX_DEPTH))).finding())
                .isEqualTo(Finding.TOO_DEEP);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 100_000})
    void needsLittleStackForAnyDepth(int depth) throws Exception {
        ByteString value = Value.newBuilder().setNullValueValue(0).build().toByteString();
        byte[] event = fields(lists(value, depth));
        AtomicReference<Verdict> verdict = new AtomicReference<>();

        Thread thread = new Thread(null, () -> verdict.set(check(event)), "small", 256 * 1024);
        thread.start();
        thread.join();

        assertThat(verdict.get().finding()).isEqualTo(Finding.TOO_DEEP);
    }

    @ParameterizedTest
    @CsvSource({
        "-62135596800, 0, true",
        "-62135596801, 0, false",
        "253402300799, 999999999, true",
        "253402300800, 0, false",
        "0, 1000000000, false",
        "0, -1, false",
        "9223372036854775807, 0, false",
        "-9223372036854775808, 0, false",
    })
    void knowsTheRangeOfTimestamps(long seconds, int nanos, boolean good) {
        Timestamp timestamp =
                Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();
        byte[] own = Event.newBuilder().setTimestamp(timestamp).build().toByteArray();
        byte[] field =
                event("t", Value.newBuilder().setTimestampValue(timestamp).build());

        assertThat(check(own).good()).isEqualTo(good);
        assertThat(check(field).good()).isEqualTo(good);
        if (!good) {
            assertThat(check(own).path()).isEqualTo("timestamp");
            assertThat(check(field).path()).isEqualTo("fields.t");
            assertThat(check(field).finding()).isEqualTo(Finding.TIMESTAMP_OUT_OF_RANGE);
        }
    }

    @Test
    void namesTheTextThatIsNotUtf8() {
        assertThat(check(0x12, 4, 0x0a, 2, 'a', 0xff))
                .isEqualTo(new Verdict(Finding.INVALID_UTF8, "source", "is not UTF-8"));
        // fields { data { key: "a" value { string: ff } } }
        assertThat(check(0x2a, 10, 0x0a, 8, 0x0a, 1, 'a', 0x12, 3, 0x42, 1, 0xff)
                        .path())
                .isEqualTo("fields.a");
    }

    @Test
    void namesThePlaceWhereTheBytesMakeNoSense() {
        assertThat(check(0x2a, 10, 0x0a, 8, 0x0a, 1, 'a', 0x12, 3, 0x42, 9, 'x'))
                .isEqualTo(new Verdict(Finding.MALFORMED, "fields.a", "a length goes beyond the end"));
        assertThat(check(0x2a, 200).finding()).isEqualTo(Finding.MALFORMED);
        assertThat(check(0x04).finding()).isEqualTo(Finding.MALFORMED);
        assertThat(check(0x07).finding()).isEqualTo(Finding.MALFORMED);
        assertThat(check(0x00).finding()).isEqualTo(Finding.MALFORMED);
    }

    @Test
    void saysByHowMuchAnEventIsTooLarge() {
        byte[] event = event("k", HI);

        Verdict verdict = new EventCheck(false).check(event, 0, event.length, event.length - 3);

        assertThat(verdict.finding().word()).isEqualTo("event_too_large");
        assertThat(verdict.reason()).contains("3 more than");
    }

    @Test
    void asksForEverythingInStrictMode() {
        assertThat(strict(Event.getDefaultInstance()))
                .isEqualTo("timestamp: proto: invalid nil Timestamp; datastream: cannot be nil; source: cannot be nil");
        assertThat(strict(Event.newBuilder()
                        .setTimestamp(Timestamp.getDefaultInstance())
                        .setDataStream(DataStream.getDefaultInstance())
                        .setSource(Source.newBuilder().setStreamId("only"))
                        .build()))
                .isEqualTo(
                        "datastream: dataset is a required field; namespace is a required field; type is a required field; "
                                + "source: input_id is a required field");
        assertThat(strict(complete()
                        .setTimestamp(Timestamp.newBuilder().setNanos(-1))
                        .build()))
                .isEqualTo("timestamp: proto: timestamp (seconds:0 nanos:-1) has out-of-range nanos");
        assertThat(strict(complete().build())).isEmpty();
    }

    @Test
    void forgetsTheLastEventInStrictMode() {
        EventCheck check = new EventCheck(true);
        byte[] complete = complete().build().toByteArray();

        assertThat(check.check(complete, 0, complete.length, Integer.MAX_VALUE)).isSameAs(Verdict.GOOD);
        assertThat(check.check(complete, 0, 0, Integer.MAX_VALUE).finding()).isEqualTo(Finding.STRICT);
        assertThat(check.check(complete, 0, complete.length, Integer.MAX_VALUE)).isSameAs(Verdict.GOOD);
    }

    @Test
    void prefersTheFaultThatPoisonsToTheOneOfStrictMode() {
        byte[] event = event("k", Value.getDefaultInstance());

        assertThat(new EventCheck(true).check(event, 0, event.length, 1000).finding())
                .isEqualTo(Finding.NO_KIND);
    }

    private static Event.Builder complete() {
        return Event.newBuilder()
                .setTimestamp(Timestamp.getDefaultInstance())
                .setDataStream(
                        DataStream.newBuilder().setType("t").setDataset("d").setNamespace("n"))
                .setSource(Source.newBuilder().setInputId("i"));
    }

    private static String strict(Event event) {
        byte[] bytes = event.toByteArray();
        return new EventCheck(true).check(bytes, 0, bytes.length, 1000).reason();
    }

    private static Verdict check(int... bytes) {
        byte[] event = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            event[i] = (byte) bytes[i];
        }
        return check(event);
    }

    private static Verdict check(byte[] event) {
        return new EventCheck(false).check(event, 0, event.length, Integer.MAX_VALUE);
    }

    private static byte[] event(String key, Value value) {
        return Event.newBuilder()
                .setFields(Struct.newBuilder().putData(key, value))
                .build()
                .toByteArray();
    }

    private static Value nestedObjects(int levels) {
        Value value = HI;
        for (int i = 0; i < levels; i++) {
            value = Value.newBuilder()
                    .setStructValue(Struct.newBuilder().putData("k", value))
                    .build();
        }
        return value;
    }

    private static Value nestedLists(int levels) {
        Value value = HI;
        for (int i = 0; i < levels; i++) {
            value = Value.newBuilder()
                    .setListValue(ListValue.newBuilder().addValues(value))
                    .build();
        }
        return value;
    }

    /** The bytes of {@code depth} lists around a value, made without recursion. */
    private static ByteString lists(ByteString value, int depth) {
        ByteString inner = value;
        for (int i = 0; i < depth; i++) {
            inner = lengthDelimited(11, lengthDelimited(1, inner));
        }
        return inner;
    }

    private static byte[] fields(ByteString value) {
        ByteString entry = lengthDelimited(1, ByteString.copyFromUtf8("k")).concat(lengthDelimited(2, value));
        return lengthDelimited(5, lengthDelimited(1, entry)).toByteArray();
    }

    private static ByteString lengthDelimited(int field, ByteString content) {
        ByteString.Output out = ByteString.newOutput();
        writeVarint(out, field << 3 | 2);
        writeVarint(out, content.size());
        return out.toByteString().concat(content);
    }

    private static void writeVarint(ByteString.Output out, int value) {
        int rest = value;
        for (; rest > 0x7f; rest >>>= 7) {
            out.write(rest & 0x7f | 0x80);
        }
        out.write(rest);
    }
}

package io.slipway.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.serializer.Serializer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventTest {

    private final CountingSerializer serializer = new CountingSerializer();
    private final ByteSlice bytes = ByteSlice.of("hello".getBytes(StandardCharsets.UTF_8));
    private final Event event = Event.ofBytes(EventId.of(7), serializer, bytes);

    @Test
    void isNotBuiltAsATreeUntilSomebodyAsks() {
        event.bytes();
        event.sizeInBytes();

        assertThat(serializer.reads).isZero();
    }

    @Test
    void isBuiltAsATreeOnce() {
        event.content();
        event.content();

        assertThat(serializer.reads).isEqualTo(1);
    }

    @Test
    void givesBackTheBytesThatArrived() {
        event.content();

        assertThat(event.bytes()).isSameAs(bytes);
    }

    @Test
    void aChangeKeepsTheIdAndHasNewBytes() {
        Event changed = event.with(event.content().withFields(Fields.EMPTY.with("message", Value.of("bye"))));

        assertThat(changed.id()).isEqualTo(event.id());
        assertThat(changed.bytes().toByteArray())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("bye");
        assertThat(event.bytes()).isSameAs(bytes);
    }

    @Test
    void aChildHasItsOrdinal() {
        assertThat(event.child(2, event.content()).id()).isEqualTo(new EventId(7, 2));
    }

    @Test
    void saysNothingOfItsContentInALog() {
        assertThat(event.toString()).isEqualTo("event 7").doesNotContain("hello");
    }

    @Test
    void tellsAVisitorOfAChangedEventEveryKindOfValueInOrder() {
        Instant time = Instant.parse("2024-01-02T03:04:05.000000006Z");
        Map<String, Value> every = new LinkedHashMap<>();
        every.put("null", Value.NULL);
        every.put("bool", Value.of(true));
        every.put("int32", Value.of(-1));
        every.put("int64", Value.of(Long.MIN_VALUE));
        every.put("uint32", new Value.UInt32(-1));
        every.put("uint64", new Value.UInt64(-1));
        every.put("float32", Value.of(1.5f));
        every.put("float64", Value.of(2.5));
        every.put("text", Value.of("t\u00e9xt"));
        every.put("time", Value.of(time));
        every.put("list", Value.of(List.of(Value.of(1L), Value.of(List.of()))));
        every.put("map", new Value.MapValue(Fields.EMPTY));
        Content content = new Content(
                Optional.of(time),
                new Source("in", "st"),
                new DataStream("logs", "d", "n"),
                Fields.EMPTY,
                Fields.of(every));
        Telling telling = new Telling();

        event.with(content).accept(telling);

        assertThat(telling.told)
                .containsExactly(
                        "timestamp 1704164645 6",
                        "source in st",
                        "stream logs d n",
                        "fields",
                        "{",
                        "null:",
                        "null",
                        "bool:",
                        "true",
                        "int32:",
                        "-1",
                        "int64:",
                        "-9223372036854775808",
                        "uint32:",
                        "4294967295",
                        "uint64:",
                        "18446744073709551615",
                        "float32:",
                        "1.5",
                        "float64:",
                        "2.5",
                        "text:",
                        "t\u00e9xt",
                        "time:",
                        "1704164645 6",
                        "list:",
                        "[",
                        "1",
                        "[",
                        "]",
                        "]",
                        "map:",
                        "{",
                        "}",
                        "}");
    }

    /** Text that is the field {@code message}. */
    private static final class CountingSerializer implements Serializer {
        private int reads;

        @Override
        public String id() {
            return "counting";
        }

        @Override
        public ByteSlice write(Content content) {
            String text = ((Value.Text) content.fields().get("message")).value();
            return ByteSlice.of(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Content read(ByteSlice stored) {
            reads++;
            String text = new String(stored.array(), stored.offset(), stored.length(), StandardCharsets.UTF_8);
            Fields fields = Fields.EMPTY.with("message", Value.of(text));
            return new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, fields);
        }

        @Override
        public void visit(ByteSlice stored, EventVisitor visitor) {
            throw new AssertionError("a changed event is visited as the tree it is");
        }
    }

    private static final class Telling implements EventVisitor {
        private final List<String> told = new ArrayList<>();

        @Override
        public void timestamp(long seconds, int nanos) {
            told.add("timestamp " + seconds + " " + nanos);
        }

        @Override
        public void source(String inputId, String streamId) {
            told.add("source " + inputId + " " + streamId);
        }

        @Override
        public void dataStream(String type, String dataset, String namespace) {
            told.add("stream " + type + " " + dataset + " " + namespace);
        }

        @Override
        public void metadata() {
            told.add("metadata");
        }

        @Override
        public void fields() {
            told.add("fields");
        }

        @Override
        public void startMap() {
            told.add("{");
        }

        @Override
        public void key(byte[] utf8, int offset, int length) {
            told.add(new String(utf8, offset, length, StandardCharsets.UTF_8) + ":");
        }

        @Override
        public void endMap() {
            told.add("}");
        }

        @Override
        public void startList() {
            told.add("[");
        }

        @Override
        public void endList() {
            told.add("]");
        }

        @Override
        public void nullValue() {
            told.add("null");
        }

        @Override
        public void bool(boolean value) {
            told.add(Boolean.toString(value));
        }

        @Override
        public void int32(int value) {
            told.add(Integer.toString(value));
        }

        @Override
        public void int64(long value) {
            told.add(Long.toString(value));
        }

        @Override
        public void uint32(int bits) {
            told.add(Integer.toUnsignedString(bits));
        }

        @Override
        public void uint64(long bits) {
            told.add(Long.toUnsignedString(bits));
        }

        @Override
        public void float32(float value) {
            told.add(Float.toString(value));
        }

        @Override
        public void float64(double value) {
            told.add(Double.toString(value));
        }

        @Override
        public void text(byte[] utf8, int offset, int length) {
            told.add(new String(utf8, offset, length, StandardCharsets.UTF_8));
        }

        @Override
        public void time(long seconds, int nanos) {
            told.add(seconds + " " + nanos);
        }
    }
}

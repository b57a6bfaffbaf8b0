package io.slipway.serializer.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Serializer;
import io.slipway.testkit.RandomContent;
import io.slipway.testkit.SerializerContract;
import io.slipway.wire.Event;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufSerializerTest extends SerializerContract {

    private static final String EVENT = "0a0b0880e2cfaa0610c0a9d33a120c0a04696e2d31120473742d311a1d0a046c6f6773120c"
            + "6e67696e782e6163636573731a0764656661756c74222a0a280a097261775f696e646578121b42196c6f67732d6e67696e782e"
            + "6163636573732d64656661756c742a110a0f0a076d657373616765120442026869";

    private final ProtobufSerializer serializer = new ProtobufSerializer();

    @Override
    protected Serializer serializer() {
        return serializer;
    }

    @Test
    void readsForEverWhatItOnceWrote() throws Exception {
        ByteSlice written = bytes(resource("every-kind.hex"));

        Content read = serializer.read(written);

        assertThat(read).isEqualTo(everyKind());
        assertThat(serializer.write(everyKind())).isEqualTo(written);
    }

    @Test
    void readsAndWritesTheProtocolsOwnEvent() {
        Content expected = new Content(
                Optional.of(Instant.parse("2023-11-14T22:13:20.123Z")),
                new Source("in-1", "st-1"),
                new DataStream("logs", "nginx.access", "default"),
                Fields.of(Map.of("raw_index", Value.of("logs-nginx.access-default"))),
                Fields.of(Map.of("message", Value.of("hi"))));

        Content read = serializer.read(bytes(EVENT));

        assertThat(read).isEqualTo(expected);
        assertThat(serializer.write(expected)).isEqualTo(bytes(EVENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0800",
                "11000000000000f83f",
                "1d0000c03f",
                "20ffffffffffffffffff01",
                "282a",
                "3007",
                "38ffffffffffffffffff01",
                "42026869",
                "4801",
                "5200",
                "5a00",
                "62020801",
                "2000",
                "4200",
                "6200",
                "4800"
            })
    void writesEachKindAsItWasRead(String value) {
        ByteSlice event = withValue(value);

        Content content = serializer.read(event);

        assertThat(serializer.write(content)).isEqualTo(event);
    }

    @Test
    void writesWhatProtobufItselfWouldWrite() throws Exception {
        RandomContent contents = new RandomContent(7);

        for (int i = 0; i < 500; i++) {
            byte[] bytes = serializer.write(contents.next()).toByteArray();

            assertThat(Event.parseFrom(bytes).toByteArray()).isEqualTo(bytes);
        }
    }

    @Test
    void readsFieldsInAnyOrderAmongUnknownOnes() {
        ByteSlice event = bytes("7a0361626348012a0f0a0b12044202686938010a0161300160050a020801");

        Content content = serializer.read(event);

        assertThat(content.timestamp()).contains(Instant.ofEpochSecond(1));
        assertThat(content.fields()).isEqualTo(Fields.of(Map.of("a", Value.of("hi"))));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "the event's maps, 2a090a070a0161120228012a090a070a016212022802",
        "the event's timestamp, 0a04080110020a021003",
        "the event's source, 12060a01611201621203120163",
        "the event's data stream, 1a030a01610a0208011a031a0162",
        "an entry's list in two values, 2a150a130a016112065a040a02280112065a040a022802",
        "an entry's value that changes its kind, 2a120a100a016112065a040a0228011203420178",
        "an entry's empty and full maps, 2a230a210a016112025200120b52090a070a016212022801120b52090a070a016312022802",
        "two lists in one value, 2a130a110a0161120c5a040a0228015a040a022802",
        "two maps in one value, 2a1d0a1b0a0161121652090a070a01621202280152090a070a016312022802",
        "two times in one value, 2a0f0a0d0a016112086202080162021002",
        "two texts in one value, 2a0d0a0b0a01611206420178420179",
        "two numbers in one value, 2a0b0a090a0161120428012802",
        "maps in pieces in maps in pieces, 2a370a350a0161121752150a130a016212065a040a02280112065a040a022802"
                + "121752150a130a0163120e5a040a0228035a005a040a022804",
        "equal keys, 2a120a070a0161120228010a070a016112022802",
        "a key that is missing, 2a060a0412022801",
    })
    void mergesPiecesTheWayProtobufDoes(String what, String event) throws Exception {
        Event parsed = Event.parseFrom(bytes(event).toByteArray());

        ByteSlice merged = serializer.write(serializer.read(bytes(event)));

        assertThat(Event.parseFrom(merged.toByteArray())).isEqualTo(parsed);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "no value, 2a050a030a0161",
        "no kind, 2a070a050a01611200",
        "no kind but an unknown one, 2a090a070a016112026801",
        "old numbering, 2a0b0a090a016112041a026869",
        "text in Latin-1, 2a0a0a080a016112034201e4",
        "key in Latin-1, 2a090a070a01e412022801",
        "source in Latin-1, 12030a01e4",
        "year 10000, 0a07088083d1ffaf07",
        "year 0, 0a0b08ff91b8c398feffffff01",
        "more than a second, 0a06108094ebdc03",
        "less than a second, 0a0b10ffffffffffffffffff01",
        "a length beyond the end, 2a050a03",
        "a field 0, 0000",
        "an unfinished integer, 0a0208ff",
    })
    void refusesWhatMayNotBeLetIn(String what, String event) {
        assertThatThrownBy(() -> serializer.read(bytes(event)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("These bytes are no event: ");
    }

    @Test
    void beginsAListAnewAfterAValueOfAnotherKind() {
        ByteSlice event = bytes("2a160a140a0161120f5a040a0228014201785a040a022802");

        Content content = serializer.read(event);

        assertThat(content.fields().get("a")).isEqualTo(Value.of(List.of(Value.of(2L))));
    }

    @Test
    void goesAsDeepAsItSaysOnASmallStack() throws Exception {
        Content deepest = nested(ProtobufSerializer.MAX_DEPTH);

        Throwable thrown = onASmallStack(() -> {
            ByteSlice bytes = serializer.write(deepest);
            assertThat(serializer.write(serializer.read(bytes))).isEqualTo(bytes);
        });

        assertThat(thrown).isNull();
    }

    @Test
    void refusesToGoDeeper() throws Exception {
        Content deeper = nested(ProtobufSerializer.MAX_DEPTH + 1);
        ByteSlice muchDeeper = bytesNested(5_000);

        Throwable writing = onASmallStack(() -> serializer.write(deeper));
        Throwable reading = onASmallStack(() -> serializer.read(muchDeeper));

        assertThat(writing).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("nested");
        assertThat(reading).isInstanceOf(IllegalStateException.class).hasMessageContaining("nested");
    }

    private static Content nested(int depth) {
        Fields fields = Fields.of(Map.of("a", Value.of(1)));
        for (int i = 1; i < depth; i++) {
            fields = Fields.of(Map.of("a", new Value.MapValue(fields)));
        }
        return new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, fields);
    }

    private static ByteSlice bytesNested(int depth) {
        byte[] value = {WireTag.BOOL, 1};
        for (int i = 0; i < depth; i++) {
            byte[] entry = plus(new byte[] {WireTag.ENTRY_KEY, 0}, message(WireTag.ENTRY_VALUE, value));
            value = message(i == depth - 1 ? WireTag.FIELDS : WireTag.MAP, message(WireTag.ENTRY, entry));
        }
        return ByteSlice.of(value);
    }

    private static byte[] message(int tag, byte[] bytes) {
        WireBuffer header = new WireBuffer();
        header.put(tag);
        header.put(bytes.length);
        return plus(header.toByteArray(), bytes);
    }

    private static byte[] plus(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static Throwable onASmallStack(Runnable task) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(null, task, "small stack", 256 * 1024);
        thread.setUncaughtExceptionHandler((t, problem) -> thrown.set(problem));
        thread.start();
        thread.join(30_000);
        return thrown.get();
    }

    /** An event with the field {@code a}, whose value has the bytes {@code hex}. */
    private static ByteSlice withValue(String hex) {
        int length = hex.length() / 2;
        return bytes(String.format("2a%02x0a%02x0a016112%02x%s", length + 7, length + 5, length, hex));
    }

    private static ByteSlice bytes(String hex) {
        return ByteSlice.of(HexFormat.of().parseHex(hex));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ProtobufSerializerTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        }
    }
}

package io.slipway.serializer.cbor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Serializer;
import io.slipway.serializer.protobuf.ProtobufSerializer;
import io.slipway.testkit.RandomContent;
import io.slipway.testkit.SerializerContract;
import io.slipway.testkit.TestSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CborSerializerTest extends SerializerContract {

    private final CborSerializer serializer = new CborSerializer();

    @Override
    protected Serializer serializer() {
        return serializer;
    }

    @Override
    protected List<Serializer> others() {
        return List.of(new TestSerializer(), new ProtobufSerializer());
    }

    @Test
    void readsForEverWhatItOnceWrote() throws Exception {
        ByteSlice written = bytes(resource("every-kind.hex"));

        Content read = serializer.read(written);

        assertThat(read).isEqualTo(everyKind());
        assertThat(serializer.write(everyKind())).isEqualTo(written);
    }

    @Test
    void writesAnEmptyEventInEightBytes() {
        Content empty = new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.EMPTY);

        assertThat(serializer.write(empty)).isEqualTo(bytes("85f6f6f6bfffbfff"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f6",
                "f5",
                "f4",
                "00",
                "1818",
                "190100",
                "1a00010000",
                "1b7fffffffffffffff",
                "3b7fffffffffffffff",
                "d9c50020",
                "d9c5003a7fffffff",
                "d9c5011affffffff",
                "d9c5021bffffffffffffffff",
                "fa7fc00001",
                "fb7ff8000000000001",
                "fb8000000000000000",
                "60",
                "6474657874",
                "bfff",
                "9fff",
                "9f009fffbf6162f6ffff",
                "d903e9a10120",
                "d903e9a2010028181e"
            })
    void writesEachKindAsItWasRead(String value) {
        ByteSlice event = withValue(value);

        assertThat(serializer.write(serializer.read(event))).isEqualTo(event);
    }

    @Test
    void writesWhatAnotherReaderTakesForCbor() throws Exception {
        RandomContent contents = new RandomContent(8);
        CBORFactory factory = new CBORFactory();

        for (int i = 0; i < 500; i++) {
            byte[] bytes = serializer.write(contents.next()).toByteArray();
            try (JsonParser parser = factory.createParser(bytes)) {
                int tokens = 0;
                while (parser.nextToken() != null) {
                    tokens++;
                }

                assertThat(tokens).isGreaterThan(Cbor.PARTS);
                assertThat(parser.currentLocation().getByteOffset()).isEqualTo(bytes.length);
            }
        }
    }

    @Test
    void tellsKeysThatComeTwiceAndTheLastOneCounts() {
        Content read = serializer.read(bytes("85f6f6f6bfffbf616101616102ff"));

        assertThat(read.fields()).isEqualTo(Fields.of(Map.of("a", Value.of(2L))));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "nothing, ''",
        "four parts, 84f6f6f6bfff",
        "six parts, 86f6f6f6bfffbffff6",
        "an array without a length, 9ff6f6f6bfffbfffff",
        "something behind it, 85f6f6f6bfffbfff00",
        "no fields, 85f6f6f6bfff",
        "fields that do not end, 85f6f6f6bfffbf616101",
        "a key without a value, 85f6f6f6bfffbf6161ff",
        "a key that is no text, 85f6f6f6bfffbf0101ff",
        "a map with a length, 85f6f6f6bfffa1616101",
        "a timestamp without a tag, 85a10100f6f6bfffbfff",
        "a timestamp of seconds in an array, 85d903e98101f6f6bfffbfff",
        "another tag, 85c100f6f6bfffbfff",
        "source of three texts, 85f683606060f6bfffbfff",
        "source of a number, 85f6820060f6bfffbfff",
    })
    void refusesWhatIsNoEvent(String what, String event) {
        mustBeRefused(bytes(event));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "bytes, 4161",
        "a list with a length, 80",
        "a map with a length, a0",
        "text in pieces, 7f6161ff",
        "text in Latin-1, 61e4",
        "half a surrogate pair, 63eda080",
        "text beyond the end, 6461",
        "text of almost all memory, 7b7fffffffffffffff",
        "text of more than any memory, 7bffffffffffffffff",
        "undefined, f7",
        "half precision, f93c00",
        "simple value, e0",
        "simple value in two bytes, f820",
        "a break, ff",
        "reserved length, 1c",
        "an integer beyond 64 bits, 1b8000000000000000",
        "a negative one beyond, 3b8000000000000000",
        "int32 beyond, d9c5001a80000000",
        "int32 below, d9c5003a80000000",
        "int32 of a text, d9c50060",
        "uint32 beyond, d9c5011b0000000100000000",
        "uint32 below, d9c50120",
        "uint64 below, d9c50220",
        "a tag in a tag, d9c500d9c50000",
        "an unknown tag, c000",
        "year 0, d903e9a1013b0000000e7791f700",
        "year 10000, d903e9a1011b0000003afff44180",
        "a whole second of nanoseconds, d903e9a20100281a3b9aca00",
        "nanoseconds below zero, d903e9a201002820",
        "nanoseconds alone, d903e9a1281a00000001",
        "a float that ends, fb0000",
    })
    void refusesWhatIsNoValue(String what, String value) {
        mustBeRefused(withValue(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bf6161", "9f"})
    void goesAsDeepAsItSaysOnASmallStackAndNoDeeper(String opening) throws Exception {
        String closing = "ff";
        int below = CborSerializer.MAX_DEPTH - 1;
        ByteSlice deepest = withValue(opening.repeat(below) + "00" + closing.repeat(below));
        ByteSlice deeper = withValue(opening.repeat(below + 1) + "00" + closing.repeat(below + 1));
        ByteSlice endless = withValue(opening.repeat(1_000_000));

        Throwable thrown = onASmallStack(
                () -> assertThat(serializer.write(serializer.read(deepest))).isEqualTo(deepest));
        Throwable refused = onASmallStack(() -> serializer.read(deeper));
        Throwable alsoRefused = onASmallStack(() -> serializer.read(endless));

        assertThat(thrown).isNull();
        assertThat(refused).isInstanceOf(IllegalStateException.class).hasMessageContaining("nested");
        assertThat(alsoRefused).isInstanceOf(IllegalStateException.class).hasMessageContaining("nested");
    }

    @Test
    void refusesToWriteWhatIsNestedTooDeep() {
        Value value = Value.of(1);
        for (int i = 0; i < CborSerializer.MAX_DEPTH; i++) {
            value = Value.of(List.of(value));
        }
        Content content = new Content(
                Optional.of(Instant.EPOCH), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.of(Map.of("a", value)));

        assertThatThrownBy(() -> serializer.write(content))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested more than 200");
    }

    private void mustBeRefused(ByteSlice event) {
        assertThatThrownBy(() -> serializer.read(event))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("These bytes are no event: ");
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
        return bytes("85f6f6f6bfffbf6161" + hex + "ff");
    }

    private static ByteSlice bytes(String hex) {
        return ByteSlice.of(HexFormat.of().parseHex(hex));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = CborSerializerTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        }
    }
}

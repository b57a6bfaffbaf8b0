package io.slipway.serializer.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Serializer;
import io.slipway.serializer.cbor.CborSerializer;
import io.slipway.serializer.protobuf.ProtobufSerializer;
import io.slipway.testkit.RandomContent;
import io.slipway.testkit.SerializerContract;
import io.slipway.testkit.TestSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSerializerTest extends SerializerContract {

    private final JsonSerializer serializer = new JsonSerializer();

    @Override
    protected Serializer serializer() {
        return serializer;
    }

    @Override
    protected List<Serializer> others() {
        return List.of(new TestSerializer(), new ProtobufSerializer(), new CborSerializer());
    }

    @Test
    void readsForEverWhatItOnceWrote() throws Exception {
        ByteSlice written = ByteSlice.of(resource("every-kind.json"));

        Content read = serializer.read(written);

        assertThat(read).isEqualTo(everyKind());
        assertThat(serializer.write(everyKind())).isEqualTo(written);
    }

    @Test
    void writesAnEmptyEventAsAnEmptyObject() {
        Content empty = new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.EMPTY);

        assertThat(serializer.write(empty)).isEqualTo(bytes("{}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-1",
                "9223372036854775807",
                "-9223372036854775808",
                "0.0",
                "-0.0",
                "0.3",
                "-0.001",
                "12345.678901",
                "100.0",
                "4.9E-324",
                "1.7976931348623157E308",
                "{\"$f64\":\"NaN\"}",
                "{\"$f64\":\"Infinity\"}",
                "{\"$f64\":\"-Infinity\"}",
                "{\"$f64\":\"7ff8000000000001\"}",
                "{\"$f32\":0.1}",
                "{\"$f32\":\"NaN\"}",
                "{\"$f32\":\"Infinity\"}",
                "{\"$f32\":\"-Infinity\"}",
                "{\"$f32\":\"ffc00000\"}",
                "{\"$i32\":-2147483648}",
                "{\"$u32\":4294967295}",
                "{\"$u64\":\"0\"}",
                "{\"$u64\":\"18446744073709551615\"}",
                "{\"$time\":\"1969-12-31T23:59:59.999Z\"}",
                "{\"$time\":\"2000-02-29T00:00:00.000001Z\"}",
                "{}",
                "[]",
                "[0,[],{\"b\":[{}]},{\"$i32\":1},\"x\"]",
                "{\"$$\":1,\"$$$u64\":\"2\",\"\":{}}",
                "\"\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\/\u007f\u00e9\u2028\ud83d\ude00\""
            })
    void writesEachKindAsItWasRead(String value) {
        ByteSlice event = withValue(value);

        assertThat(text(serializer.write(serializer.read(event)))).isEqualTo(text(event));
    }

    @Test
    void readsWhatSomebodyFormattedOrEscapedInAnotherWay() {
        String formatted = " {\r\n\t\"\\u0040timestamp\" : \"2023-11-14T22:13:20Z\" , \"fields\" : { \"\\u0061\\/\" :"
                + " [ \"\\u00e9\\ud83d\\uDE00\" , 1e2 , { \"\\u0024u64\" : \"\\u0037\" } , { } , [ ] ] } } \n";

        Content read = serializer.read(bytes(formatted));

        assertThat(read.timestamp()).contains(Instant.ofEpochSecond(1_700_000_000));
        assertThat(read.fields())
                .isEqualTo(Fields.of(Map.of(
                        "a/",
                        Value.of(List.of(
                                Value.of("\u00e9\ud83d\ude00"),
                                Value.of(100.0),
                                new Value.UInt64(7),
                                new Value.MapValue(Fields.EMPTY),
                                Value.ListValue.EMPTY)))));
    }

    @Test
    void writesWhatAnotherReaderTakesForJson() throws Exception {
        RandomContent contents = new RandomContent(8);
        JsonFactory factory = new JsonFactory();

        for (int i = 0; i < 500; i++) {
            try (JsonParser parser =
                    factory.createParser(serializer.write(contents.next()).toByteArray())) {
                int tokens = 0;
                while (parser.nextToken() != null) {
                    tokens++;
                }

                assertThat(tokens).isGreaterThan(1);
            }
        }
    }

    @Test
    void losesNoBitOfAnyNumberOrTime() {
        Random random = new Random(9);

        for (int i = 0; i < 100_000; i++) {
            double wide = i % 2 == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : random.nextInt() / Math.pow(10, random.nextInt(12));
            float narrow = Float.intBitsToFloat(random.nextInt());
            Instant time = Instant.ofEpochSecond(
                    random.nextLong(-62_135_596_800L, 253_402_300_800L), random.nextInt(1_000_000_000));
            Fields fields = Fields.EMPTY
                    .with("a", Value.of(wide))
                    .with("b", Value.of(narrow))
                    .with("c", Value.of(time))
                    .with("d", new Value.UInt64(random.nextLong() >>> random.nextInt(64)));

            Fields back = serializer.read(serializer.write(withFields(fields))).fields();

            assertThat(back).isEqualTo(fields);
            double wideBack = ((Value.Float64) back.get("a")).value();
            assertThat(Double.doubleToRawLongBits(wideBack)).isEqualTo(Double.doubleToRawLongBits(wide));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{} {}",
                "{\"fields\":{}",
                "{\"fields\":[]}",
                "{\"fields\":{\"$u64\":\"1\"}}",
                "{\"fields\":{},}",
                "{\"fields\":{},\"fields\":{}}",
                "{\"fields\":{},\"metadata\":{}}",
                "{\"other\":1}",
                "{\"@timestamp\":1}",
                "{\"@timestamp\":\"2023-02-29T00:00:00Z\"}",
                "{\"source\":{\"input_id\":\"a\"}}",
                "{\"source\":{\"stream_id\":\"a\",\"input_id\":\"b\"}}",
                "{\"data_stream\":{\"type\":\"a\",\"dataset\":\"b\",\"namespace\":1}}"
            })
    void refusesWhatIsNoEvent(String event) {
        mustBeRefused(bytes(event));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nul",
                "True",
                "01",
                "-",
                "1.",
                ".5",
                "1e",
                "+1",
                "1e999",
                "NaN",
                "9223372036854775808",
                "-9223372036854775809",
                "18446744073709551616",
                "111111111111111111111111111111111111111111111",
                "0.111111111111111111111111111111111111111111",
                "'a'",
                "\"a",
                "\"\t\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\ud800\"",
                "\"\\udc00\"",
                "\"\\ud800\\u0041\"",
                "\"\\",
                "[1,]",
                "[1 2]",
                "[",
                "{\"b\"}",
                "{\"b\":1,}",
                "{\"b\":1,\"$c\":2}",
                "{b:1}",
                "{\"$\":1}",
                "{\"$u128\":1}",
                "{\"$i32\":1,\"b\":2}",
                "{\"$i32\":2147483648}",
                "{\"$i32\":1.0}",
                "{\"$i32\":\"1\"}",
                "{\"$u32\":-1}",
                "{\"$u32\":4294967296}",
                "{\"$u64\":1}",
                "{\"$u64\":\"18446744073709551616\"}",
                "{\"$u64\":\"99999999999999999999\"}",
                "{\"$u64\":\"-1\"}",
                "{\"$u64\":\"\"}",
                "{\"$f32\":\"0.1\"}",
                "{\"$f32\":\"3f800000\"}",
                "{\"$f32\":1e39}",
                "{\"$f64\":\"3ff0000000000000\"}",
                "{\"$f64\":\"7ff80000000000g1\"}",
                "{\"$time\":1}",
                "{\"$time\":\"0000-01-01T00:00:00Z\"}",
                "{\"$time\":\"2023-00-01T00:00:00Z\"}",
                "{\"$time\":\"2023-13-01T00:00:00Z\"}",
                "{\"$time\":\"2023-04-31T00:00:00Z\"}",
                "{\"$time\":\"2023-04-30T24:00:00Z\"}",
                "{\"$time\":\"2023-04-30T00:60:00Z\"}",
                "{\"$time\":\"2023-04-30T00:00:60Z\"}",
                "{\"$time\":\"2023-04-30T00:00:00.Z\"}",
                "{\"$time\":\"2023-04-30T00:00:00.1234567890Z\"}",
                "{\"$time\":\"2023-04-30T00:00:00+01:00\"}",
                "{\"$time\":\"2023-04-3xT00:00:00Z\"}"
            })
    void refusesWhatIsNoValue(String value) {
        mustBeRefused(withValue(value));
    }

    @Test
    void refusesTextThatIsNotUtf8() {
        byte[] event = withValue("\"a long text with ?\"").toByteArray();
        event[new String(event, StandardCharsets.US_ASCII).indexOf('?')] = (byte) 0xe4;

        mustBeRefused(ByteSlice.of(event));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":", "["})
    void goesAsDeepAsItSaysOnASmallStackAndNoDeeper(String opening) throws Exception {
        String closing = opening.equals("[") ? "]" : "}";
        int below = JsonSerializer.MAX_DEPTH - 1;
        ByteSlice deepest = withValue(opening.repeat(below) + "{\"$i32\":1}" + closing.repeat(below));
        ByteSlice deeper = withValue(opening.repeat(below + 1) + "0" + closing.repeat(below + 1));
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
        for (int i = 0; i < JsonSerializer.MAX_DEPTH; i++) {
            value = Value.of(List.of(value));
        }
        Content content = withFields(Fields.of(Map.of("a", value)));

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

    private static Content withFields(Fields fields) {
        return new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, fields);
    }

    /** An event with the field {@code a}. */
    private static ByteSlice withValue(String json) {
        return bytes("{\"fields\":{\"a\":" + json + "}}");
    }

    private static ByteSlice bytes(String json) {
        return ByteSlice.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(ByteSlice bytes) {
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = JsonSerializerTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}

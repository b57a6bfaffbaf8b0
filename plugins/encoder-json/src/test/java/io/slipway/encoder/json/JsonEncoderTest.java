package io.slipway.encoder.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import io.slipway.api.serializer.Serializer;
import io.slipway.serializer.protobuf.ProtobufSerializer;
import io.slipway.testkit.EncoderContract;
import io.slipway.testkit.RandomContent;
import io.slipway.testkit.SettingsTable;
import io.slipway.testkit.TestContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonEncoderTest extends EncoderContract {

    private static final String HEAD =
            "{\"@metadata\":{\"beat\":\"slipway\",\"type\":\"_doc\",\"version\":\"VERSION\"}";

    private final Serializer serializer = new ProtobufSerializer();
    private final TestContext context;
    private final Encoder encoder;

    JsonEncoderTest(@TempDir Path folder) {
        context = TestContext.in(folder);
        encoder = encoder(false, false, false);
    }

    @Override
    protected Encoder encoder() {
        return encoder(false, false, false);
    }

    @Override
    protected Serializer serializer() {
        return serializer;
    }

    @Test
    void hasItsSettingsInItsPage() throws IOException {
        SettingsTable.assertIn(Path.of("README.md"), JsonEncoderSettings.class);
    }

    @Test
    void writesTheLayoutOfBeats() throws Exception {
        Content content = new Content(
                Optional.of(Instant.parse("2023-11-14T22:13:20.123Z")),
                new Source("in-1", "st-1"),
                new DataStream("logs", "nginx.access", "default"),
                Fields.of(Map.of("raw_index", Value.of("logs-nginx.access-default"))),
                Fields.of(Map.of("message", Value.of("hi"))));

        String json = encode(content);

        assertThat(json)
                .isEqualTo("{\"@timestamp\":\"2023-11-14T22:13:20.123Z\",\"@metadata\":{\"beat\":\"slipway\","
                        + "\"type\":\"_doc\",\"version\":\"VERSION\",\"raw_index\":\"logs-nginx.access-default\"},"
                        + "\"message\":\"hi\",\"data_stream\":{\"type\":\"logs\",\"dataset\":\"nginx.access\","
                        + "\"namespace\":\"default\"}}");
    }

    @Test
    void writesTheVersionItWasBuiltAs() throws Exception {
        Map<String, Object> document = StrictJson.parse(bytesOf(encoder, event(fields())));

        assertThat(document.get("@metadata").toString()).containsPattern("version=\\d+\\.\\d+");
    }

    @Test
    void leavesOutWhatTheEventDoesNotHave() throws Exception {
        assertThat(encode(fields())).isEqualTo(HEAD + "}");
    }

    @Test
    void writesEmptyMapsAndLists() throws Exception {
        assertThat(encode(fields("m", new Value.MapValue(Fields.EMPTY), "l", Value.ListValue.EMPTY)))
                .isEqualTo(HEAD + ",\"m\":{},\"l\":[]}");
    }

    @Test
    void saysTheSameOfRandomEventsAsTheirContent() throws Exception {
        for (boolean pretty : new boolean[] {false, true}) {
            for (boolean html : new boolean[] {false, true}) {
                Encoder each = encoder(pretty, html, html);
                RandomContent contents = new RandomContent(11);
                for (int i = 0; i < 1000; i++) {
                    Content content = contents.next();

                    mustSay(content, StrictJson.parse(bytesOf(each, event(content))));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2023-11-14T22:13:20Z, 2023-11-14T22:13:20.000Z",
        "2023-11-14T22:13:20.1Z, 2023-11-14T22:13:20.100Z",
        "2023-11-14T22:13:20.123456Z, 2023-11-14T22:13:20.123456Z",
        "2023-11-14T22:13:20.123000001Z, 2023-11-14T22:13:20.123000001Z",
        "1970-01-01T00:00:00Z, 1970-01-01T00:00:00.000Z",
        "1969-12-31T23:59:59.999Z, 1969-12-31T23:59:59.999Z",
        "2024-02-29T12:00:00Z, 2024-02-29T12:00:00.000Z",
        "1900-03-01T00:00:00Z, 1900-03-01T00:00:00.000Z",
        "0001-01-01T00:00:00Z, 0001-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999999999Z",
    })
    void writesTimesWithoutLosingAnything(String time, String written) throws Exception {
        Content content = fields("t", Value.of(Instant.parse(time))).withTimestamp(Instant.parse(time));

        assertThat(encode(content))
                .startsWith("{\"@timestamp\":\"" + written + "\"")
                .endsWith("\"t\":\"" + written + "\"}");
    }

    @Test
    void writesIntegersWithAllTheirDigits() throws Exception {
        Content content = fields(
                "a", Value.of(Long.MIN_VALUE),
                "b", Value.of(Long.MAX_VALUE),
                "c", new Value.UInt64(-1),
                "d", new Value.UInt32(-1),
                "e", Value.of(Integer.MIN_VALUE),
                "f", Value.of(0),
                "g", new Value.UInt64(Long.MIN_VALUE));

        assertThat(encode(content))
                .endsWith(",\"a\":-9223372036854775808,\"b\":9223372036854775807,\"c\":18446744073709551615,"
                        + "\"d\":4294967295,\"e\":-2147483648,\"f\":0,\"g\":9223372036854775808}");
    }

    @Test
    void writesFractionsInTheirShortestForm() throws Exception {
        Content content = fields(
                "a", Value.of(0.1f),
                "b", Value.of(0.1),
                "c", Value.of(2e23),
                "d", Value.of(5e-324),
                "e", Value.of(-0.0),
                "f", Value.of(100.0),
                "g", Value.of(16777216f),
                "h", Value.of(-0.0f));

        assertThat(encode(content))
                .endsWith(",\"a\":0.1,\"b\":0.1,\"c\":2.0E23,\"d\":4.9E-324,\"e\":-0.0,\"f\":100.0,"
                        + "\"g\":1.6777216E7,\"h\":-0.0}");
    }

    @Test
    void writesNullForWhatIsNoNumberAndCountsIt() throws Exception {
        Content content = fields(
                "a",
                Value.of(Double.NaN),
                "b",
                Value.of(Float.NEGATIVE_INFINITY),
                "c",
                Value.of(Double.POSITIVE_INFINITY));

        String json = encode(content);

        assertThat(json).endsWith(",\"a\":null,\"b\":null,\"c\":null}");
        assertThat(context.counted("json_non_finite_numbers")).isEqualTo(3);
    }

    @Test
    void escapesWhatMustBeAndNothingElse() throws Exception {
        Content content =
                fields("k\"\n", Value.of("\"\\/\b\f\n\r\t\u0000\u001f\u007f\u2028\u2029\u2027\u00e9\ud83d\ude00<&>"));

        assertThat(encode(content))
                .endsWith(",\"k\\\"\\n\":\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\\u2028\\u2029\u2027\u00e9"
                        + "\ud83d\ude00<&>\"}");
    }

    @Test
    void escapesForHtmlIfTold() throws Exception {
        byte[] json = bytesOf(encoder(false, true, false), event(fields("<", Value.of("a<b>&c"))));

        assertThat(new String(json, StandardCharsets.UTF_8)).endsWith(",\"\\u003c\":\"a\\u003cb\\u003e\\u0026c\"}");
    }

    @Test
    void escapesAtEveryPlaceOfAText() throws Exception {
        for (String odd : List.of("\"", "\u0001", "\u2028", "\u201c", "\u00fc")) {
            for (int before = 0; before < 20; before++) {
                for (int after = 0; after < 20; after++) {
                    String text = "x".repeat(before) + odd + "y".repeat(after);

                    assertThat(StrictJson.parse(bytesOf(encoder, event(fields("k", Value.of(text))))))
                            .containsEntry("k", text);
                }
            }
        }
    }

    @Test
    void spreadsOverLinesIfTold() throws Exception {
        Content content = fields(
                "a", Value.of(List.of(Value.of(1), Value.ListValue.EMPTY)), "b", new Value.MapValue(Fields.EMPTY));

        String json = new String(bytesOf(encoder(true, false, false), event(content)), StandardCharsets.UTF_8);

        assertThat(json.replaceAll("(?s).*?\\},", "")).isEqualTo("\n  \"a\": [\n    1,\n    []\n  ],\n  \"b\": {}\n}");
        assertThat(json).startsWith("{\n  \"@metadata\": {\n    \"beat\": \"slipway\",\n");
    }

    @Test
    void letsAFieldHaveThePlaceOfItsTimestamp() throws Exception {
        Content content =
                fields("a", Value.of(1), "@timestamp", Value.of("mine")).withTimestamp(Instant.EPOCH);

        assertThat(encode(content)).isEqualTo(HEAD + ",\"a\":1,\"@timestamp\":\"mine\"}");
        assertThat(context.counted("json_overridden_keys")).isEqualTo(1);
    }

    @Test
    void takesAFieldForTheTimestampThatIsNotThere() throws Exception {
        assertThat(encode(fields("@timestamp", Value.of("mine")))).isEqualTo(HEAD + ",\"@timestamp\":\"mine\"}");
        assertThat(context.counted("json_overridden_keys")).isZero();
    }

    @Test
    void letsFieldsHaveThePlacesOfMetadataAndDataStream() throws Exception {
        Content content = fields("", Value.of(0), "@metadata", Value.of(1), "data_stream", Value.of(2))
                .withMetadata(Fields.of(Map.of("x", Value.of(3))))
                .withDataStream(new DataStream("logs", "", ""))
                .withTimestamp(Instant.EPOCH);

        assertThat(encode(content))
                .isEqualTo("{\"@timestamp\":\"1970-01-01T00:00:00.000Z\",\"\":0,\"@metadata\":1,\"data_stream\":2}");
        assertThat(context.counted("json_overridden_keys")).isEqualTo(2);
    }

    @Test
    void letsMetadataHaveThePlacesOfItsOwnMetadata() throws Exception {
        Content content = fields().withMetadata(Fields.of(
                new LinkedHashMap<>(Map.of("beat", Value.of("filebeat"), "version", Value.of("8.8.0")))));

        Map<String, Object> document = StrictJson.parse(bytesOf(encoder, event(content)));

        assertThat(document.get("@metadata")).isEqualTo(Map.of("beat", "filebeat", "version", "8.8.0", "type", "_doc"));
    }

    @Test
    void writesTheLastOfEqualKeys() throws Exception {
        Event twice = event(fields("a", Value.of(1L), "b", Value.of(2L), "c", Value.of(3L)), "c", "a");

        String json = new String(bytesOf(encoder, twice), StandardCharsets.UTF_8);

        assertThat(json.replaceAll(".*\\},", "{")).isEqualTo("{\"a\":3,\"b\":2}");
    }

    @Test
    void knowsEqualKeysInLargeMaps() throws Exception {
        Map<String, Value> map = new LinkedHashMap<>();
        IntStream.range(0, 5000).forEach(i -> map.put("key" + i, Value.of((long) i)));
        Event twice = event(fields("m", new Value.MapValue(Fields.of(map))), "key4999", "key1234");

        Map<String, Object> document = StrictJson.parse(bytesOf(encoder, twice));

        assertThat(document.get("m").toString())
                .contains("key1234=Number[text=4999]")
                .contains("key4998");
        assertThat(StrictJson.parse(bytesOf(encoder, event(fields("a", Value.of(1))))))
                .containsKey("a");
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 5000})
    void refusesAnEventThatIsNestedTooDeep(int depth) throws Exception {
        Fields nested = Fields.EMPTY;
        for (int i = 0; i < depth; i++) {
            nested = Fields.of(Map.of("a", new Value.MapValue(nested)));
        }
        Event event = Event.ofContent(EventId.NONE, serializer, fields().withFields(nested));

        assertThatThrownBy(() -> bytesOf(encoder, event))
                .isInstanceOf(EncodingException.class)
                .hasMessage("Its values are nested more than 256 deep.");
        assertThat(encode(fields())).isEqualTo(HEAD + "}");
    }

    @Test
    void refusesAnEventWhoseBytesAreDamaged() {
        Event damaged = Event.ofBytes(EventId.NONE, serializer, ByteSlice.of(new byte[] {0x2a, 9}));

        assertThatThrownBy(() -> bytesOf(encoder, damaged)).isInstanceOf(EncodingException.class);
    }

    private String encode(Content content) throws EncodingException, IOException {
        return new String(bytesOf(encoder, event(content)), StandardCharsets.UTF_8)
                .replaceFirst("(\"version\":\")[^\"]+", "$1VERSION");
    }

    private Event event(Content content) {
        return Event.ofBytes(EventId.of(1), serializer, serializer.write(content));
    }

    /** The event, and in its bytes {@code other} instead of {@code key}; both must have the same length. */
    private Event event(Content content, String key, String other) {
        String bytes = new String(serializer.write(content).toByteArray(), StandardCharsets.ISO_8859_1);
        char length = (char) key.length();
        String changed = bytes.replace("\n" + length + key + "\u0012", "\n" + length + other + "\u0012");
        return Event.ofBytes(EventId.of(1), serializer, ByteSlice.of(changed.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private Encoder encoder(boolean pretty, boolean escapeHtml, boolean localTime) {
        return new JsonEncoderFactory().open(new JsonEncoderSettings(pretty, escapeHtml, localTime), context);
    }

    private static byte[] bytesOf(Encoder encoder, Event event) throws EncodingException, IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        encoder.encode(event, out);
        return out.toByteArray();
    }

    private static Content fields(Object... keysAndValues) {
        Map<String, Value> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], (Value) keysAndValues[i + 1]);
        }
        return new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.of(map));
    }

    private static void mustSay(Content content, Map<String, Object> document) {
        Map<String, Value> fields = content.fields().entries();
        fields.forEach((key, value) -> mustSay(value, document.get(key)));
        if (content.timestamp().isPresent() && !fields.containsKey("@timestamp")) {
            mustSay(Value.of(content.timestamp().get()), document.get("@timestamp"));
        }
        List<String> own = new ArrayList<>(document.keySet());
        own.removeAll(fields.keySet());
        assertThat(own).isSubsetOf("@timestamp", "@metadata", "data_stream");
        if (!fields.containsKey("@metadata")) {
            Map<?, ?> metadata = (Map<?, ?>) document.get("@metadata");
            content.metadata().entries().forEach((key, value) -> mustSay(value, metadata.get(key)));
        }
    }

    private static void mustSay(Value value, Object json) {
        if (value instanceof Value.MapValue map) {
            Map<?, ?> said = (Map<?, ?>) json;
            assertThat(said.keySet().stream().map(Object::toString).collect(Collectors.toList()))
                    .containsExactlyElementsOf(map.fields().entries().keySet());
            map.fields().entries().forEach((key, item) -> mustSay(item, said.get(key)));
        } else if (value instanceof Value.ListValue list) {
            List<?> said = (List<?>) json;
            assertThat(said).hasSameSizeAs(list.values());
            IntStream.range(0, said.size()).forEach(i -> mustSay(list.values().get(i), said.get(i)));
        } else if (value instanceof Value.Text text) {
            assertThat(json).isEqualTo(text.value());
        } else if (value instanceof Value.Time time) {
            assertThat(OffsetDateTime.parse((String) json).toInstant()).isEqualTo(time.value());
        } else if (value instanceof Value.Bool bool) {
            assertThat(json).isEqualTo(bool.value());
        } else if (value instanceof Value.Null) {
            assertThat(json).isNull();
        } else {
            mustSayNumber(value, json);
        }
    }

    private static void mustSayNumber(Value value, Object json) {
        if (value instanceof Value.Float64 number) {
            assertThat(json == null ? null : Double.valueOf(text(json)))
                    .isEqualTo(Double.isFinite(number.value()) ? (Double) number.value() : null);
        } else if (value instanceof Value.Float32 number) {
            assertThat(json == null ? null : Float.valueOf(text(json)))
                    .isEqualTo(Float.isFinite(number.value()) ? (Float) number.value() : null);
        } else if (value instanceof Value.Int32 number) {
            assertThat(text(json)).isEqualTo(Integer.toString(number.value()));
        } else if (value instanceof Value.Int64 number) {
            assertThat(text(json)).isEqualTo(Long.toString(number.value()));
        } else if (value instanceof Value.UInt32 number) {
            assertThat(text(json)).isEqualTo(Integer.toUnsignedString(number.bits()));
        } else if (value instanceof Value.UInt64 number) {
            assertThat(new BigDecimal(text(json))).isEqualTo(new BigDecimal(Long.toUnsignedString(number.bits())));
        }
    }

    private static String text(Object json) {
        return ((StrictJson.Number) json).text();
    }
}

package io.slipway.api.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.serializer.EncodingException;
import io.slipway.api.serializer.Serializer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatStringTest {

    private static final Content CONTENT = new Content(
            Optional.of(Instant.parse("2023-01-01T15:04:05.120450Z")),
            new Source("in", "st"),
            new DataStream("logs", "nginx", ""),
            Fields.of(Map.of(
                    "raw_index", Value.of("idx"), "a", new Value.MapValue(Fields.of(Map.of("b", Value.of("m")))))),
            fields());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain text|plain text",
                "100% {ok}|100% {ok}",
                "a-%{[text]}-b|a-hi-b",
                "%{[a.b]}%{[a][b]}|deepdeep",
                "%{[dotted.key]}%{[dotted][key]}|flatflat",
                "%{[yes]}|true",
                "%{[int32]} %{[int64]}|-7 9223372036854775807",
                "%{[uint32]} %{[uint64]}|4294967295 18446744073709551615",
                "%{[float32]} %{[float64]}|0.1 2.5",
                "%{[time]}|2023-11-14T22:13:20.123Z",
                "%{[text]:none}|hi",
                "%{[nothing]:none}|none",
                "%{[empty]:none}|none",
                "%{[map]:none}|none",
                "%{[list]:none}|none",
                "%{[null]:none}|none",
                "x%{[nothing]:}y|xy",
                "x%{[empty]}y|xy",
                "%{[@timestamp]}|2023-01-01T15:04:05.120Z",
                "%{[@metadata.raw_index]}|idx",
                "%{[@metadata][a][b]}|m",
                "%{[data_stream.type]}-%{[data_stream][dataset]}|logs-other",
                "%{[data_stream.namespace]:default}|default",
                "\\%{[text]} \\\\ \\}|%{[text]} \\ }",
                "%{[br\\]acket]}|odd",
                "%{[nothing]:a\\:b\\}c}|a:b}c",
            })
    void fillsItsPlaces(String format, String text) throws EncodingException {
        assertThat(FormatString.parse(format).format(event(CONTENT))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "yyyy.MM.dd|2023.01.01",
                "yy YY Y yyyyy|23 23 2023 02023",
                "xxxx.ww|2022.52",
                "M MM MMM MMMM|1 01 Jan January",
                "d dd D DDD|1 01 1 001",
                "e E EEE EEEE|7 Sun Sun Sunday",
                "H HH h hh K k|15 15 3 03 3 15",
                "m mm s ss a|4 04 5 05 PM",
                "S SSS SSSSSSSSS|1 120 120450000",
                "f ffffff|120450 120450",
                "HH:mm:ss|15:04:05",
                "z Z ZZ|UTC +0000 +00:00",
                "'at' yyyy ''|at 2023 '",
            })
    void writesTimesInAPattern(String pattern, String text) throws EncodingException {
        assertThat(FormatString.parse("%{+" + pattern + "}").format(event(CONTENT)))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, -0",
        "100, 100",
        "999999, 999999",
        "1000000, 1e+06",
        "1234567.5, 1.2345675e+06",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "2e23, 2e+23",
        "5e-324, 5e-324",
        "-1.5e300, -1.5e+300",
        "NaN, NaN",
        "Infinity, +Inf",
        "-Infinity, -Inf",
        "0.1, 0.1",
        "123456.7, 123456.7"
    })
    void writesFractionsTheWayGoDoes(double number, String text) throws EncodingException {
        Content content = CONTENT.withFields(Fields.of(Map.of("n", Value.of(number))));

        assertThat(FormatString.parse("%{[n]}").format(event(content))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%{[no.such]}|no.such",
                "x%{[no][such]}|no.such",
                "%{[map]}|map",
                "%{[list]}|list",
                "%{[null]}|null",
                "%{[data_stream.namespace]}|data_stream.namespace",
                "%{[@metadata.none]}|@metadata.none"
            })
    void namesThePathThatHasNoText(String format, String path) {
        FormatString parsed = FormatString.parse(format);

        assertThatThrownBy(() -> parsed.format(event(CONTENT)))
                .isInstanceOf(EncodingException.class)
                .hasMessage("The event has no text at " + path + ".");
        assertThat(parsed.appendTo(new StringBuilder(), event(CONTENT))).isFalse();
    }

    @Test
    void needsATimestampForATimePattern() {
        Content content = new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.EMPTY);

        assertThatThrownBy(() -> FormatString.parse("%{+yyyy}").format(event(content)))
                .isInstanceOf(EncodingException.class)
                .hasMessage("The event has no timestamp.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%{}|must have a [ or a + behind the %{ at position 1",
                "a%{b}|must have a [ or a + behind the %{ at position 2",
                "a%{|must have a } for the %{ at position 2",
                "a%{[b|must have a } for the %{ at position 2",
                "a%{[b]|must have a } for the %{ at position 2",
                "a%{[b]:c|must have a } for the %{ at position 2",
                "a%{+yyyy|must have a } for the %{ at position 2",
                "%{[]}|must have a name in the brackets at position 3",
                "%{[a][]}|must have a name in the brackets at position 6",
                "%{[a]?b}|must have a : or a } behind the ] at position 6",
                "%{[a]:b:c}|must have no second : in a place (write \\: to mean the character) at position 8",
                "%{[a]:%{[b]}}|must have no place within a default at position 7",
                "%{+}|must have a time pattern behind the + at position 3",
                "%{+yyyy.q}|has a time pattern whose letter q has no meaning at position 4",
                "%{+'yyyy}|has a time pattern whose quote has no end at position 4",
                "abc\\|must have a character behind the \\ at position 4",
            })
    void saysWhatIsWrongAndWhere(String format, String rule) {
        assertThatThrownBy(() -> FormatString.parse(format))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "\\%{", "%"})
    void isConstantWithoutPlaces(String format) {
        assertThat(FormatString.parse(format).isConstant()).isTrue();
        assertThat(FormatString.parse(format + "%{[a]:b}").isConstant()).isFalse();
    }

    @Test
    void isAValue() {
        FormatString format = FormatString.parse("a%{[b]}");

        assertThat(format).isEqualTo(FormatString.parse("a%{[b]}")).isNotEqualTo(FormatString.parse("a"));
        assertThat(format).hasToString("a%{[b]}").hasSameHashCodeAs(FormatString.parse("a%{[b]}"));
    }

    private static Fields fields() {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("text", Value.of("hi"));
        fields.put("a", new Value.MapValue(Fields.of(Map.of("b", Value.of("deep")))));
        fields.put("dotted.key", Value.of("flat"));
        fields.put("yes", Value.of(true));
        fields.put("int32", Value.of(-7));
        fields.put("int64", Value.of(Long.MAX_VALUE));
        fields.put("uint32", new Value.UInt32(-1));
        fields.put("uint64", new Value.UInt64(-1));
        fields.put("float32", Value.of(0.1f));
        fields.put("float64", Value.of(2.5));
        fields.put("time", Value.of(Instant.parse("2023-11-14T22:13:20.123456789Z")));
        fields.put("empty", Value.of(""));
        fields.put("map", new Value.MapValue(Fields.EMPTY));
        fields.put("list", Value.of(List.of(Value.of(1))));
        fields.put("null", Value.NULL);
        fields.put("br]acket", Value.of("odd"));
        fields.put("data_stream", new Value.MapValue(Fields.of(Map.of("dataset", Value.of("other")))));
        return Fields.of(fields);
    }

    private static Event event(Content content) {
        return Event.ofContent(EventId.NONE, UNUSED, content);
    }

    private static final Serializer UNUSED = new Serializer() {
        @Override
        public String id() {
            return "unused";
        }

        @Override
        public ByteSlice write(Content content) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Content read(ByteSlice bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void visit(ByteSlice bytes, EventVisitor visitor) {
            throw new UnsupportedOperationException();
        }
    };
}

package io.slipway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Timestamp;
import io.slipway.wire.Event;
import io.slipway.wire.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonEventsTest {

    private static final Timestamp NOW = Timestamp.newBuilder().setSeconds(7).build();

    @Test
    void makesFieldsOfMembersWithTheirKinds() throws Exception {
        Event event = read("{\"s\":\"x\",\"b\":true,\"n\":null,\"l\":[1,\"a\"],\"o\":{\"d.e\":0.5},\"\":{}}");

        assertThat(event.getFields().getDataMap().keySet()).containsExactlyInAnyOrder("s", "b", "n", "l", "o", "");
        assertThat(field(event, "s").getStringValue()).isEqualTo("x");
        assertThat(field(event, "b").getBoolValue()).isTrue();
        assertThat(field(event, "n").getKindCase()).isEqualTo(Value.KindCase.NULL_VALUE);
        assertThat(field(event, "l").getListValue().getValues(1).getStringValue())
                .isEqualTo("a");
        assertThat(field(event, "o").getStructValue().getDataOrThrow("d.e").getFloat64Value())
                .isEqualTo(0.5);
        assertThat(field(event, "").hasStructValue()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, INT64_VALUE, 0",
        "-9223372036854775808, INT64_VALUE, -9223372036854775808",
        "9223372036854775807, INT64_VALUE, 9223372036854775807",
        "9223372036854775808, UINT64_VALUE, -9223372036854775808",
        "18446744073709551615, UINT64_VALUE, -1"
    })
    void keepsWholeNumbersOfSixtyFourBitsExact(String number, Value.KindCase kind, long bits) throws Exception {
        Value value = field(read("{\"n\":" + number + "}"), "n");

        assertThat(value.getKindCase()).isEqualTo(kind);
        assertThat(kind == Value.KindCase.INT64_VALUE ? value.getInt64Value() : value.getUint64Value())
                .isEqualTo(bits);
    }

    @ParameterizedTest
    @CsvSource({"18446744073709551616", "-9223372036854775809", "1.0", "1e3"})
    void makesDoublesOfAllOtherNumbers(String number) throws Exception {
        Value value = field(read("{\"n\":" + number + "}"), "n");

        assertThat(value.getFloat64Value()).isEqualTo(Double.parseDouble(number));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T10:00:00Z, 1796032800, 0",
        "2026-11-30T12:00:00.25+02:00, 1796032800, 250000000",
        "2026-11-30t10:00:00z, 1796032800, 0"
    })
    void takesTheTimestampFromTheLine(String text, long seconds, int nanos) throws Exception {
        Event event = read("{\"@timestamp\":\"" + text + "\"}");

        assertThat(event.getTimestamp())
                .isEqualTo(Timestamp.newBuilder()
                        .setSeconds(seconds)
                        .setNanos(nanos)
                        .build());
        assertThat(event.getFields().getDataMap()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'\"yesterday\"'", "12", "'\"2026-13-01T00:00:00Z\"'", "null"})
    void keepsATimestampThatIsNoneAsAField(String value) throws Exception {
        Event event = read("{\"@timestamp\":" + value + "}");

        assertThat(event.getTimestamp()).isEqualTo(NOW);
        assertThat(event.getFields().containsData("@timestamp")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":|Unexpected end-of-input",
                "{\"a\":1|Unexpected end-of-input",
                "{\"a\":[1|Unexpected end-of-input",
                "[1]|not a JSON object",
                "7|not a JSON object",
                "{\"a\":1}{|more behind",
                "{\"a\":1e999}|too large",
                "{a:1}|double-quote"
            })
    void saysWhatIsWrongWithALine(String line, String reason) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(JsonEvents.BadLineException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void refusesALineThatIsTooDeep() {
        String line = "{\"a\":" + "[".repeat(200) + "]".repeat(200) + "}";

        assertThatThrownBy(() -> read(line))
                .isInstanceOf(JsonEvents.BadLineException.class)
                .hasMessageContaining("nesting depth");
    }

    @Test
    void refusesALineThatIsNotUtf8() {
        byte[] line = {'{', '"', 'a', '"', ':', '"', (byte) 0xC3, '"', '}'};

        assertThatThrownBy(() -> JsonEvents.read(line, line.length, NOW))
                .isInstanceOf(JsonEvents.BadLineException.class);
    }

    private static Event read(String line) throws JsonEvents.BadLineException {
        byte[] bytes = line.getBytes(UTF_8);
        return JsonEvents.read(bytes, bytes.length, NOW).build();
    }

    private static Value field(Event event, String name) {
        return event.getFields().getDataOrThrow(name);
    }
}

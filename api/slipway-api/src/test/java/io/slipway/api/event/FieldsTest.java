package io.slipway.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldsTest {

    private static final Value ONE = Value.of(1L);
    private static final Value TWO = Value.of(2L);

    @Test
    void findsAValueBelowAPath() {
        Fields fields = Fields.EMPTY.with("host.os.name", ONE);

        assertThat(fields.get("host.os.name")).isEqualTo(ONE);
        assertThat(fields.get("host.os")).isInstanceOf(Value.MapValue.class);
    }

    @Test
    void triesTheWholePathAsAKeyFirst() {
        Fields fields = Fields.of(Map.of("a.b", ONE, "a", map("b", TWO)));

        assertThat(fields.get("a.b")).isEqualTo(ONE);
    }

    @Test
    void triesTheRestOfThePathAsAKeyBelow() {
        Fields fields = Fields.of(Map.of("a", map("b.c", ONE)));

        assertThat(fields.get("a.b.c")).isEqualTo(ONE);
    }

    @Test
    void tellsANullValueFromNone() {
        Fields fields = Fields.of(Map.of("a", Value.NULL));

        assertThat(fields.has("a")).isTrue();
        assertThat(fields.has("b")).isFalse();
        assertThat(fields.get("b")).isEqualTo(Value.NULL);
    }

    @Test
    void keepsOddKeysAsTheyAre() {
        Fields fields = Fields.EMPTY;

        for (String key : new String[] {"", "[", "[a][b]", ".", "..", ".a", "a.", "\ud83d\ude00"}) {
            fields = Fields.of(plus(fields, key));
            assertThat(fields.get(key)).as(key).isEqualTo(ONE);
        }
        assertThat(fields.entries()).hasSize(8);
    }

    @Test
    void aChangeLeavesTheOriginalAndSharesTheRest() {
        Fields before = Fields.EMPTY.with("a.x", ONE).with("b.x", ONE);

        Fields after = before.with("a.x", TWO);

        assertThat(before.get("a.x")).isEqualTo(ONE);
        assertThat(after.get("a.x")).isEqualTo(TWO);
        assertThat(after.get("b")).isSameAs(before.get("b"));
    }

    @Test
    void replacesAValueThatStandsInTheWay() {
        Fields fields = Fields.EMPTY.with("a", ONE).with("a.b", TWO);

        assertThat(fields.get("a.b")).isEqualTo(TWO);
    }

    @Test
    void keepsTheOrderOfKeys() {
        Fields fields =
                Fields.EMPTY.with("z", ONE).with("a", ONE).with("m", ONE).with("z", TWO);

        assertThat(fields.entries().keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void removesAValueAndNothingElse() {
        Fields fields = Fields.EMPTY.with("a.b", ONE).with("a.c", TWO);

        assertThat(fields.without("a.b").get("a.c")).isEqualTo(TWO);
        assertThat(fields.without("a.b").has("a.b")).isFalse();
    }

    @Test
    void removingNothingGivesTheSameObject() {
        Fields fields = Fields.EMPTY.with("a.b", ONE);

        assertThat(fields.without("a.x")).isSameAs(fields);
        assertThat(fields.without("x.y")).isSameAs(fields);
    }

    private static Map<String, Value> plus(Fields fields, String key) {
        Map<String, Value> entries = new LinkedHashMap<>(fields.entries());
        entries.put(key, ONE);
        return entries;
    }

    private static Value map(String key, Value value) {
        return new Value.MapValue(Fields.of(Map.of(key, value)));
    }
}

package io.slipway.testkit;

import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Makes contents of every kind of value, with a liking for what breaks things: odd keys, control characters, the ends of
 * number ranges, what is not a number, empty and nested maps. The same seed gives the same contents. For one thread.
 */
public final class RandomContent {

    private static final List<String> KEYS = List.of(
            "message",
            "log.level",
            "",
            ".",
            "..",
            ".a",
            "a.",
            "[",
            "[a][b]",
            "@timestamp",
            "@metadata",
            "data_stream",
            "\"",
            "\\",
            "$",
            "$$",
            "$u64",
            "$time",
            "\u0000",
            "\u2028",
            "\u00e4",
            "\ud83d\ude00",
            "k".repeat(300));
    private static final List<String> TEXTS = List.of(
            "",
            "hi",
            "say \"hi\"",
            "back\\slash",
            "\u0000\u0001\u001b\u001f\u007f",
            "\t\r\n\b\f",
            "<a href='x'>&</a>",
            "\u2028\u2029",
            "gr\u00fc\u00dfe",
            "\u65e5\u672c\u8a9e",
            "\ud83d\ude00 and more",
            "x".repeat(1000),
            "seven77\u0001",
            "\u00e9".repeat(100));
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.5,
        -1e300,
        5e-324,
        0.1,
        1e21,
        1e-7,
        Double.MAX_VALUE,
        Double.NaN,
        Double.longBitsToDouble(0x7ff8_0000_0000_0001L),
        1e9,
        -0.001,
        0.3,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        100,
        12345678.9
    };
    private static final float[] FLOATS = {
        0.0f,
        -0.0f,
        1.5f,
        0.1f,
        3.4e38f,
        1e-45f,
        16777216f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        1e10f,
        Float.intBitsToFloat(0xffc0_0001),
        Float.NEGATIVE_INFINITY
    };
    private static final long[] INTEGERS = {
        0,
        1,
        -1,
        9,
        10,
        127,
        128,
        -128,
        1L << 31,
        (1L << 31) - 1,
        -(1L << 31),
        (1L << 53) + 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        4294967295L
    };
    private static final long FIRST_SECOND = -62_135_596_800L;
    private static final long LAST_SECOND = 253_402_300_799L;

    private final Random random;

    public RandomContent(long seed) {
        random = new Random(seed);
    }

    public Content next() {
        return new Content(
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of(instant()),
                random.nextInt(4) == 0 ? Source.NONE : new Source(text(), text()),
                random.nextInt(4) == 0 ? DataStream.NONE : new DataStream(text(), text(), text()),
                map(2),
                map(4));
    }

    private Fields map(int depth) {
        Map<String, Value> map = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            map.put(oneOf(KEYS), value(depth));
        }
        return Fields.of(map);
    }

    private Value value(int depth) {
        int kinds = depth == 0 ? 10 : 12;
        return switch (random.nextInt(kinds)) {
            case 0 -> Value.NULL;
            case 1 -> Value.of(random.nextBoolean());
            case 2 -> Value.of((int) integer());
            case 3 -> Value.of(integer());
            case 4 -> new Value.UInt32((int) integer());
            case 5 -> new Value.UInt64(integer());
            case 6 -> Value.of(random.nextBoolean() ? random.nextFloat() : FLOATS[random.nextInt(FLOATS.length)]);
            case 7 -> Value.of(random.nextBoolean() ? random.nextDouble() : DOUBLES[random.nextInt(DOUBLES.length)]);
            case 8 -> Value.of(instant());
            case 9 -> Value.of(text());
            case 10 -> list(depth);
            default -> new Value.MapValue(map(depth - 1));
        };
    }

    private Value list(int depth) {
        List<Value> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value(depth - 1));
        }
        return Value.of(values);
    }

    private long integer() {
        return random.nextBoolean() ? INTEGERS[random.nextInt(INTEGERS.length)] : random.nextLong();
    }

    private Instant instant() {
        long second = switch (random.nextInt(4)) {
            case 0 -> FIRST_SECOND;
            case 1 -> LAST_SECOND;
            case 2 -> 0;
            default -> random.nextLong(FIRST_SECOND, LAST_SECOND);
        };
        int nano = switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> 1_000_000 * random.nextInt(1000);
            default -> random.nextInt(1_000_000_000);
        };
        return Instant.ofEpochSecond(second, nano);
    }

    private String text() {
        return oneOf(TEXTS);
    }

    private String oneOf(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }
}

package io.slipway.wire.raw;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Timestamp;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.ListValue;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is accepted can be read; and whatever the bytes are, there is a verdict. Seeds are fixed, so a failure comes again. */
class EventCheckFuzzTest {

    private final EventCheck check = new EventCheck(false);
    private final EventCheck strictCheck = new EventCheck(true);
    private final Random random = new Random(20260101);

    @Test
    void acceptsWhateverAClientWrites() {
        for (int round = 0; round < 5_000; round++) {
            byte[] bytes = event().toByteArray();

            Verdict verdict = check.check(bytes, 0, bytes.length, Integer.MAX_VALUE);

            assertThat(verdict).isSameAs(Verdict.GOOD);
        }
    }

    @Test
    void acceptsOnlyWhatTheGeneratedClassesRead() {
        int accepted = 0;
        for (int round = 0; round < 100_000; round++) {
            byte[] bytes = damage(event().toByteArray());

            Verdict verdict = check.check(bytes, 0, bytes.length, Integer.MAX_VALUE);
            strictCheck.check(bytes, 0, bytes.length, Integer.MAX_VALUE);

            if (verdict.good()) {
                accepted++;
                assertThat(everyValueHasAKind(bytes))
                        .as(HexFormat.of().formatHex(bytes))
                        .isTrue();
            }
        }
        assertThat(accepted).isGreaterThan(1_000);
    }

    @Test
    void hasAVerdictOnNoise() {
        for (int round = 0; round < 100_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);

            Verdict verdict = check.check(bytes, 0, bytes.length, Integer.MAX_VALUE);

            if (verdict.good()) {
                assertThat(everyValueHasAKind(bytes)).isTrue();
            }
        }
    }

    @Test
    void cutsOrRefusesNoise() {
        for (int round = 0; round < 100_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            try {
                CutRequest request = CutRequest.of(bytes);
                for (int i = 0; i < request.size(); i++) {
                    assertThat(request.offset(i) + request.length(i)).isLessThanOrEqualTo(bytes.length);
                }
            } catch (MalformedException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
    }

    private byte[] damage(byte[] bytes) {
        if (bytes.length == 0) {
            return bytes;
        }
        int faults = 1 + random.nextInt(3);
        byte[] damaged = random.nextInt(5) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
        for (int i = 0; i < faults && damaged.length > 0; i++) {
            int at = random.nextInt(damaged.length);
            damaged[at] =
                    random.nextBoolean() ? (byte) random.nextInt() : (byte) (damaged[at] ^ 1 << random.nextInt(8));
        }
        return damaged;
    }

    private static boolean everyValueHasAKind(byte[] bytes) {
        try {
            CodedInputStream in = CodedInputStream.newInstance(bytes);
            in.setRecursionLimit(EventCheck.RECURSION_LIMIT);
            Event event = Event.parseFrom(in);
            return hasKinds(event.getFields()) && hasKinds(event.getMetadata());
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasKinds(Struct struct) {
        return struct.getDataMap().values().stream().allMatch(EventCheckFuzzTest::hasKind);
    }

    private static boolean hasKind(Value value) {
        return switch (value.getKindCase()) {
            case KIND_NOT_SET -> false;
            case STRUCT_VALUE -> hasKinds(value.getStructValue());
            case LIST_VALUE -> value.getListValue().getValuesList().stream().allMatch(EventCheckFuzzTest::hasKind);
            default -> true;
        };
    }

    private Event event() {
        Event.Builder event = Event.newBuilder();
        if (random.nextBoolean()) {
            event.setTimestamp(timestamp());
        }
        if (random.nextBoolean()) {
            event.setSource(Source.newBuilder().setInputId(text()).setStreamId(text()));
        }
        if (random.nextBoolean()) {
            event.setDataStream(
                    DataStream.newBuilder().setType(text()).setDataset(text()).setNamespace(text()));
        }
        if (random.nextBoolean()) {
            event.setMetadata(struct(0));
        }
        return event.setFields(struct(0)).build();
    }

    private Struct struct(int depth) {
        Struct.Builder struct = Struct.newBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            struct.putData(text(), value(depth + 1));
        }
        return struct.build();
    }

    private Value value(int depth) {
        Value.Builder value = Value.newBuilder();
        return switch (random.nextInt(depth < 6 ? 12 : 10)) {
            case 0 -> value.setNullValueValue(0).build();
            case 1 -> value.setFloat64Value(random.nextGaussian()).build();
            case 2 -> value.setFloat32Value(random.nextFloat()).build();
            case 3 -> value.setInt32Value(random.nextInt()).build();
            case 4 -> value.setInt64Value(random.nextLong()).build();
            case 5 -> value.setUint32Value(random.nextInt()).build();
            case 6 -> value.setUint64Value(random.nextLong()).build();
            case 7 -> value.setStringValue(text()).build();
            case 8 -> value.setBoolValue(random.nextBoolean()).build();
            case 9 -> value.setTimestampValue(timestamp()).build();
            case 10 -> value.setStructValue(struct(depth)).build();
            default -> value.setListValue(list(depth)).build();
        };
    }

    private ListValue list(int depth) {
        ListValue.Builder list = ListValue.newBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.addValues(value(depth + 1));
        }
        return list.build();
    }

    private Timestamp timestamp() {
        return Timestamp.newBuilder()
                .setSeconds(random.nextInt())
                .setNanos(random.nextInt(1_000_000_000))
                .build();
    }

    private String text() {
        byte[] letters = new byte[random.nextInt(50)];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) (' ' + random.nextInt(90));
        }
        String text = ByteString.copyFrom(letters).toStringUtf8();
        return random.nextInt(4) == 0 ? text + "äß€😀" : text;
    }
}

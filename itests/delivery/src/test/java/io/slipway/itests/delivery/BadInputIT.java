package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.slipway.wire.Event;
import io.slipway.wire.ListValue;
import io.slipway.wire.NullValue;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that no sane client sends. Each ends with a status, or as a dead letter that names the event and the path; the events beside
 * it arrive, and after each test the shipper still takes events. One shipper serves all these tests.
 */
class BadInputIT {

    @TempDir
    static Path folder;

    private static Shipper shipper;
    private static long nextNumber = 1;
    private Wire wire;

    @BeforeAll
    static void start() throws IOException {
        shipper = Shipper.start(Setup.toFile(folder));
    }

    @AfterAll
    static void stop() {
        try (Shipper ending = shipper) {
            assertThat(ending.stop()).isZero();
            assertThat(ending.balance("file").addsUp()).isTrue();
        }
    }

    @BeforeEach
    void connect() {
        wire = shipper.wire();
    }

    @AfterEach
    void stillTakesEvents() {
        long number = nextNumber++;
        assertThat(wire.publish(Events.request(number, number)).getAcceptedCount())
                .isEqualTo(1);
        shipper.destination().awaitAll(number, number);
        wire.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "0a", "0a05", "12ffffffff0f", "12ffffffffffffffffff01", "1300", "0b", "1201"})
    void refusesARequestThatIsNoMessage(String hex) {
        Status status = refusal(HexFormat.of().parseHex(hex));

        assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).isNotEmpty();
    }

    @Test
    void refusesRandomBytesOrFindsNothingInThemButNeverFails() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);

            try {
                wire.publishBytes(bytes);
            } catch (StatusRuntimeException refused) {
                assertThat(refused.getStatus().getCode())
                        .as(HexFormat.of().formatHex(bytes))
                        .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.FAILED_PRECONDITION);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("oldRequests")
    void refusesTheOldNumberingAndSaysSo(String generation, byte[] request) {
        Status status = refusal(request);

        assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).containsAnyOf("old", "older");
    }

    static Stream<Arguments> oldRequests() throws IOException {
        byte[] uuid = "2e1b8d6c-8f0e-4c7e-9d34-0d5a1a4f7b11".getBytes(StandardCharsets.UTF_8);
        byte[] timestamp = message(1, new byte[] {8, 1});
        byte[] googleText = message(3, "hi".getBytes(StandardCharsets.UTF_8));
        byte[] field = message(1, join(message(1, "message".getBytes(StandardCharsets.UTF_8)), message(2, googleText)));
        byte[] newestEvent = join(timestamp, message(5, field));
        byte[] olderEvent = join(timestamp, message(6, field));
        return Stream.of(
                Arguments.of("H0: events are field 1", message(1, join(timestamp, message(7, field)))),
                Arguments.of("H4: uuid is field 2, events are field 1", join(message(2, uuid), message(1, olderEvent))),
                Arguments.of("H7: values are numbered otherwise", message(2, newestEvent)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badEvents")
    void putsABadEventAsideWithItsPositionAndPathAndDeliversItsNeighbours(String path, Event bad) throws IOException {
        int lettersBefore = deadLetters().size();
        long first = nextNumber;
        nextNumber += 2;

        PublishReply reply = wire.publish(Events.request(Events.event(first), bad, Events.event(first + 1)));

        assertThat(reply.getAcceptedCount()).isEqualTo(3);
        Tally tally = shipper.destination().awaitAll(first, first + 1);
        assertThat(tally.lost()).isEmpty();
        List<String> letters = deadLetters();
        assertThat(letters).hasSize(lettersBefore + 1);
        assertThat(letters.get(letters.size() - 1))
                .contains("\"output\":\"intake\"")
                .contains("events[1]")
                .contains(path);
        await().atMost(Running.PATIENCE).until(() -> wire.persisted().getPersistedIndex() >= reply.getAcceptedIndex());
    }

    static Stream<Arguments> badEvents() {
        Value unknownKind = Value.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                99,
                                UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                        .build())
                .build();
        Value deep = Value.newBuilder().setBoolValue(true).build();
        for (int i = 0; i < 200; i++) {
            deep = i % 2 == 0
                    ? Value.newBuilder()
                            .setListValue(ListValue.newBuilder().addValues(deep))
                            .build()
                    : Value.newBuilder()
                            .setStructValue(Struct.newBuilder().putData("d", deep))
                            .build();
        }
        Value badTime = Value.newBuilder()
                .setTimestampValue(Timestamp.newBuilder().setSeconds(1L << 60))
                .build();
        Value badNanos = Value.newBuilder()
                .setTimestampValue(Timestamp.newBuilder().setNanos(-1))
                .build();
        Value nested = Value.newBuilder()
                .setListValue(
                        ListValue.newBuilder().addValues(Events.text("fine")).addValues(Value.getDefaultInstance()))
                .build();
        return Stream.of(
                Arguments.of("fields.bad", Events.with(0, "bad", unknownKind)),
                Arguments.of("fields.bad", Events.with(0, "bad", Value.getDefaultInstance())),
                Arguments.of("fields.bad[1]", Events.with(0, "bad", nested)),
                Arguments.of("fields.bad", Events.with(0, "bad", deep)),
                Arguments.of("fields.bad", Events.with(0, "bad", badTime)),
                Arguments.of("fields.bad", Events.with(0, "bad", badNanos)),
                Arguments.of(
                        "timestamp",
                        Events.event(0).toBuilder()
                                .setTimestamp(Timestamp.newBuilder().setSeconds(Long.MIN_VALUE))
                                .build()));
    }

    @Test
    void putsInvalidTextAsideWithItsPath() throws IOException {
        byte[] good = Events.event(nextNumber++, "xyz").toByteArray();
        byte[] bad = new String(good, StandardCharsets.ISO_8859_1)
                .replace("xyz", "\u00c3\u0028z")
                .getBytes(StandardCharsets.ISO_8859_1);

        PublishReply reply = wire.publishBytes(join(message(2, bad), message(2, good)));

        assertThat(reply.getAcceptedCount()).isEqualTo(2);
        List<String> letters = deadLetters();
        assertThat(letters.get(letters.size() - 1)).contains("events[0]").contains("fields.message");
    }

    @Test
    void takesAnyKey() {
        long number = nextNumber++;
        List<String> keys = List.of(
                "",
                ".",
                "..",
                ".a",
                "a.",
                "a.b",
                "[",
                "[a][b]",
                "a[b",
                "\"",
                "\\",
                "\u0000",
                "\ud83d\ude00",
                "x".repeat(100_000));
        Struct.Builder fields = Struct.newBuilder()
                .putData("seq", Value.newBuilder().setInt64Value(number).build());
        keys.forEach(key -> fields.putData(key, Events.text("v")));

        wire.publish(Events.request(
                Events.event(number).toBuilder().setFields(fields).build()));

        shipper.destination().awaitAll(number, number);
        String line = lineOf(number);
        assertThat(Json.keys(line)).containsAll(keys);
    }

    @Test
    void takesNumbersAtEveryEdge() {
        long number = nextNumber++;
        Struct.Builder fields = Struct.newBuilder()
                .putData("seq", Value.newBuilder().setInt64Value(number).build())
                .putData(
                        "null",
                        Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build());
        List<Value> numbers = List.of(
                Value.newBuilder().setInt64Value(Long.MIN_VALUE).build(),
                Value.newBuilder().setInt64Value(Long.MAX_VALUE).build(),
                Value.newBuilder().setUint64Value(-1).build(),
                Value.newBuilder().setInt32Value(Integer.MIN_VALUE).build(),
                Value.newBuilder().setUint32Value(-1).build(),
                Value.newBuilder().setFloat64Value(Double.MAX_VALUE).build(),
                Value.newBuilder().setFloat64Value(Double.MIN_VALUE).build(),
                Value.newBuilder().setFloat64Value(-0.0).build(),
                Value.newBuilder().setFloat64Value(Double.NaN).build(),
                Value.newBuilder().setFloat32Value(Float.POSITIVE_INFINITY).build(),
                Value.newBuilder().setFloat32Value(Float.MAX_VALUE).build());
        for (int i = 0; i < numbers.size(); i++) {
            fields.putData("n" + i, numbers.get(i));
        }

        wire.publish(Events.request(
                Events.event(number).toBuilder().setFields(fields).build()));

        shipper.destination().awaitAll(number, number);
        String line = lineOf(number);
        Json.keys(line); // is JSON
        assertThat(line)
                .contains("\"n0\":-9223372036854775808")
                .contains("\"n1\":9223372036854775807")
                .contains("\"n2\":18446744073709551615")
                .contains("\"n3\":-2147483648")
                .contains("\"n4\":4294967295")
                .contains("\"n8\":null")
                .contains("\"n9\":null");
    }

    @Test
    void writesTextWithControlCharactersAsJson() {
        long number = nextNumber++;

        wire.publish(Events.request(Events.event(number, "\u001b\u0000\u007f\u2028\n\"\\")));

        shipper.destination().awaitAll(number, number);
        Json.keys(lineOf(number)); // is JSON, on one line
        assertThat(lineOf(number)).contains("\\u001b").contains("\\u0000");
    }

    @Test
    void refusesARequestOf65MebibytesAndSaysByHowMuch() {
        PublishRequest large = Events.request(Events.event(0, "x".repeat(65 << 20)));

        Status status = refusal(large.toByteArray());

        assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(status.getDescription())
                .contains(Integer.toString(large.getSerializedSize()))
                .doesNotContain("queue");
    }

    /** The dead letters of the intake, oldest first. */
    private static List<String> deadLetters() throws IOException {
        Path letters = folder.resolve("data/dead-letters/intake");
        if (!Files.isDirectory(letters)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(letters)) {
            List<String> lines = new ArrayList<>();
            files.sorted(Comparator.naturalOrder()).forEach(file -> lines.addAll(Running.wholeLines(file)));
            return lines;
        }
    }

    private static String lineOf(long number) {
        return shipper.destination().lines().stream()
                .filter(line -> Tally.sequences(List.of(line)).contains(number))
                .findFirst()
                .orElseThrow();
    }

    private Status refusal(byte[] request) {
        StatusRuntimeException refused =
                catchThrowableOfType(StatusRuntimeException.class, () -> wire.publishBytes(request));
        assertThat(refused).isNotNull();
        return refused.getStatus();
    }

    /** A field of a message that holds {@code bytes}. */
    private static byte[] message(int field, byte[] bytes) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            CodedOutputStream coded = CodedOutputStream.newInstance(out);
            coded.writeBytes(field, ByteString.copyFrom(bytes));
            coded.flush();
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}

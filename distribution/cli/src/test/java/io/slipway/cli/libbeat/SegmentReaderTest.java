package io.slipway.cli.libbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.client.Values;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.Source;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SegmentReaderTest {

    private static final int FRAMES = 10;

    @TempDir
    Path folder;

    private final List<String> damage = new ArrayList<>();
    private long lost;

    @Test
    void readsASegmentByteForByteAsItIsDescribed() throws Exception {
        byte[] segment = HexFormat.of()
                .parseHex(
                        "0100000001000000" // version 1, one frame
                                + "47000000" // 71 bytes
                                + "a4" // a map of four
                                + "6974696d657374616d70" + "1b18867251f555cd15"
                                + "65666c616773" + "01"
                                + "646d657461" + "f6"
                                + "666669656c6473" + "bf" + "676d657373616765" + "6568656c6c6f" + "616e" + "20" + "ff"
                                + "8b3086bc" // checksum
                                + "47000000");

        Event event = read(segment, null).get(0);

        assertThat(damage).isEmpty();
        assertThat(event.getTimestamp().getSeconds()).isEqualTo(1_767_225_600L);
        assertThat(event.getTimestamp().getNanos()).isEqualTo(123_456_789);
        assertThat(Values.toJava(event.getFields())).isEqualTo(Map.of("message", "hello", "n", -1L));
        assertThat(event.getSource())
                .isEqualTo(Source.newBuilder().setInputId("test").build());
        assertThat(event.hasDataStream()).isFalse();
    }

    @Test
    void makesTheKeyOfAPasswordAsTheQueueDid() throws GeneralSecurityException {
        assertThat(HexFormat.of().formatHex(QueueWriter.key("secret"))).isEqualTo("edaf02af5f91ce7400d744b88c84d52e");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 0", "2, 1", "2, 2", "2, 3", "2, 4", "2, 5", "2, 6", "2, 7"})
    void readsEveryVersionClosedOrOpen(int version, int options) throws Exception {
        QueueWriter writer = version == 2 ? QueueWriter.version2(options, "secret") : QueueWriter.version(version);
        writer.events(0, FRAMES);

        assertThat(messages(read(writer.closed(), EncryptionKey.of("secret")))).isEqualTo(expected(0, FRAMES));
        assertThat(messages(read(writer.open(), EncryptionKey.of("secret")))).isEqualTo(expected(0, FRAMES));

        assertThat(damage).isEmpty();
    }

    @Test
    void keepsEveryValueAndNamesWhereTheEventBelongs() throws Exception {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("long", Long.MIN_VALUE);
        fields.put("double", 1.5);
        fields.put("none", null);
        fields.put("when", "2026-01-01T00:00:00.000Z");
        fields.put("latin", new byte[] {'c', 'a', 'f', (byte) 0xE9, ' ', 'x'});
        fields.put("data_stream", Map.of("type", "logs", "dataset", "nginx.access", "namespace", "default"));
        Map<String, String> meta = Map.of("input_id", "in-1", "stream_id", "st-1", "pipeline", "p");
        byte[] payload = QueueWriter.cbor(-1, meta, fields);

        Event event = read(QueueWriter.version(1).frame(payload).closed(), null).get(0);

        assertThat(event.getTimestamp().getSeconds()).isEqualTo(-1);
        assertThat(event.getTimestamp().getNanos()).isEqualTo(999_999_999);
        fields.put("latin", "caf\uFFFD x");
        assertThat(Values.toJava(event.getFields())).isEqualTo(fields);
        assertThat(Values.toJava(event.getMetadata())).isEqualTo(meta);
        assertThat(event.getSource())
                .isEqualTo(Source.newBuilder()
                        .setInputId("in-1")
                        .setStreamId("st-1")
                        .build());
        assertThat(event.getDataStream())
                .isEqualTo(DataStream.newBuilder()
                        .setType("logs")
                        .setDataset("nginx.access")
                        .setNamespace("default")
                        .build());
    }

    @Test
    void keepsNumbersOfAllSizesInJson() throws Exception {
        byte[] json =
                "{\"timestamp\":1,\"fields\":{\"u\":18446744073709551615,\"i\":-9223372036854775808,\"d\":0.1,\"b\":true,\"l\":[1,null]}}"
                        .getBytes(StandardCharsets.UTF_8);

        Event event = read(QueueWriter.version(0).frame(json).closed(), null).get(0);

        Map<String, Object> fields = Values.toJava(event.getFields());
        assertThat(fields)
                .containsEntry("u", BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))
                .containsEntry("i", Long.MIN_VALUE)
                .containsEntry("d", 0.1)
                .containsEntry("b", true)
                .containsEntry("l", Arrays.asList(1L, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void passesOverAFrameWithAnyByteFlippedAndReadsTheOthers(int version) throws Exception {
        QueueWriter writer = QueueWriter.version(version).events(0, 3);
        int from = writer.offset();
        writer.events(3, 4);
        int to = writer.offset();
        byte[] segment = writer.events(4, FRAMES).closed();
        List<String> others = new ArrayList<>(expected(0, 3));
        others.addAll(expected(4, FRAMES));

        for (int at = from; at < to; at++) {
            damage.clear();
            byte[] flipped = segment.clone();
            flipped[at] ^= 0x10;

            assertThat(messages(read(flipped, null))).as("byte " + at).isEqualTo(others);

            assertThat(damage).as("byte " + at).singleElement().asString().startsWith(from + " ");
            assertThat(lost).isOne();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 0", "2, 1", "2, 5"})
    void readsWhatIsBeforeATornEndWhereverItTore(int version, int options) throws Exception {
        QueueWriter writer = version == 2 ? QueueWriter.version2(options, "secret") : QueueWriter.version(version);
        byte[] before = writer.events(0, 3).open();
        byte[] segment = writer.events(3, 4).open();

        for (int length = before.length; length < segment.length; length++) {
            damage.clear();

            List<Event> read = read(Arrays.copyOf(segment, length), EncryptionKey.of("secret"));

            assertThat(messages(read)).isEqualTo(expected(0, 3));
            assertThat(damage).hasSize(length == before.length ? 0 : 1);
        }
    }

    @Test
    void tellsThatFramesAreMissingAtTheEndOfAClosedFile() throws Exception {
        QueueWriter writer = QueueWriter.version(1).events(0, 3);
        int cut = writer.offset();
        byte[] segment = writer.events(3, FRAMES).closed();

        assertThat(messages(read(Arrays.copyOf(segment, cut), null))).isEqualTo(expected(0, 3));

        assertThat(damage).containsExactly(cut + " of 10 frames, the last 7 are not there");
        assertThat(lost).isEqualTo(7);
    }

    @Test
    void tellsThatCompressedDataEndsTooEarly() throws Exception {
        byte[] segment = QueueWriter.version2(QueueWriter.COMPRESSED, "")
                .events(0, FRAMES)
                .closed();

        read(Arrays.copyOf(segment, segment.length - 30), null);

        assertThat(damage).isNotEmpty();
        assertThat(lost).isPositive();
    }

    @Test
    void findsTheNextFrameBehindRubbish() throws Exception {
        QueueWriter writer = QueueWriter.version(1).events(0, 2);
        int at = writer.offset();
        byte[] good = writer.open();
        byte[] more = QueueWriter.version(1).events(2, 4).open();
        byte[] rubbish = new byte[50_000];
        Arrays.fill(rubbish, (byte) 1);
        byte[] segment = new byte[good.length + rubbish.length + more.length - 8];
        System.arraycopy(good, 0, segment, 0, good.length);
        System.arraycopy(rubbish, 0, segment, good.length, rubbish.length);
        System.arraycopy(more, 8, segment, good.length + rubbish.length, more.length - 8);

        assertThat(messages(read(segment, null))).isEqualTo(expected(0, 4));

        assertThat(damage).singleElement().asString().startsWith(at + " ");
    }

    @Test
    void goesOnBehindAFrameThatHoldsNoEvent() throws Exception {
        byte[] segment = QueueWriter.version(1)
                .events(0, 1)
                .frame(new byte[] {(byte) 0x9B, 127, 0, 0, 0, 0, 0, 0, 0})
                .events(1, 2)
                .closed();

        assertThat(messages(read(segment, null))).isEqualTo(expected(0, 2));

        assertThat(damage).singleElement().asString().endsWith("what a frame holds ends in the middle of a value");
    }

    @ParameterizedTest
    @ValueSource(ints = {-4, 0, 4})
    void beginsAtAPositionHoweverItCountsTheHeader(int difference) throws Exception {
        QueueWriter writer = QueueWriter.version(1).events(0, 4);
        int offset = writer.offset() + difference;
        byte[] segment = writer.events(4, FRAMES).closed();

        assertThat(messages(read(segment, null, offset, 4))).isEqualTo(expected(4, FRAMES));
        if (difference <= 0) {
            assertThat(messages(read(segment, null, offset, -1))).isEqualTo(expected(4, FRAMES));
        }
        assertThat(damage).isEmpty();
    }

    @Test
    void beginsAtAPositionInWhatIsEncryptedAndCompressed() throws Exception {
        QueueWriter writer = QueueWriter.version2(QueueWriter.ENCRYPTED | QueueWriter.COMPRESSED, "secret")
                .events(0, 4);
        int offset = writer.offset();
        byte[] segment = writer.events(4, FRAMES).closed();

        assertThat(messages(read(segment, EncryptionKey.of("secret"), offset, 4)))
                .isEqualTo(expected(4, FRAMES));
    }

    @Test
    void beginsAtAPositionBehindDamage() throws Exception {
        QueueWriter writer = QueueWriter.version(1).events(0, 4);
        int offset = writer.offset();
        byte[] segment = writer.events(4, FRAMES).closed();
        segment[8] ^= 0x40;

        assertThat(messages(read(segment, null, offset, 4))).isEqualTo(expected(4, FRAMES));

        assertThat(damage).isEmpty();
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> read(new byte[] {3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, null))
                .isInstanceOf(UnreadableException.class)
                .hasMessage("is of the unknown version 3");
        assertThatThrownBy(() -> read(new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0}, null))
                .isInstanceOf(UnreadableException.class)
                .hasMessageContaining("unknown options");
        assertThatThrownBy(() -> read(new byte[3], null)).hasMessage("is shorter than its header");
    }

    private List<Event> read(byte[] segment, EncryptionKey key) throws IOException, UnreadableException {
        return read(segment, key, 0, 0);
    }

    private List<Event> read(byte[] bytes, EncryptionKey key, long offset, long frame)
            throws IOException, UnreadableException {
        Path file = QueueWriter.put(folder, 1, bytes);
        List<Event> events = new ArrayList<>();
        try (SegmentReader reader = SegmentReader.open(
                new Segment(file, 1, bytes.length), key, "test", (path, at, what) -> damage.add(at + " " + what))) {
            reader.skipTo(offset, frame);
            while (reader.next()) {
                events.add(reader.event());
            }
            lost = reader.lost();
        }
        return events;
    }

    private static List<String> messages(List<Event> events) {
        return events.stream()
                .map(event -> event.getFields().getDataOrThrow("message").getStringValue())
                .toList();
    }

    private static List<String> expected(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "event " + i).toList();
    }
}

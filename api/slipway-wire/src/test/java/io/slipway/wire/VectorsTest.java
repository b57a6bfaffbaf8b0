package io.slipway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Timestamp;
import io.slipway.wire.raw.CutRequest;
import io.slipway.wire.raw.EventCheck;
import io.slipway.wire.raw.Verdict;
import io.slipway.wire.raw.WireReader;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes that the original shipper's protocol definition gives for known messages. */
class VectorsTest {

    private static final String REQUEST =
            "0a03752d3112790a0b0880e2cfaa0610c0a9d33a120c0a04696e2d31120473742d311a1d0a046c6f6773"
                    + "120c6e67696e782e6163636573731a0764656661756c74222a0a280a097261775f696e646578121b42196c6f67732d6e67696e782e616363657373"
                    + "2d64656661756c742a110a0f0a076d657373616765120442026869";

    @Test
    void writesAndReadsTheRequest() throws Exception {
        PublishRequest request = PublishRequest.newBuilder()
                .setUuid("u-1")
                .addEvents(Event.newBuilder()
                        .setTimestamp(Timestamp.newBuilder()
                                .setSeconds(1_700_000_000L)
                                .setNanos(123_000_000))
                        .setSource(Source.newBuilder().setInputId("in-1").setStreamId("st-1"))
                        .setDataStream(DataStream.newBuilder()
                                .setType("logs")
                                .setDataset("nginx.access")
                                .setNamespace("default"))
                        .setMetadata(struct("raw_index", "logs-nginx.access-default"))
                        .setFields(struct("message", "hi")))
                .build();

        assertThat(hex(request)).isEqualTo(REQUEST);
        assertThat(PublishRequest.parseFrom(bytes(REQUEST))).isEqualTo(request);
    }

    @Test
    void cutsAndChecksTheRequest() throws Exception {
        byte[] bytes = bytes(REQUEST);

        CutRequest request = CutRequest.of(bytes);

        assertThat(request.uuid()).isEqualTo("u-1");
        assertThat(request.size()).isEqualTo(1);
        assertThat(ByteString.copyFrom(bytes, request.offset(0), request.length(0)))
                .isEqualTo(PublishRequest.parseFrom(bytes).getEvents(0).toByteString());
        assertThat(request.oldNumbering()).isFalse();
        assertThat(new EventCheck(true).check(bytes, request.offset(0), request.length(0), 1000))
                .isEqualTo(Verdict.GOOD);
    }

    @Test
    void writesTheReplies() {
        PublishReply reply = PublishReply.newBuilder()
                .setUuid("u-1")
                .setAcceptedCount(1)
                .setAcceptedIndex(7)
                .build();
        PersistedIndexRequest ask = PersistedIndexRequest.newBuilder()
                .setPollingInterval(Duration.newBuilder().setNanos(500_000_000))
                .build();
        PersistedIndexReply index = PersistedIndexReply.newBuilder()
                .setUuid("u-1")
                .setPersistedIndex(300)
                .build();

        assertThat(hex(reply)).isEqualTo("0a03752d3110011807");
        assertThat(hex(ask)).isEqualTo("0a061080cab5ee01");
        assertThat(hex(index)).isEqualTo("0a03752d3110ac02");
    }

    @Test
    void readsTheReplyWithoutGeneratedClasses() throws Exception {
        byte[] bytes = bytes("0a03752d3110011807");
        WireReader reader = new WireReader().reset(bytes, 0, bytes.length);

        assertThat(reader.tag()).isEqualTo(1 << 3 | WireReader.LENGTH_DELIMITED);
        reader.advance(reader.length());
        assertThat(reader.tag()).isEqualTo(2 << 3);
        assertThat(reader.varint()).isEqualTo(1);
        assertThat(reader.tag()).isEqualTo(3 << 3);
        assertThat(reader.varint()).isEqualTo(7);
        assertThat(reader.atEnd()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0800, NULL_VALUE",
        "11000000000000f83f, FLOAT64_VALUE",
        "1d0000c03f, FLOAT32_VALUE",
        "20ffffffffffffffffff01, INT32_VALUE",
        "282a, INT64_VALUE",
        "3007, UINT32_VALUE",
        "38ffffffffffffffffff01, UINT64_VALUE",
        "42026869, STRING_VALUE",
        "4801, BOOL_VALUE",
        "5200, STRUCT_VALUE",
        "5a00, LIST_VALUE",
        "62020801, TIMESTAMP_VALUE",
    })
    void knowsEveryKindOfValue(String hex, Value.KindCase kind) throws Exception {
        Value value = Value.parseFrom(bytes(hex));
        byte[] event = Event.newBuilder()
                .setFields(Struct.newBuilder().putData("k", value))
                .build()
                .toByteArray();

        assertThat(value.getKindCase()).isEqualTo(kind);
        assertThat(hex(value)).isEqualTo(hex);
        assertThat(new EventCheck(false).check(event, 0, event.length, 1000)).isEqualTo(Verdict.GOOD);
    }

    @Test
    void readsTheValuesOfTheVectors() throws Exception {
        assertThat(Value.parseFrom(bytes("11000000000000f83f")).getFloat64Value())
                .isEqualTo(1.5);
        assertThat(Value.parseFrom(bytes("1d0000c03f")).getFloat32Value()).isEqualTo(1.5f);
        assertThat(Value.parseFrom(bytes("20ffffffffffffffffff01")).getInt32Value())
                .isEqualTo(-1);
        assertThat(Value.parseFrom(bytes("282a")).getInt64Value()).isEqualTo(42);
        assertThat(Value.parseFrom(bytes("3007")).getUint32Value()).isEqualTo(7);
        assertThat(Value.parseFrom(bytes("38ffffffffffffffffff01")).getUint64Value())
                .isEqualTo(-1L);
        assertThat(Value.parseFrom(bytes("42026869")).getStringValue()).isEqualTo("hi");
        assertThat(Value.parseFrom(bytes("4801")).getBoolValue()).isTrue();
        assertThat(Value.parseFrom(bytes("62020801")).getTimestampValue().getSeconds())
                .isEqualTo(1);
    }

    private static Struct struct(String key, String text) {
        return Struct.newBuilder()
                .putData(key, Value.newBuilder().setStringValue(text).build())
                .build();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static String hex(MessageLite message) {
        return HexFormat.of().formatHex(message.toByteArray());
    }
}

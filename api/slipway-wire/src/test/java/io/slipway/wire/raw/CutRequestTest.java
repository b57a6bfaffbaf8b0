package io.slipway.wire.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import io.slipway.wire.Event;
import io.slipway.wire.PublishRequest;
import io.slipway.wire.Source;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CutRequestTest {

    private static final Event FIRST = Event.newBuilder()
            .setTimestamp(Timestamp.newBuilder().setSeconds(1))
            .build();
    private static final Event SECOND =
            Event.newBuilder().setSource(Source.newBuilder().setInputId("in")).build();

    @Test
    void findsTheUuidAndTheEvents() throws Exception {
        byte[] bytes = PublishRequest.newBuilder()
                .setUuid("u-1")
                .addEvents(FIRST)
                .addEvents(Event.getDefaultInstance())
                .addEvents(SECOND)
                .build()
                .toByteArray();

        CutRequest request = CutRequest.of(bytes);

        assertThat(request.uuid()).isEqualTo("u-1");
        assertThat(request.size()).isEqualTo(3);
        assertThat(Event.parseFrom(slice(bytes, request, 0))).isEqualTo(FIRST);
        assertThat(request.length(1)).isZero();
        assertThat(Event.parseFrom(slice(bytes, request, 2))).isEqualTo(SECOND);
    }

    @Test
    void findsNothingInAnEmptyRequest() throws Exception {
        CutRequest request = CutRequest.of(new byte[0]);

        assertThat(request.uuid()).isEmpty();
        assertThat(request.size()).isZero();
        assertThat(request.oldNumbering()).isFalse();
    }

    @Test
    void takesNoMoreThanItsBound() throws Exception {
        byte[] bytes = new byte[2 * (CutRequest.MAX_EVENTS + 10)];
        for (int i = 0; i < bytes.length; i += 2) {
            bytes[i] = 0x12;
        }

        assertThat(CutRequest.of(bytes).size()).isEqualTo(CutRequest.MAX_EVENTS);
    }

    @Test
    void recognizesEventsInTheFieldOfTheUuid() throws Exception {
        byte[] bytes = unknown(UnknownFieldSet.newBuilder()
                .mergeLengthDelimitedField(1, FIRST.toByteString())
                .mergeLengthDelimitedField(1, SECOND.toByteString()));

        assertThat(CutRequest.of(bytes).oldNumbering()).isTrue();
    }

    @Test
    void recognizesTheUuidInTheFieldOfTheEvents() throws Exception {
        byte[] bytes = unknown(UnknownFieldSet.newBuilder()
                .mergeLengthDelimitedField(
                        2, ByteString.copyFromUtf8(UUID.randomUUID().toString())));

        assertThat(CutRequest.of(bytes).oldNumbering()).isTrue();
    }

    @Test
    void refusesWhatIsNoMessage() {
        byte[] bytes = PublishRequest.newBuilder().addEvents(FIRST).build().toByteArray();

        assertThatThrownBy(() -> CutRequest.of(Arrays.copyOf(bytes, bytes.length - 1)))
                .isInstanceOf(MalformedException.class)
                .hasMessage("a length goes beyond the end");
        assertThatThrownBy(() -> CutRequest.of(new byte[] {0x0a, 1, (byte) 0xff}))
                .isInstanceOf(MalformedException.class)
                .hasMessage("uuid is not UTF-8");
    }

    private static byte[] slice(byte[] bytes, CutRequest request, int event) {
        return Arrays.copyOfRange(bytes, request.offset(event), request.offset(event) + request.length(event));
    }

    private static byte[] unknown(UnknownFieldSet.Builder fields) {
        return fields.build().toByteArray();
    }
}

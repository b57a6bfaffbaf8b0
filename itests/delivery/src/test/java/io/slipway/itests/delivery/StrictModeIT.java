package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Timestamp;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** With {@code strict_mode} on, one incomplete event refuses its whole request. */
class StrictModeIT {

    @TempDir
    static Path folder;

    private static Shipper shipper;
    private static Wire wire;

    @BeforeAll
    static void start() throws IOException {
        shipper = Shipper.start(Setup.of(folder, 100, "output: {discard: {}}").with("strict_mode: true"));
        wire = shipper.wire();
    }

    @AfterAll
    static void stop() {
        wire.close();
        shipper.close();
    }

    @Test
    void acceptsACompleteEvent() {
        assertThat(wire.publish(Events.request(1, 3)).getAcceptedCount()).isEqualTo(3);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("incomplete")
    void refusesTheWholeRequestAndSaysWhatIsMissing(String reason, Event incomplete) {
        long before = wire.publish(Events.request(1, 1)).getAcceptedIndex();

        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class, () -> wire.publish(Events.request(Events.event(2), incomplete)));

        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(refused.getStatus().getDescription()).contains(reason).contains("events[1]");
        assertThat(wire.publish(Events.request(3, 3)).getAcceptedIndex()).isEqualTo(before + 1);
    }

    static Stream<Arguments> incomplete() {
        Event complete = Events.event(2);
        DataStream.Builder noType = DataStream.newBuilder().setDataset("itest").setNamespace("default");
        return Stream.of(
                Arguments.of(
                        "invalid nil Timestamp",
                        complete.toBuilder().clearTimestamp().build()),
                Arguments.of(
                        "timestamp",
                        complete.toBuilder()
                                .setTimestamp(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE))
                                .build()),
                Arguments.of(
                        "source: cannot be nil",
                        complete.toBuilder().clearSource().build()),
                Arguments.of(
                        "source: input_id is a required field",
                        complete.toBuilder()
                                .setSource(complete.getSource().toBuilder().clearInputId())
                                .build()),
                Arguments.of(
                        "datastream: cannot be nil",
                        complete.toBuilder().clearDataStream().build()),
                Arguments.of(
                        "datastream: type is a required field",
                        complete.toBuilder().setDataStream(noType).build()),
                Arguments.of(
                        "datastream: dataset is a required field; namespace is a required field; type is a required"
                                + " field",
                        complete.toBuilder()
                                .setDataStream(DataStream.getDefaultInstance())
                                .build()));
    }
}

package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S58: large requests, and requests that are too large. */
class LargeRequestIT {

    @TempDir
    Path folder;

    @Test
    void s58TakesARequestOfNearlyFiveMegabytesAndRefusesOneOfSeventy() throws IOException {
        PublishRequest.Builder large = PublishRequest.newBuilder();
        for (int i = 1; i <= 2048; i++) {
            large.addEvents(Events.event(i, "x".repeat(2220)));
        }
        PublishRequest tooLarge = Events.request(Events.event(0, "x".repeat(70_000_000)));
        try (Shipper shipper = Shipper.start(Setup.toFile(folder));
                Wire wire = shipper.wire()) {

            PublishReply reply = wire.publish(large.build());
            StatusRuntimeException refused =
                    catchThrowableOfType(StatusRuntimeException.class, () -> wire.publish(tooLarge));

            assertThat(large.build().getSerializedSize()).isGreaterThan(4_700_000);
            assertThat(reply.getAcceptedCount()).isEqualTo(2048);
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(refused.getStatus().getDescription())
                    .contains(Integer.toString(tooLarge.getSerializedSize()))
                    .doesNotContainIgnoringCase("queue");
            await().atMost(Running.PATIENCE)
                    .until(() -> wire.persisted().getPersistedIndex() >= reply.getAcceptedIndex());
            assertThat(shipper.destination().tally(1, 2048)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(2048, 2048, 0, 0, 0, 0));
        }
    }
}

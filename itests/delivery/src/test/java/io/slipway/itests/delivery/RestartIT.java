package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PublishReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills and restarts; what was acknowledged has arrived, and the rest is the client's to send again. */
class RestartIT {

    @TempDir
    Path folder;

    private Setup setup;
    private Destination destination;

    @BeforeEach
    void describe() {
        setup = Setup.toFile(folder);
        destination = new Destination(setup.destination());
    }

    @Test
    void trapT1ARestartGivesANewUuidAndIdsThatWereNeverUsed() throws IOException {
        PublishReply before;
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            before = wire.publish(Events.request(1, 500));
            shipper.process().kill();
        }

        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            PersistedIndexReply index = wire.persisted();
            PublishReply after = wire.publish(Events.request(501, 501));

            assertThat(index.getUuid()).isNotEqualTo(before.getUuid());
            assertThat(after.getUuid()).isEqualTo(index.getUuid());
            assertThat(after.getAcceptedIndex()).isGreaterThan(before.getAcceptedIndex());
        }
    }

    @Test
    void s59AKillWithTheOutputAwayLosesNothingThatWasPersistedAndTheRestIsSentAgain() throws IOException {
        destination.block();
        PublishReply accepted;
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            accepted = wire.publish(Events.request(1, 1000));
            assertThat(accepted.getAcceptedCount()).isEqualTo(1000);
            assertThat(wire.persisted().getPersistedIndex()).isLessThan(accepted.getAcceptedIndex() - 999);
            shipper.process().kill();
        }
        destination.unblock();

        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            assertThat(wire.persisted().getUuid()).isNotEqualTo(accepted.getUuid());
            PublishReply again = wire.publish(Events.request(1, 1000));
            await().atMost(Running.PATIENCE)
                    .until(() -> wire.persisted().getPersistedIndex() >= again.getAcceptedIndex());

            assertThat(destination.tally(1, 1000)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(1000, 1000, 0, 0, 0, 0));
        }
    }

    @Test
    void s20AStopDeliversWhatIsQueuedAndExitsWithZero() throws IOException {
        try (Shipper shipper = Shipper.start(
                        setup.replace("output_queue_flush_timeout: 10ms", "output_queue_flush_timeout: 30s"));
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 777));

            assertThat(shipper.stop()).isZero();

            assertThat(destination.tally(1, 777)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.balance("file")).isEqualTo(new Balance(777, 777, 0, 0, 0, 0));
            assertThat(Files.exists(setup.socket())).isFalse();
        }
    }

    @Test
    void afterACleanStopNothingArrivesTwice() throws IOException {
        for (int round = 0; round < 2; round++) {
            try (Shipper shipper = Shipper.start(setup);
                    Wire wire = shipper.wire()) {
                wire.publish(Events.request(1 + 100L * round, 100 + 100L * round));
                assertThat(shipper.stop()).isZero();
            }
        }

        assertThat(destination.tally(1, 200)).isEqualTo(Tally.PERFECT);
    }
}

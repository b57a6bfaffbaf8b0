package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.grpc.StatusRuntimeException;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a shipper with a disk queue again and again while it is fed and delivers. */
class DiskQueueKillIT {

    private static final int KILLS = 10;
    private static final long SEED = System.nanoTime();

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private Setup setup;
    private Destination destination;
    private PersistedIndexReply index = PersistedIndexReply.getDefaultInstance();
    private long acknowledged;

    @BeforeEach
    void describe() throws IOException {
        assumeThat(OnDisk.installed())
                .as("the distribution has the plugin queue-disk")
                .isTrue();
        setup = Setup.onDisk(
                folder, "max_size: 1GB, segment_size: 4MB", DiskQueue.file("file", folder.resolve("arrived"), ""));
        destination = new Destination(setup.destination());
    }

    @AfterEach
    void stopTheTimer() {
        timer.shutdownNow();
    }

    @Test
    void everyEventThatWasPersistedArrivesInOrderThroughTenKillsAndTheUuidStays() throws IOException {
        for (int kill = 0; kill < KILLS; kill++) {
            try (Shipper shipper = Shipper.start(setup);
                    Wire wire = shipper.wire()) {
                lookAtTheIndex(wire);
                timer.schedule(() -> shipper.process().kill(), 5 + random.nextInt(700), TimeUnit.MILLISECONDS);
                publishUntilItIsGone(wire);
            }
        }

        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            lookAtTheIndex(wire);
            Tally tally = destination.awaitAll(1, acknowledged);
            assertThat(tally.reordered())
                    .as("events out of order, seed %d", SEED)
                    .isZero();
            assertThat(acknowledged).isGreaterThan(KILLS);
            assertThat(shipper.stop()).isZero();
            System.out.printf(
                    "%d kills, %,d events acknowledged, none lost; %,d arrived twice.%n",
                    KILLS, acknowledged, tally.duplicates());
        }
    }

    /** What an earlier life said about what is safe holds in this one. */
    private void lookAtTheIndex(Wire wire) {
        PersistedIndexReply now = wire.persisted();
        if (!index.getUuid().isEmpty()) {
            assertThat(now.getUuid()).as("uuid, seed %d", SEED).isEqualTo(index.getUuid());
        }
        assertThat(now.getPersistedIndex()).isGreaterThanOrEqualTo(index.getPersistedIndex());
        index = now;
    }

    /** Publishes batches of any size; what was not acknowledged is published again in the next life. */
    private void publishUntilItIsGone(Wire wire) {
        try {
            while (true) {
                long last = acknowledged + 1 + random.nextInt(random.nextInt(5) == 0 ? 1500 : 50);
                PublishReply reply = failingFast(wire).publishEvents(Events.request(acknowledged + 1, last));
                PersistedIndexReply now = failingFast(wire)
                        .persistedIndex(PersistedIndexRequest.getDefaultInstance())
                        .next();
                assertThat(reply.getUuid()).isEqualTo(index.getUuid());
                assertThat(now.getPersistedIndex()).isGreaterThanOrEqualTo(reply.getAcceptedIndex());
                acknowledged += reply.getAcceptedCount();
                index = now;
            }
        } catch (StatusRuntimeException gone) {
            // killed, as planned
        }
    }

    /** A stub that does not wait for a server that was killed. */
    private static ProducerGrpc.ProducerBlockingStub failingFast(Wire wire) {
        return ProducerGrpc.newBlockingStub(wire.channel())
                .withDeadlineAfter(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}

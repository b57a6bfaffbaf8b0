package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.StatusRuntimeException;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PublishReply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What a queue on disk promises, seen from outside the process. */
@EnabledIf("io.slipway.itests.delivery.OnDisk#installed")
class DiskQueueIT {

    private static final Duration SOON = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    private Destination destination;
    private Setup setup;

    @BeforeEach
    void describe() throws IOException {
        destination = new Destination(folder.resolve("arrived")).block();
        setup = Setup.onDisk(folder, "max_size: 100MB", DiskQueue.file("file", destination.folder(), ""));
    }

    @Test
    void s60ThePersistedIndexFollowsTheSyncAndSurvivesARestartUnderTheSameUuid() throws IOException {
        PublishReply accepted;
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            accepted = wire.publish(Events.request(1, 100));
            await().atMost(SOON).until(() -> wire.persisted().getPersistedIndex() >= accepted.getAcceptedIndex());
            assertThat(shipper.stop()).isZero();
        }

        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            PersistedIndexReply index = wire.persisted();
            PublishReply next = wire.publish(Events.request(101, 101).toBuilder()
                    .setUuid(accepted.getUuid())
                    .build());

            assertThat(index.getUuid()).isEqualTo(accepted.getUuid());
            assertThat(index.getPersistedIndex()).isGreaterThanOrEqualTo(accepted.getAcceptedIndex());
            assertThat(next.getAcceptedIndex()).isGreaterThan(accepted.getAcceptedIndex());
            destination.unblock();
            assertThat(destination.awaitAll(1, 101)).isEqualTo(Tally.PERFECT);
        }
    }

    @Test
    void aKillLosesNothingThatWasAcceptedAndClientsGoOnUnderTheSameUuid() throws IOException {
        PublishReply accepted;
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 500));
            accepted = wire.publish(Events.request(501, 1000));
            shipper.process().kill();
        }
        destination.unblock();

        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            assertThat(wire.persisted().getUuid()).isEqualTo(accepted.getUuid());
            assertThat(destination.awaitAll(1, 1000)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(1000, 1000, 0, 0, 0, 0));
        }
    }

    @Test
    void s64AStopWhileTheDestinationIsAwayIsQuickAndTheNextStartDeliversAll() throws IOException {
        try (Shipper shipper = Shipper.start(setup.with("shutdown_timeout: 50s"));
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 1000));
            shipper.process().awaitError("Trying again");

            long began = System.nanoTime();
            assertThat(shipper.stop()).isZero();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
            assertThat(shipper.balance("file")).isEqualTo(new Balance(1000, 0, 0, 0, 0, 1000));
        }
        destination.unblock();

        try (Shipper shipper = Shipper.start(setup)) {
            assertThat(destination.awaitAll(1, 1000)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(1000, 1000, 0, 0, 0, 0));
        }
    }

    @Test
    void s64WhatIsAcceptedDuringAStopIsDeliveredAfterTheNextStart() throws Exception {
        AtomicLong accepted = new AtomicLong();
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 100));
            accepted.set(100);
            Thread producer = new Thread(() -> publishUntilRefused(wire, accepted));
            producer.start();
            await().atMost(Running.PATIENCE).until(() -> accepted.get() > 300);
            assertThat(shipper.stop()).isZero();
            wire.channel().shutdownNow();
            producer.join(Running.PATIENCE.toMillis());
            assertThat(shipper.balance("file").queued()).isGreaterThanOrEqualTo(accepted.get());
        }
        destination.unblock();

        try (Shipper shipper = Shipper.start(setup)) {
            assertThat(destination.awaitAll(1, accepted.get())).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file").addsUp()).isTrue();
        }
    }

    private static void publishUntilRefused(Wire wire, AtomicLong accepted) {
        boolean stopped = false;
        while (!stopped) {
            long next = accepted.get() + 1;
            try {
                accepted.addAndGet(wire.publish(Events.request(next, next + 9)).getAcceptedCount());
            } catch (StatusRuntimeException e) {
                stopped = true; // what was accepted is counted
            }
        }
    }

    @Test
    void afterACleanStopNothingArrivesTwice() throws IOException {
        destination.unblock();
        for (int round = 0; round < 3; round++) {
            try (Shipper shipper = Shipper.start(setup);
                    Wire wire = shipper.wire()) {
                wire.publish(Events.request(1 + 1000L * round, 1000 + 1000L * round));
                assertThat(shipper.stop()).isZero();
            }
        }

        try (Shipper shipper = Shipper.start(setup)) {
            assertThat(destination.awaitAll(1, 3000)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
        }
    }

    @Test
    void dropOldestKeepsClientsFromWaitingAndCountsEveryEventOnce() throws IOException {
        Setup small = Setup.onDisk(
                folder,
                "max_size: 10MB",
                DiskQueue.file("file", destination.folder(), ", when_full: drop_oldest, maximum_batch_events: 50"));
        String message = "x".repeat(10_000);
        try (Shipper shipper = Shipper.start(small);
                Wire wire = shipper.wire()) {
            for (long number = 1; number <= 3000; number++) {
                assertThat(wire.publish(Events.request(Events.event(number, message)))
                                .getAcceptedCount())
                        .isEqualTo(1);
            }
            shipper.process().awaitError("events dropped, its oldest");
            destination.unblock();
            destination.awaitAll(3000, 3000);
            assertThat(shipper.stop()).isZero();

            Balance balance = shipper.balance("file");
            Tally tally = destination.tally(1, 3000);
            assertThat(balance.accepted()).isEqualTo(3000);
            assertThat(balance.addsUp()).isTrue();
            assertThat(balance.queued()).isZero();
            assertThat(balance.dropped()).isPositive().isEqualTo(tally.lost().size());
            assertThat(balance.delivered()).isEqualTo(3000 - tally.lost().size());
            assertThat(tally.duplicates()).isZero();
        }
    }
}

package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.client.ClientOptions;
import io.slipway.client.Limits;
import io.slipway.client.Publication;
import io.slipway.client.Publisher;
import io.slipway.client.Settled;
import io.slipway.client.ShipperClient;
import io.slipway.client.Timing;
import io.slipway.wire.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java client against the real shipper: what it published and was told to be safe has arrived, whatever happens between. */
class ClientIT {

    private static final Timing QUICK = Timing.DEFAULT
            .withPollingInterval(Duration.ofMillis(20))
            .withBackoff(Duration.ofMillis(20), Duration.ofMillis(200));

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
    void s29EventsArriveAndS42AreAcknowledgedOnceWritten() throws Exception {
        try (Shipper shipper = Shipper.start(setup);
                ShipperClient client = connect()) {

            Settled settled = awaitPersisted(client.publisher().publish(events(1, 500)));

            assertThat(settled).isEqualTo(new Settled(500, List.of()));
            assertThat(destination.tally(1, 500)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(500, 500, 0, 0, 0, 0));
        }
    }

    @Test
    void s36EventsWaitForAShipperThatStartsLater() throws Exception {
        try (ShipperClient client = connect()) {
            Publication publication = client.publisher().publish(events(1, 100));

            try (Shipper shipper = Shipper.start(setup)) {
                awaitPersisted(publication);

                assertThat(destination.tally(1, 100)).isEqualTo(Tally.PERFECT);
                assertThat(shipper.stop()).isZero();
            }
        }
    }

    @Test
    void s29NothingIsLostWhenTheShipperIsKilledAndRestartedDuringPublishing() throws Exception {
        List<Publication> publications = new ArrayList<>();
        long last = 0;
        try (ShipperClient client = connect()) {
            Publisher publisher = client.publisher();
            for (int round = 0; round < 3; round++) {
                try (Shipper shipper = Shipper.start(setup)) {
                    long enough = destination.lines().size() + 500L;
                    while (destination.lines().size() < enough) {
                        publications.add(publisher.publish(events(last + 1, last + 100)));
                        last += 100;
                    }
                    shipper.process().kill();
                }
                assertWhatIsSafeHasArrived(publications);
            }
            try (Shipper shipper = Shipper.start(setup)) {
                assertThat(client.awaitPersisted(Running.PATIENCE)).isTrue();

                assertThat(destination.tally(1, last).lost()).isEmpty();
                assertThat(client.statistics().rewinds()).isPositive();
                assertThat(shipper.stop()).isZero();
                assertThat(shipper.balance("file").addsUp()).isTrue();
            }
        }
    }

    @Test
    void s59WhatWasAcceptedButNotPersistedAtAKillIsSentAgain() throws Exception {
        destination.block();
        try (ShipperClient client = connect()) {
            Publication publication;
            try (Shipper shipper = Shipper.start(setup)) {
                publication = client.publisher().publish(events(1, 1000));
                publication.accepted().toCompletableFuture().get(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(publication.persisted().toCompletableFuture()).isNotDone();
                shipper.process().kill();
            }
            destination.unblock();

            try (Shipper shipper = Shipper.start(setup)) {
                awaitPersisted(publication);

                assertThat(destination.tally(1, 1000)).isEqualTo(Tally.PERFECT);
                assertThat(client.statistics().rewinds()).isEqualTo(1);
                assertThat(shipper.stop()).isZero();
                assertThat(shipper.balance("file")).isEqualTo(new Balance(1000, 1000, 0, 0, 0, 0));
            }
        }
    }

    @Test
    void s29NothingIsLostUnderBackPressureAndOrderIsKept() throws Exception {
        setup = Setup.toFile(folder, 16, "");
        destination.block();
        try (Shipper shipper = Shipper.start(setup);
                ShipperClient client = connect()) {
            Publication publication = client.publisher().publish(events(1, 2000));
            await().atMost(Running.PATIENCE).until(() -> client.statistics().accepted() >= 16);
            assertThat(publication.persisted().toCompletableFuture()).isNotDone();

            destination.unblock();

            awaitPersisted(publication);
            assertThat(destination.tally(1, 2000)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(2000, 2000, 0, 0, 0, 0));
        }
    }

    @Test
    void s42AnEventThatBecameADeadLetterIsAcknowledgedToo() throws Exception {
        setup = Setup.toFile(folder, 4096, "codec: {format: {string: '\"seq\":%{[seq]} %{[message]}'}}, ");
        List<Event> events = new ArrayList<>(events(1, 10));
        events.set(4, Events.with(5, "other", Events.text("has no message")));
        try (Shipper shipper = Shipper.start(setup);
                ShipperClient client = connect()) {

            Settled settled = awaitPersisted(client.publisher().publish(events));

            assertThat(settled.persisted()).isEqualTo(10);
            assertThat(destination.tally(1, 10).lost()).containsExactly(5L);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(10, 9, 1, 0, 0, 0));
        }
    }

    @Test
    void s58SplitsWhatIsTooLargeForOneRequestAndGivesUpOnlyTheEventThatIsTooLargeAlone() throws Exception {
        List<Event> events = new ArrayList<>();
        for (long i = 1; i <= 2048; i++) {
            events.add(Events.event(i, "x".repeat(2200)));
        }
        events.set(1000, Events.event(1001, "x".repeat(70_000_000)));
        ClientOptions options = options().withLimits(Limits.DEFAULT.withWindow(200L << 20, 65_536));
        try (Shipper shipper = Shipper.start(setup);
                ShipperClient client = ShipperClient.open(options)) {

            Settled settled = awaitPersisted(client.publisher().publish(events));

            assertThat(settled.persisted()).isEqualTo(2047);
            assertThat(settled.refused()).hasSize(1);
            assertThat(settled.refused().get(0).position()).isEqualTo(1000);
            assertThat(client.statistics().requests()).isGreaterThan(1);
            assertThat(destination.tally(1, 2048)).isEqualTo(new Tally(List.of(1001L), 0, 0));
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(2047, 2047, 0, 0, 0, 0));
        }
    }

    private ShipperClient connect() {
        return ShipperClient.open(options());
    }

    private ClientOptions options() {
        return ClientOptions.to("unix://" + setup.socket()).withTiming(QUICK);
    }

    private void assertWhatIsSafeHasArrived(List<Publication> publications) {
        long safe = 0;
        for (Publication publication : publications) {
            if (!publication.persisted().toCompletableFuture().isDone()) {
                break;
            }
            safe += publication.size();
        }
        assertThat(destination.tally(1, safe).lost()).isEmpty();
    }

    private static Settled awaitPersisted(Publication publication) throws Exception {
        return publication.persisted().toCompletableFuture().get(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static List<Event> events(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(Events::event).toList();
    }
}

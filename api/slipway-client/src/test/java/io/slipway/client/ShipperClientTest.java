package io.slipway.client;

import static io.slipway.client.Events.event;
import static io.slipway.client.Events.events;
import static io.slipway.client.Events.numbers;
import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShipperClientTest {

    @TempDir
    Path folder;

    @Test
    void deliversOverAUnixSocketAndTellsWhatItDid() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            Settled settled =
                    within10s(client.publisher().publish(events(0, 10)).persisted());

            assertThat(settled).isEqualTo(new Settled(10, List.of()));
            assertThat(shipper.delivered()).isEqualTo(events(0, 10));
            assertThat(client.statistics()).isEqualTo(new Statistics(10, 10, 10, 10, 0, 0, 0, 1));
        }
    }

    @Test
    void deliversOverTcp() throws Exception {
        try (ScriptedShipper shipper = ScriptedShipper.onTcp();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            within10s(client.publisher().publish(events(0, 3)).persisted());

            assertThat(shipper.delivered()).isEqualTo(events(0, 3));
        }
    }

    @Test
    void namesTheShipperInEveryRequest() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            within10s(client.publisher().publish(events(0, 1)).persisted());

            assertThat(shipper.requests()).allMatch(request -> request.getUuid().equals(shipper.uuid()));
        }
    }

    @Test
    void keepsTheOrderOfAPartialRetry() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            shipper.next(
                    (request, answer) -> shipper.accept(request, answer, 3),
                    (request, answer) -> shipper.accept(request, answer, 1));
            Publisher publisher = client.publisher();

            publisher.publish(events(0, 10));
            within10s(publisher.publish(events(10, 20)).persisted());

            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 20));
        }
    }

    @Test
    void sendsSmallPublicationsTogetherAndSettlesEachByItself() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().holding(100).start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();
            Publication first = publisher.publish(events(0, 1));
            within10s(first.accepted());
            Publication second = publisher.publish(events(1, 2));
            Publication third = publisher.publish(events(2, 3));
            within10s(third.accepted());

            shipper.drain(2);
            within10s(second.persisted());

            assertThat(third.persisted().toCompletableFuture()).isNotDone();
            assertThat(first.persisted().toCompletableFuture()).isDone();
        }
    }

    @Test
    void cutsAtTheConfiguredNumberOfEvents() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client =
                        ShipperClient.open(quickly(shipper).withLimits(Limits.DEFAULT.withRequest(1 << 20, 4)))) {

            within10s(client.publisher().publish(events(0, 10)).persisted());

            assertThat(shipper.requests())
                    .extracting(request -> request.getEventsCount())
                    .containsExactly(4, 4, 2);
        }
    }

    @Test
    void cutsAtTheConfiguredNumberOfBytes() throws Exception {
        int three = 38 + 3 * Request.framed(event(0).getSerializedSize());
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client =
                        ShipperClient.open(quickly(shipper).withLimits(Limits.DEFAULT.withRequest(three, 100)))) {

            within10s(client.publisher().publish(events(0, 7)).persisted());

            assertThat(shipper.requests())
                    .extracting(request -> request.getEventsCount())
                    .containsExactly(3, 3, 1);
            assertThat(shipper.requests()).allMatch(request -> request.getSerializedSize() <= three);
        }
    }

    @Test
    void sendsAgainAfterStatusesThatSayNothingAboutTheEvents() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            shipper.next(
                    ScriptedShipper.failing(Status.UNAVAILABLE.withDescription("shipper is initializing")),
                    ScriptedShipper.failing(Status.DEADLINE_EXCEEDED),
                    ScriptedShipper.failing(Status.INTERNAL),
                    ScriptedShipper.failing(Status.UNKNOWN));

            within10s(client.publisher().publish(events(0, 5)).persisted());

            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 5));
            assertThat(client.statistics().resent()).isEqualTo(20);
        }
    }

    @Test
    void sendsAgainWhenNoAnswerComesInTime() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client = ShipperClient.open(quickly(shipper)
                        .withTiming(quickly(shipper).timing().withRequestTimeout(Duration.ofMillis(200))))) {
            shipper.next((request, answer) -> {});

            within10s(client.publisher().publish(events(0, 5)).persisted());

            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 5));
        }
    }

    @Test
    void asksWithTheConfiguredInterval() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start();
                ShipperClient client = ShipperClient.open(quickly(shipper)
                        .withTiming(quickly(shipper).timing().withPollingInterval(Duration.ofMillis(1_250))))) {

            within10s(client.publisher().publish(events(0, 1)).persisted());

            assertThat(shipper.questions().get(0).getPollingInterval())
                    .isEqualTo(com.google.protobuf.Duration.newBuilder()
                            .setSeconds(1)
                            .setNanos(250_000_000)
                            .build());
        }
    }

    @Test
    void withdrawsWhatIsCancelledAndSendsTheRest() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().holding(1).start();
                ShipperClient client =
                        ShipperClient.open(quickly(shipper).withLimits(Limits.DEFAULT.withRequest(1 << 20, 1)))) {
            Publisher publisher = client.publisher();
            within10s(publisher.publish(events(0, 1)).accepted());
            publisher.publish(events(1, 2));
            await().until(() -> shipper.heldRequests() == 1);
            Publication unwanted = publisher.publish(events(2, 5));
            Publication last = publisher.publish(events(5, 6));

            unwanted.cancel();
            assertThatThrownBy(() -> within10s(unwanted.persisted())).hasCauseInstanceOf(CancellationException.class);
            await().until(() -> {
                shipper.drain(1);
                return last.persisted().toCompletableFuture().isDone();
            });

            assertThat(numbers(shipper.delivered())).containsExactly(0, 1, 5);
        }
    }

    @Test
    void awaitsEverythingPublishedSoFar() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().holding(100).start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            client.publisher().publish(events(0, 5));
            client.publisher().publish(events(5, 10));

            boolean before = client.awaitPersisted(Duration.ofMillis(50));
            await().until(() -> shipper.queued().size() == 10);
            shipper.drain(10);
            boolean after = client.awaitPersisted(Duration.ofSeconds(10));

            assertThat(before).isFalse();
            assertThat(after).isTrue();
        }
    }

    @Test
    void closesWithinItsTimeAndGivesUpWhatIsOpen() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().holding(100).start()) {
            ShipperClient client = ShipperClient.open(quickly(shipper));
            Publisher publisher = client.publisher();
            Publication open = publisher.publish(events(0, 5));
            within10s(open.accepted());

            boolean all = client.close(Duration.ofMillis(100));

            assertThat(all).isFalse();
            assertThatThrownBy(() -> within10s(open.persisted())).hasCauseInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> publisher.publish(events(5, 6))).isInstanceOf(IllegalStateException.class);
            client.close();
        }
    }

    @Test
    void closesOnceEverythingIsPersisted() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().start()) {
            ShipperClient client = ShipperClient.open(quickly(shipper));
            client.publisher().publish(events(0, 500));

            boolean all = client.close(Duration.ofSeconds(10));

            assertThat(all).isTrue();
            assertThat(shipper.delivered()).hasSize(500);
        }
    }

    @Test
    void freesAWaitingPublisherWhenItIsClosed() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().holding(100).start()) {
            ShipperClient client =
                    ShipperClient.open(quickly(shipper).withLimits(Limits.DEFAULT.withWindow(1 << 20, 5)));
            Publisher publisher = client.publisher();
            publisher.publish(events(0, 5));
            CompletableFuture<Publication> waits = CompletableFuture.supplyAsync(() -> {
                try {
                    return publisher.publish(events(5, 6));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });

            client.close(Duration.ofMillis(50));

            assertThatThrownBy(() -> within10s(waits))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void takesOffersFromItsOwnThreadAndRefusesToWaitThere() throws Exception {
        try (ScriptedShipper shipper = onUnixSocket().holding(100).start();
                ShipperClient client =
                        ShipperClient.open(quickly(shipper).withLimits(Limits.DEFAULT.withWindow(1 << 20, 2)))) {
            Publisher publisher = client.publisher();

            CompletableFuture<Boolean> offered = publisher
                    .publish(events(0, 1))
                    .accepted()
                    .thenApply(nothing -> publisher.offer(events(1, 2)).isPresent()
                            && publisher.offer(events(2, 3)).isEmpty()
                            && refusesToWait(publisher))
                    .toCompletableFuture();

            assertThat(within10s(offered)).isTrue();
        }
    }

    private static boolean refusesToWait(Publisher publisher) {
        try {
            publisher.publish(events(3, 4));
            return false;
        } catch (IllegalStateException e) {
            return true;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ScriptedShipper onUnixSocket() {
        return ScriptedShipper.onUnixSocket(folder.resolve("s"));
    }
}

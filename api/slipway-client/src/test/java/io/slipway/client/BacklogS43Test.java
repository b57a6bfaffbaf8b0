package io.slipway.client;

import static io.slipway.client.Events.events;
import static io.slipway.client.Events.numbers;
import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backlog S43: a memory queue behind the protocol. What fits does not block; a producer is blocked when the queue is full
 * and released when it drains.
 */
class BacklogS43Test {

    @TempDir
    Path folder;

    @Test
    void singleEventsUpToTheQueuesSizeDoNotBlock() throws Exception {
        try (ScriptedShipper shipper = shipperHolding(20);
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();

            for (int number = 0; number < 20; number++) {
                within10s(publisher.publish(events(number, number + 1)).accepted());
            }

            assertThat(shipper.queued()).hasSize(20);
            assertThat(shipper.heldRequests()).isZero();
        }
    }

    @Test
    void aBatchOfTheQueuesSizeDoesNotBlock() throws Exception {
        try (ScriptedShipper shipper = shipperHolding(20);
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            within10s(client.publisher().publish(events(0, 20)).accepted());

            assertThat(client.statistics().requests()).isEqualTo(1);
        }
    }

    @Test
    void aFullQueueHoldsTheProducerUntilItDrains() throws Exception {
        try (ScriptedShipper shipper = shipperHolding(20);
                ShipperClient client =
                        ShipperClient.open(quickly(shipper).withLimits(Limits.DEFAULT.withWindow(1 << 20, 30)))) {
            Publisher publisher = client.publisher();
            within10s(publisher.publish(events(0, 20)).accepted());
            Publication held = publisher.publish(events(20, 30));
            await().until(() -> shipper.heldRequests() == 1);
            CompletableFuture<Void> blocked = CompletableFuture.runAsync(() -> {
                try {
                    publisher.publish(events(30, 40));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });

            boolean early = held.accepted().toCompletableFuture().isDone() || blocked.isDone();
            shipper.drain(10);
            within10s(held.accepted());
            shipper.drain(10); // the window frees whole publications
            within10s(blocked);

            assertThat(early).isFalse();
            await().until(() -> {
                shipper.drain(5);
                return shipper.delivered().size() == 40;
            });
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 40));
        }
    }

    private ScriptedShipper shipperHolding(int events) {
        return ScriptedShipper.onUnixSocket(folder.resolve("s")).holding(events).start();
    }
}

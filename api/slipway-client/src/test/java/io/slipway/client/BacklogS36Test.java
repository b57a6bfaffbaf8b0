package io.slipway.client;

import static io.slipway.client.Events.events;
import static io.slipway.client.Events.numbers;
import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backlog S36, the three steps of S29: a batch is published; it is not dropped when the shipper is down and starts later;
 * it is not dropped on RESOURCE_EXHAUSTED, however often.
 */
class BacklogS36Test {

    @TempDir
    Path folder;

    @Test
    void aBatchIsPublished() throws Exception {
        try (ScriptedShipper shipper = shipper().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            Settled settled =
                    within10s(client.publisher().publish(events(0, 50)).persisted());

            assertThat(settled.persisted()).isEqualTo(50);
            assertThat(shipper.delivered()).isEqualTo(events(0, 50));
        }
    }

    @Test
    void aBatchWaitsForAShipperThatStartsLater() throws Exception {
        CountDownLatch away = new CountDownLatch(1);
        ClientListener listener = new ClientListener() {
            @Override
            public void away(String reason) {
                away.countDown();
            }
        };
        try (ScriptedShipper shipper = shipper();
                ShipperClient client = ShipperClient.open(quickly(shipper).withListener(listener))) {
            Publication publication = client.publisher().publish(events(0, 50));
            assertThat(away.await(10, TimeUnit.SECONDS)).isTrue();

            shipper.start();
            Settled settled = within10s(publication.persisted());

            assertThat(settled).isEqualTo(new Settled(50, List.of()));
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 50));
        }
    }

    @Test
    void aBatchWaitsForAShipperThatStopsAndStartsOnTheSameSocket() throws Exception {
        try (ScriptedShipper shipper = shipper().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();
            within10s(publisher.publish(events(0, 10)).persisted());

            shipper.stop();
            Publication publication = publisher.publish(events(10, 20));
            shipper.start();
            within10s(publication.persisted());

            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 20));
        }
    }

    @Test
    void aBatchIsSentAgainHoweverOftenTheResourcesAreExhausted() throws Exception {
        Status full = Status.RESOURCE_EXHAUSTED.withDescription("couldn't publish: queue is full");
        try (ScriptedShipper shipper = shipper().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            for (int i = 0; i < 30; i++) {
                shipper.next(ScriptedShipper.failing(full));
            }

            Publication publication = client.publisher().publish(events(0, 50));
            await().until(() -> shipper.requests().size() > 30);
            Settled settled = within10s(publication.persisted());

            assertThat(settled).isEqualTo(new Settled(50, List.of()));
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 50));
        }
    }

    private ScriptedShipper shipper() {
        return ScriptedShipper.onUnixSocket(folder.resolve("s"));
    }
}

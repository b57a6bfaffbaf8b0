package io.slipway.client;

import static io.slipway.client.Events.events;
import static io.slipway.client.Events.numbers;
import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backlog S42: acknowledgement end to end. An input hears that its events are safe when the shipper has written them,
 * after failures too, and never by mistake after a restart.
 */
class BacklogS42Test {

    @TempDir
    Path folder;

    @Test
    void acknowledgesOnceTheEventsAreWrittenAndNotWhenTheyAreAccepted() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publication publication = client.publisher().publish(events(0, 10));
            within10s(publication.accepted());

            shipper.drain(9);
            await().until(() -> client.statistics().accepted() == 10);
            boolean early = publication.persisted().toCompletableFuture().isDone();
            shipper.drain(1);
            Settled settled = within10s(publication.persisted());

            assertThat(early).isFalse();
            assertThat(settled).isEqualTo(new Settled(10, List.of()));
        }
    }

    @Test
    void acknowledgesEachPublicationAsTheIndexPassesIt() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();
            Publication first = publisher.publish(events(0, 10));
            within10s(first.accepted());
            Publication second = publisher.publish(events(10, 20));
            within10s(second.accepted());

            shipper.drain(15);
            within10s(first.persisted());

            assertThat(second.persisted().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void acknowledgesAfterAnOutputThatFailedSucceeds() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publication publication = client.publisher().publish(events(0, 10));
            within10s(publication.accepted());

            shipper.stop().start();
            await().until(() -> shipper.questions().size() >= 2);
            boolean early = publication.persisted().toCompletableFuture().isDone();
            shipper.drain(10);
            within10s(publication.persisted());

            assertThat(early).isFalse();
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 10));
        }
    }

    @Test
    void neverTakesAnIndexOfTheFormerShipperForOneOfTheNext() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();
            Publication before = publisher.publish(events(0, 100));
            within10s(before.accepted());
            shipper.drain(100);
            within10s(before.persisted());

            shipper.stop().forget().forgetIds().start();
            Publication after = publisher.publish(events(100, 110));
            within10s(after.accepted());
            boolean early = after.persisted().toCompletableFuture().isDone();
            shipper.drain(10);
            within10s(after.persisted());

            assertThat(early).isFalse();
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 110));
        }
    }

    private ScriptedShipper holdingShipper() {
        return ScriptedShipper.onUnixSocket(folder.resolve("s")).holding(1_000).start();
    }
}

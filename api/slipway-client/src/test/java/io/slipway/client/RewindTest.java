package io.slipway.client;

import static io.slipway.client.Events.events;
import static io.slipway.client.Events.numbers;
import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.wire.PublishReply;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RewindTest {

    @TempDir
    Path folder;

    @Test
    void sendsAgainInOrderWhatAShipperLostThatRestarted() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();
            Publication safe = publisher.publish(events(0, 10));
            within10s(safe.accepted());
            Publication lost = publisher.publish(events(10, 30));
            within10s(lost.accepted());
            shipper.drain(10);
            within10s(safe.persisted());

            shipper.stop().forget().start();
            await().until(() -> shipper.queued().size() == 20);
            shipper.drain(20);
            within10s(lost.persisted());

            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 30));
            assertThat(client.statistics().rewinds()).isEqualTo(1);
        }
    }

    @Test
    void learnsOfAnotherShipperByARefusedRequest() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();
            within10s(publisher.publish(events(0, 10)).accepted());

            shipper.forget();
            within10s(publisher.publish(events(10, 20)).accepted());

            assertThat(shipper.queued())
                    .extracting(ScriptedShipper.Entry::event)
                    .containsExactlyElementsOf(events(0, 20));
        }
    }

    @Test
    void learnsOfAnotherShipperByTheStream() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            within10s(client.publisher().publish(events(0, 10)).accepted());

            shipper.forget();
            shipper.drain(0);
            await().until(() -> shipper.queued().size() == 10);

            assertThat(client.statistics().resent()).isEqualTo(10);
        }
    }

    @Test
    void sendsNothingAgainWhenTheSameShipperComesBack() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publication publication = client.publisher().publish(events(0, 10));
            within10s(publication.accepted());

            shipper.stop().start();
            shipper.drain(10);
            within10s(publication.persisted());

            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 10));
            assertThat(client.statistics().resent()).isZero();
        }
    }

    @Test
    void doesNotTrustAnAnswerInAnotherName() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            shipper.next((request, answer) -> {
                answer.onNext(PublishReply.newBuilder()
                        .setUuid("someone else")
                        .setAcceptedCount(10)
                        .setAcceptedIndex(10)
                        .build());
                answer.onCompleted();
            });

            within10s(client.publisher().publish(events(0, 10)).accepted());

            assertThat(shipper.queued()).hasSize(10);
        }
    }

    @Test
    void takesBackARequestThatTheFormerShipperNeverAnswered() throws Exception {
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            Publisher publisher = client.publisher();
            within10s(publisher.publish(events(0, 5)).accepted());
            shipper.next((request, answer) -> {});
            Publication unanswered = publisher.publish(events(5, 10));
            await().until(() -> shipper.requests().size() == 2);

            shipper.forget();
            shipper.drain(0);
            within10s(unanswered.accepted());

            assertThat(shipper.queued())
                    .extracting(ScriptedShipper.Entry::event)
                    .containsExactlyElementsOf(events(0, 10));
        }
    }

    @Test
    void tellsTheListenerWhenTheShipperGoesComesAndIsAnother() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        ClientListener listener = new ClientListener() {
            @Override
            public void away(String reason) {
                heard.add("away");
            }

            @Override
            public void back() {
                heard.add("back");
            }

            @Override
            public void rewound(String uuid, long events) {
                heard.add("rewound " + events);
            }
        };
        try (ScriptedShipper shipper = holdingShipper();
                ShipperClient client = ShipperClient.open(quickly(shipper).withListener(listener))) {
            within10s(client.publisher().publish(events(0, 5)).accepted());

            shipper.stop().forget();
            await().until(() -> heard.contains("away"));
            shipper.start();
            await().until(() -> heard.size() == 3);

            assertThat(heard).containsExactly("away", "back", "rewound 5");
        }
    }

    private ScriptedShipper holdingShipper() {
        return ScriptedShipper.onUnixSocket(folder.resolve("s")).holding(1_000).start();
    }
}

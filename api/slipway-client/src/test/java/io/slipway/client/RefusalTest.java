package io.slipway.client;

import static io.slipway.client.Events.event;
import static io.slipway.client.Events.eventOf;
import static io.slipway.client.Events.events;
import static io.slipway.client.Events.numbers;
import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.slipway.wire.Event;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusalTest {

    @TempDir
    Path folder;

    @Test
    void findsTheBadEventsAndDeliversTheOthersInOrder() throws Exception {
        List<Event> bad = List.of(event(0), event(37), event(38), event(99));
        try (ScriptedShipper shipper = shipper()
                        .refusing(request -> request.getEventsList().stream().anyMatch(bad::contains)
                                ? Optional.of(Status.INVALID_ARGUMENT.withDescription("source: cannot be nil"))
                                : Optional.empty());
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            Settled settled =
                    within10s(client.publisher().publish(events(0, 100)).persisted());

            List<Integer> good = new ArrayList<>(numbers(0, 100));
            good.removeAll(numbers(bad));
            assertThat(numbers(shipper.delivered())).isEqualTo(good);
            assertThat(settled.persisted()).isEqualTo(96);
            assertThat(settled.refused())
                    .extracting(Refusal::position, Refusal::reason)
                    .startsWith(org.assertj.core.groups.Tuple.tuple(0, "INVALID_ARGUMENT: source: cannot be nil"))
                    .hasSize(4);
            assertThat(settled.refused()).extracting(Refusal::position).containsExactly(0, 37, 38, 99);
            assertThat(shipper.requests()).hasSizeLessThan(60);
        }
    }

    @Test
    void splitsARequestThatIsTooLargeForTheShipper() throws Exception {
        List<Event> events = IntStream.range(0, 2_048)
                .mapToObj(number -> eventOf(number, 2_200))
                .toList();
        try (ScriptedShipper shipper = shipperTaking(1 << 20);
                ShipperClient client = ShipperClient.open(
                        quickly(shipper).withLimits(Limits.DEFAULT.withRequest(Limits.LARGEST_REQUEST, 4_096)))) {

            Settled settled = within10s(client.publisher().publish(events).persisted());

            assertThat(settled).isEqualTo(new Settled(2_048, List.of()));
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 2_048));
        }
    }

    @Test
    void refusesAnEventThatAloneIsTooLargeInTheShippersWords() throws Exception {
        List<Event> events = List.of(event(0), eventOf(1, 3 << 20), event(2));
        try (ScriptedShipper shipper = shipperTaking(1 << 20);
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            Settled settled = within10s(client.publisher().publish(events).persisted());

            assertThat(numbers(shipper.delivered())).containsExactly(0, 2);
            assertThat(settled.refused()).singleElement().satisfies(refusal -> {
                assertThat(refusal.position()).isEqualTo(1);
                assertThat(refusal.reason()).startsWith("RESOURCE_EXHAUSTED: ").contains("exceeds maximum size");
            });
        }
    }

    @Test
    void refusesAnEventOfAnySizeWhenTheShipperSpeaksOfSize() throws Exception {
        try (ScriptedShipper shipper = shipper()
                        .next(ScriptedShipper.failing(Status.RESOURCE_EXHAUSTED.withDescription(
                                "the request is too large: it has 60 bytes")));
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            Settled settled = within10s(client.publisher().publish(events(0, 1)).persisted());

            assertThat(settled.refused()).hasSize(1);
        }
    }

    @Test
    void keepsASmallEventThatFindsNoRoomInAnOldShippersQueue() throws Exception {
        Status full = Status.RESOURCE_EXHAUSTED.withDescription("couldn't publish: queue is full");
        try (ScriptedShipper shipper = shipper();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {
            for (int i = 0; i < 12; i++) {
                shipper.next(ScriptedShipper.failing(full));
            }

            Settled settled =
                    within10s(client.publisher().publish(events(0, 20)).persisted());

            assertThat(settled.refused()).isEmpty();
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 20));
        }
    }

    private ScriptedShipper shipper() {
        return ScriptedShipper.onUnixSocket(folder.resolve("s")).start();
    }

    private ScriptedShipper shipperTaking(int bytes) {
        return ScriptedShipper.onUnixSocket(folder.resolve("s"))
                .with(builder -> builder.maxInboundMessageSize(bytes))
                .start();
    }
}

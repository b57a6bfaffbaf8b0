package io.slipway.client;

import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.wire.Event;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backlog S6: a collector uses the client directly; the protocol is defined once, in {@code io.slipway.wire}. */
class BacklogS6Test {

    @TempDir
    Path folder;

    @Test
    void publishesTheProtocolsOwnMessagesUnchanged() throws Exception {
        Event event = EventBuilder.at(Instant.parse("2026-01-02T03:04:05.000000006Z"))
                .source("input", "stream")
                .dataStream("logs", "generic", "default")
                .metadata("raw_index", "logs-x")
                .field("message", "hello")
                .field("host", Map.of("name", "north", "ports", List.of(80, 443L)))
                .build();
        try (ScriptedShipper shipper =
                        ScriptedShipper.onUnixSocket(folder.resolve("s")).start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            within10s(client.publisher().publish(List.of(event)).persisted());
            within10s(
                    client.publisher().publishRaw(List.of(event.toByteArray())).persisted());

            assertThat(shipper.delivered()).containsExactly(event, event);
        }
    }
}

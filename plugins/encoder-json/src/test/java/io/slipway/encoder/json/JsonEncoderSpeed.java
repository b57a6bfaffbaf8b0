package io.slipway.encoder.json;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.Serializer;
import io.slipway.serializer.protobuf.ProtobufSerializer;
import io.slipway.testkit.TestContext;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures how fast log events of about 1 KiB become JSON, in the CPU time of one thread. Not a test: run its main method. */
final class JsonEncoderSpeed {

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final int EVENTS = 1000;
    private static final int ROUNDS = 10;

    private JsonEncoderSpeed() {}

    public static void main(String[] args) throws Exception {
        Serializer serializer = new ProtobufSerializer();
        ByteSlice[] stored = new ByteSlice[EVENTS];
        long bytes = 0;
        for (int i = 0; i < EVENTS; i++) {
            stored[i] = serializer.write(logEvent(i));
            bytes += stored[i].length();
        }
        Encoder encoder = new JsonEncoderFactory()
                .open(new JsonEncoderSettings(false, false, false), TestContext.in(Path.of("target")));
        for (int round = 0; round < ROUNDS; round++) {
            long start = CLOCK.getCurrentThreadCpuTime();
            int passes = 0;
            while (CLOCK.getCurrentThreadCpuTime() - start < 1_000_000_000L) {
                for (int i = 0; i < 10 * EVENTS; i++) {
                    ByteSlice event = stored[i % EVENTS];
                    encoder.encode(Event.ofBytes(EventId.of(1), serializer, event), OutputStream.nullOutputStream());
                }
                passes += 10;
            }
            double seconds = (CLOCK.getCurrentThreadCpuTime() - start) / 1e9;
            System.out.printf(
                    "%d bytes an event: %.0f MB/s, %.0f events/s%n",
                    bytes / EVENTS, passes * bytes / seconds / 1e6, passes * EVENTS / seconds);
        }
    }

    private static Content logEvent(int number) {
        Fields fields = Fields.EMPTY
                .with(
                        "message",
                        Value.of(("10.1.2." + number + " - - \"GET /shop/cart?item=" + number + " HTTP/1.1\" 200 ")
                                .repeat(8)))
                .with("log.file.path", Value.of("/var/log/nginx/access.log"))
                .with("log.offset", Value.of(1_000_000L + number))
                .with("host.name", Value.of("web-01.example.com"))
                .with("host.ip", Value.of(List.of(Value.of("10.0.0.1"), Value.of("fe80::1"))))
                .with("agent.id", Value.of("0f4c2a52-4c0e-4c5e-9d0e-6f7a5b1c2d3e"))
                .with("agent.type", Value.of("filebeat"))
                .with("agent.version", Value.of("8.10.4"))
                .with("ecs.version", Value.of("8.0.0"))
                .with("input.type", Value.of("log"))
                .with("event.duration", Value.of(0.123 * number))
                .with("event.dataset", Value.of("nginx.access"))
                .with("http.status", Value.of(200))
                .with("event.start", Value.of(Instant.ofEpochSecond(1_700_000_000L, number)))
                .with("sampled", Value.of(true));
        return new Content(
                Optional.of(Instant.ofEpochSecond(1_700_000_000L + number, 123_000_000)),
                new Source("input-1", "stream-1"),
                new DataStream("logs", "nginx.access", "default"),
                Fields.of(Map.of("raw_index", Value.of("logs-nginx.access-default"))),
                fields);
    }
}

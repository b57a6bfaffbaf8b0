package io.slipway.serializer.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.EventWriter;
import io.slipway.api.serializer.Serializer;
import io.slipway.serializer.cbor.CborSerializer;
import io.slipway.serializer.protobuf.ProtobufSerializer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures how fast log events of about 1 KiB are turned from each serializer's form into each other's, in the CPU time of one
 * thread and in bytes of the protobuf form, and what Jackson takes to read the same bytes. Not a test: run its main method.
 */
final class SerializerSpeed {

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final int EVENTS = 1000;
    private static final int ROUNDS = 6;

    private static long unused;

    /** What is measured, for one event. */
    private interface Work {
        void on(ByteSlice event) throws IOException;
    }

    private SerializerSpeed() {}

    public static void main(String[] args) throws IOException {
        List<Serializer> all = List.of(new ProtobufSerializer(), new CborSerializer(), new JsonSerializer());
        for (int round = 1; round <= ROUNDS; round++) {
            System.out.println("round " + round);
            for (Serializer from : all) {
                for (Serializer to : all) {
                    measure(from.id() + " to " + to.id(), from, event -> {
                        EventWriter writer = to.writer();
                        from.visit(event, writer.visitor());
                        unused += writer.finish().length();
                    });
                }
                measure(
                        from.id() + " to a tree",
                        from,
                        event -> unused += from.read(event).fields().hashCode());
            }
            jackson("Jackson reads cbor", new CborSerializer(), new CBORFactory());
            jackson("Jackson reads json", new JsonSerializer(), new JsonFactory());
        }
        System.out.println(unused == 0 ? "nothing was done" : "done");
    }

    private static void jackson(String what, Serializer form, JsonFactory factory) throws IOException {
        measure(what, form, event -> {
            try (JsonParser parser = factory.createParser(event.array(), event.offset(), event.length())) {
                for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    if (token == JsonToken.VALUE_STRING) {
                        unused += parser.getTextCharacters().length;
                    }
                }
            }
        });
    }

    private static void measure(String what, Serializer form, Work work) throws IOException {
        ByteSlice[] events = new ByteSlice[EVENTS];
        long bytes = 0;
        long own = 0;
        for (int i = 0; i < EVENTS; i++) {
            Content content = logEvent(i);
            events[i] = form.write(content);
            own += events[i].length();
            bytes += new ProtobufSerializer().write(content).length();
        }
        long start = CLOCK.getCurrentThreadCpuTime();
        long passes = 0;
        while (CLOCK.getCurrentThreadCpuTime() - start < 500_000_000L) {
            for (ByteSlice event : events) {
                work.on(event);
            }
            passes++;
        }
        double seconds = (CLOCK.getCurrentThreadCpuTime() - start) / 1e9;
        System.out.printf(
                "%-22s %5.0f MB/s, %7.0f events/s, %d bytes in this form%n",
                what, passes * bytes / seconds / 1e6, passes * EVENTS / seconds, own / EVENTS);
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

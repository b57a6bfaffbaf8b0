package io.slipway.itests.plugins;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.PluginContext;
import io.slipway.client.ClientOptions;
import io.slipway.client.ShipperClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.ops4j.pax.exam.util.Filter;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** An event goes the whole way inside the framework: from a client over gRPC to an output that the shipper has never seen. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class PublishIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A protobuf message with one field that nobody knows: an event with nothing but a mark. */
    private static final byte[] MARKED = "\u007a\u0005hello".getBytes(StandardCharsets.ISO_8859_1);

    @Inject
    private BundleContext context;

    @Inject
    @Filter("(slipway.command=run)")
    private ToIntFunction<Map<String, String>> run;

    private final LinkedBlockingQueue<Event> captured = new LinkedBlockingQueue<>();

    @Configuration
    public Option[] shipped() throws IOException {
        return Shipped.everything();
    }

    @Test
    public void publishedEventsReachAnOutputThatCameLater() throws Exception {
        Path folder = Files.createTempDirectory("slipway");
        Path file = Files.writeString(
                folder.resolve("slipway.yml"),
                "shipper: {server: {server: \"unix://" + folder.resolve("sock")
                        + "\"}, outputs: {mine: {type: capture, output_queue_flush_timeout: 10ms}}}\n");
        CompletableFuture<Integer> code = new CompletableFuture<>();
        Thread runner = new Thread(() -> code.complete(run.applyAsInt(Map.of("config", file.toString()))));
        runner.start();
        try (ShipperClient client = ShipperClient.open(ClientOptions.to("unix://" + folder.resolve("sock")))) {
            client.publisher().publishRaw(List.of(MARKED, MARKED));

            ServiceRegistration<?> registration =
                    context.registerService(OutputFactory.class, new CaptureFactory(captured), null);

            assertEquals(MARKED.length, next().bytes().length());
            assertEquals(MARKED.length, next().bytes().length());
            assertTrue(client.awaitPersisted(PATIENCE));
            registration.unregister();
        } finally {
            runner.interrupt();
        }
        assertEquals(0, (int) code.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    private Event next() throws InterruptedException {
        Event event = captured.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertTrue("An event arrived.", event != null);
        return event;
    }

    /** Settings of an output that has none. */
    public record NoSettings() {}

    /** Keeps every event it is given. */
    private record CaptureFactory(LinkedBlockingQueue<Event> captured) implements OutputFactory<NoSettings> {

        @Override
        public String type() {
            return "capture";
        }

        @Override
        public Class<NoSettings> settings() {
            return NoSettings.class;
        }

        @Override
        public Output open(NoSettings settings, PluginContext context) {
            return events -> {
                captured.addAll(events);
                return Delivery.delivered(events.size());
            };
        }
    }
}

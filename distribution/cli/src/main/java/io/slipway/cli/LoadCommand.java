package io.slipway.cli;

import io.slipway.client.ClientOptions;
import io.slipway.client.Limits;
import io.slipway.client.ShipperClient;
import io.slipway.client.Timing;
import io.slipway.launcher.LogSettings;
import io.slipway.launcher.Logging;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Generates load for a running shipper and measures what it does with it. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description =
                "Generate events for a running shipper; print throughput, latency and how far behind the persisted index is.")
final class LoadCommand implements Callable<Integer> {

    private static final Duration POLLING = Duration.ofMillis(10);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Mixin
    private StreamOptions stream;

    @Option(names = "--events", paramLabel = "N", defaultValue = "100000", description = "How many: ${DEFAULT-VALUE}.")
    private long events;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "1024",
            description = "Bytes of each event's message: ${DEFAULT-VALUE}.")
    private int size;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "500",
            description = "Events in a request: ${DEFAULT-VALUE}.")
    private int batch;

    @Option(names = "--connections", paramLabel = "N", defaultValue = "1", description = "Clients: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--inflight",
            paramLabel = "N",
            defaultValue = "8",
            description = "Requests of each client on their way at once: ${DEFAULT-VALUE}.")
    private int inflight;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Events per second, all clients together; 0: as fast as it goes.")
    private long rate;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationText.class,
            description = "Give up when nothing happened for so long: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Override
    public Integer call() throws IOException {
        Console console = Console.of(spec);
        LoadPlan plan = Usage.checked(spec, () -> new LoadPlan(events, size, batch, connections, inflight, rate));
        Logging.start(LogSettings.of(Map.of(), Level.ERROR, false, Path.of("")), Place.VERSION, true);
        ClientOptions options = Usage.checked(spec, server::options)
                .withLimits(limits(plan))
                .withTiming(Timing.DEFAULT.withPollingInterval(POLLING).withCloseTimeout(Duration.ZERO))
                .withListener(new TellOnce(server.address(), timeout, console));
        List<ShipperClient> clients = Usage.checked(
                spec,
                () -> Stream.generate(() -> ShipperClient.open(options))
                        .limit(connections)
                        .toList());
        LoadReport report = new LoadRun(plan, clients, stream.stream()).run(timeout, new ProgressLine(console));
        if (json) {
            report.printJson(console.out());
        } else {
            report.print(console.out());
        }
        return report.fine() ? ExitCode.FINE : ExitCode.OTHER;
    }

    /** Requests as large as asked for; what is accepted and not yet persisted holds nobody up, as all events share their bytes. */
    private static Limits limits(LoadPlan plan) {
        return Limits.DEFAULT
                .withRequest(Limits.LARGEST_REQUEST, plan.batch())
                .withWindow(Long.MAX_VALUE, Integer.MAX_VALUE);
    }
}

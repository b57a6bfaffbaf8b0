package io.slipway.itests.benchmarks;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How near the shipper comes to what gRPC itself allows: a server that only counts (a), the shipper with a memory queue
 * and an output that discards (b), with the file output (c), and with a disk queue and an output that discards (d). This process is the client of each; rounds are
 * interleaved, so that noise of the machine meets all of them, and ratios are medians over rounds.
 */
final class ShipperBenchmark {

    private static final int EVENT_SIZE = 1024;
    private static final String HEAP = "512m";
    private static final String MEMORY = "mem: {events: 65536, bytes: 64MiB, flush.min_events: 2048}";
    private static final String DISK = "disk: {max_size: 10GB}";

    private final Path folder;
    private final int rounds;
    private final long nanos;
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    private ShipperBenchmark(Path folder, int rounds, double seconds) {
        this.folder = folder;
        this.rounds = rounds;
        this.nanos = (long) (seconds * 1e9);
    }

    public static void main(String[] args) throws Exception {
        Options options = Options.of(args);
        Path home = Path.of(options.get("home", "")).toRealPath();
        int rounds = options.number("rounds", 5);
        double seconds = options.decimal("seconds", 4);
        int[] batches = options.list("batches", "1,50,500,2000").stream()
                .mapToInt(Integer::parseInt)
                .toArray();
        Path folder = Files.createTempDirectory("slipway-bench");
        try {
            new ShipperBenchmark(folder, rounds, seconds).run(home, batches);
        } finally {
            Child.delete(folder);
        }
    }

    private void run(Path home, int[] batches) throws IOException, InterruptedException {
        try (ServerProcess limit = limit();
                ServerProcess discard = shipper(home, "discard", MEMORY, "discard: {}");
                ServerProcess disk = shipper(home, "disk", DISK, "discard: {}");
                ServerProcess file =
                        shipper(home, "file", MEMORY, "file: {path: " + folder.resolve("out") + ", fsync: never}")) {
            List<ServerProcess> servers = List.of(limit, discard, file, disk);
            System.out.println(
                    "| batch | server | events/s | MB/s | CPU s per million events | RSS MB | of the limit |");
            System.out.println("|---|---|---|---|---|---|---|");
            for (int batch : batches) {
                measure(servers, batch);
            }
        } finally {
            loops.shutdownGracefully();
        }
    }

    private void measure(List<ServerProcess> servers, int batch) throws IOException, InterruptedException {
        byte[] request = Load.request(batch, EVENT_SIZE);
        List<List<Round>> results = new ArrayList<>();
        servers.forEach(server -> results.add(new ArrayList<>()));
        for (int round = -1; round < rounds; round++) { // round -1 warms up
            for (int i = 0; i < servers.size(); i++) {
                Round result = round(servers.get(i), request, batch, i > 0);
                if (round >= 0) {
                    results.get(i).add(result);
                }
            }
        }
        for (int i = 0; i < servers.size(); i++) {
            report(servers.get(i), batch, results.get(i), results.get(0));
        }
    }

    private Round round(ServerProcess server, byte[] request, int batch, boolean counts)
            throws IOException, InterruptedException {
        try (Load load = new Load(server.socket(), loops)) {
            double cpu = server.cpuSeconds();
            long start = System.nanoTime();
            long events = load.run(request, batch, counts, Load.IN_FLIGHT, nanos);
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Round(events / seconds, (server.cpuSeconds() - cpu) / events * 1e6);
        }
    }

    private void report(ServerProcess server, int batch, List<Round> rounds, List<Round> limit) throws IOException {
        double rate = median(rounds.stream().map(Round::eventsPerSecond));
        double ratio = median(IntStream.range(0, rounds.size())
                .mapToObj(i -> rounds.get(i).eventsPerSecond() / limit.get(i).eventsPerSecond()));
        System.out.printf(
                Locale.ROOT,
                "| %d | %s | %,.0f | %,.0f | %.2f | %d | %.2f |%n",
                batch,
                server.name(),
                rate,
                rate * EVENT_SIZE / 1e6,
                median(rounds.stream().map(Round::cpuPerMillion)),
                server.residentMegabytes(),
                ratio);
    }

    private static double median(Stream<Double> values) {
        List<Double> sorted = values.sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private ServerProcess limit() throws IOException, InterruptedException {
        Path socket = folder.resolve("limit.sock");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return ServerProcess.start(
                "limit",
                folder,
                socket,
                List.of(
                        java,
                        "-Xms" + HEAP,
                        "-Xmx" + HEAP,
                        "-cp",
                        System.getProperty("java.class.path"),
                        LimitServer.class.getName(),
                        socket.toString()),
                "");
    }

    private ServerProcess shipper(Path home, String name, String queue, String output)
            throws IOException, InterruptedException {
        Path socket = folder.resolve(name + ".sock");
        Path file = folder.resolve(name + ".yml");
        Files.writeString(file, """
                shipper:
                  server: {server: "unix://%s"}
                  queue: {%s}
                  output: {%s}
                """.formatted(socket, queue, output));
        return ServerProcess.shipper(home, name, folder, file, HEAP);
    }

    private record Round(double eventsPerSecond, double cpuPerMillion) {}
}

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

/**
 * Whether a publish that streams would serve better than one call for each request: the same requests and replies, the same
 * number in flight, in interleaved rounds against a server that only counts.
 */
final class StreamingPublish {

    private static final int ROUNDS = 5;
    private static final long NANOS = 1_500_000_000L;

    private StreamingPublish() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("slipway-bench");
        Path socket = folder.resolve("limit.sock");
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                LimitServer.class.getName(),
                socket.toString());
        try (ServerProcess server = ServerProcess.start("limit", folder, socket, command, "")) {
            System.out.println("| batch | in flight | unary, events/s | stream, events/s | stream / unary |");
            System.out.println("|---|---|---|---|---|");
            for (int batch : new int[] {1, 10, 50, 500}) {
                for (int inFlight : new int[] {1, 4, 16}) {
                    compare(server.socket(), loops, batch, inFlight);
                }
            }
        } finally {
            loops.shutdownGracefully();
            Files.deleteIfExists(socket);
            Files.deleteIfExists(folder.resolve("limit.log"));
            Files.delete(folder);
        }
    }

    private static void compare(Path socket, EventLoopGroup loops, int batch, int inFlight)
            throws IOException, InterruptedException {
        byte[] request = Load.request(batch, 1024);
        List<Double> unary = new ArrayList<>();
        List<Double> stream = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = -1; round < ROUNDS; round++) { // round -1 warms up
            double one;
            double other;
            try (Load load = new Load(socket, loops)) {
                one = load.run(request, batch, false, inFlight, NANOS) / (NANOS / 1e9);
            }
            try (Load load = new Load(socket, loops)) {
                other = load.stream(request, batch, inFlight, NANOS) / (NANOS / 1e9);
            }
            if (round >= 0) {
                unary.add(one);
                stream.add(other);
                ratios.add(other / one);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %d | %d | %,.0f | %,.0f | %.2f |%n",
                batch,
                inFlight,
                median(unary),
                median(stream),
                median(ratios));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}

package io.slipway.itests.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What a large backlog costs: how long a queue takes to open after a crash and to give the first event, what it keeps in
 * memory, how fast it drains with a heap of 128 MiB; then the same for the whole shipper.
 */
final class BacklogBenchmark {

    private static final String HEAP = "128m";
    private static final double OPEN_MILLIS = 600;
    private static final long RESIDENT_MEGABYTES = 300;
    private static final long PATIENCE_SECONDS = 600;

    private final Path folder;
    private final Path queue;
    private final long events;

    private BacklogBenchmark(Path folder, double gigabytes) {
        this.folder = folder;
        this.queue = folder.resolve("queue");
        this.events = (long) (gigabytes * 1e9 / LogEvents.SIZE / 500) * 500;
    }

    public static void main(String[] args) throws Exception {
        Options options = Options.of(args);
        Path folder = Files.createTempDirectory(
                Path.of(options.get("folder", System.getProperty("java.io.tmpdir"))), "slipway-bench");
        try {
            BacklogBenchmark benchmark = new BacklogBenchmark(folder, options.decimal("gigabytes", 5));
            benchmark.open(options.number("rounds", 5));
            benchmark.drain();
            benchmark.drainShipper(Path.of(options.get("home", "")).toRealPath());
        } finally {
            Child.delete(folder);
        }
    }

    private void open(int rounds) throws IOException, InterruptedException {
        System.out.print(run("512m", "fill"));
        List<double[]> opened = new ArrayList<>();
        boolean cold = false;
        for (int round = 0; round < rounds; round++) {
            cold = forgetPages();
            opened.add(Stream.of(run(HEAP, "open").trim().split(" "))
                    .mapToDouble(Double::parseDouble)
                    .toArray());
        }
        double millis = median(opened, 0);
        System.out.printf(
                Locale.ROOT,
                "opened after a crash in %.0f ms (to reach: %.0f), first event after %.0f ms, %.1f MB of heap; the page"
                        + " cache was %s%n",
                millis,
                OPEN_MILLIS,
                median(opened, 1),
                median(opened, 2),
                cold ? "empty" : "warm");
    }

    private void drain() throws IOException, InterruptedException {
        System.out.print(run(HEAP, "drain"));
    }

    private void drainShipper(Path home) throws IOException, InterruptedException {
        Child.delete(queue);
        run("512m", "fill");
        long before = bytes();
        Path file =
                Files.writeString(folder.resolve("slipway.yml"), """
                shipper:
                  server: {server: "unix://%s"}
                  queue: {disk: {path: "%s", max_size: 20GB}}
                  output: {discard: {}}
                """.formatted(folder.resolve("drain.sock"), queue));
        long begin = System.nanoTime();
        try (ServerProcess shipper = ServerProcess.shipper(home, "drain", folder, file, HEAP)) {
            long most = 0;
            double ready = (System.nanoTime() - begin) / 1e9;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            for (long left = before; left > before / 20; left = bytes()) {
                if (System.nanoTime() > end) {
                    throw new IOException("the shipper has " + left + " bytes left after ten minutes");
                }
                TimeUnit.MILLISECONDS.sleep(20);
                most = Math.max(most, shipper.residentMegabytes());
            }
            double seconds = (System.nanoTime() - begin) / 1e9 - ready;
            System.out.printf(
                    Locale.ROOT,
                    "the shipper was ready after %.1f s and drained %,.0f events a second, at most %d MB resident (to"
                            + " reach: %d)%n",
                    ready,
                    events * 0.95 / seconds,
                    most,
                    RESIDENT_MEGABYTES);
        }
    }

    private String run(String heap, String what) throws IOException, InterruptedException {
        return Child.run(heap, BacklogRun.class, List.of(what, queue, events));
    }

    /** Makes the next opening read from the disk, where there is a dd that can do that. */
    private boolean forgetPages() throws IOException, InterruptedException {
        boolean forgotten = true;
        for (Path file : files()) {
            forgotten &= new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                            .start()
                            .waitFor()
                    == 0;
        }
        return forgotten;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(queue)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private long bytes() throws IOException {
        long sum = 0;
        for (Path file : files()) {
            sum += file.toFile().length(); // 0 once it is gone
        }
        return sum;
    }

    private static double median(List<double[]> rounds, int column) {
        double[] sorted =
                rounds.stream().mapToDouble(round -> round[column]).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}

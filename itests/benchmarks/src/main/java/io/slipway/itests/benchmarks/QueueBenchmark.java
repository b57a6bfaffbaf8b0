package io.slipway.itests.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How near the disk queue comes to what the disk allows, see {@link RawStore}. Each design has a process of its own in
 * each round; in a round all designs take turns, so that noise of the machine meets all of them; ratios are medians of
 * the ratios within a round.
 */
final class QueueBenchmark {

    private static final String LIMIT = "raw";

    private final Options options;
    private final List<String> designs;
    private final Path folder;
    private final int rounds;
    private final Map<Case, List<QueueResult>> results = new HashMap<>();

    private QueueBenchmark(Options options) {
        this.options = options;
        this.designs = options.list("designs", "raw,plain,lz4,zstd,encrypted,both");
        this.rounds = options.number("rounds", 5);
        this.folder = Path.of(options.get("folder", System.getProperty("java.io.tmpdir")), "slipway-bench-queue");
    }

    public static void main(String[] args) throws Exception {
        new QueueBenchmark(Options.of(args)).run();
    }

    private void run() throws IOException, InterruptedException {
        for (String added : options.list("sync-ms", "0,2")) {
            for (String mode : options.list("modes", "alone,steady")) {
                System.out.printf("%n%s, sync %s%n%n", mode, added.equals("0") ? "as it is" : "+ " + added + " ms");
                System.out.println("| batch | design | events/s | of raw | MB/s | written per byte | p50 us | p99 us"
                        + " | CPU s per million events | RSS MB |");
                System.out.println("|---|---|---|---|---|---|---|---|---|---|");
                for (String batch : options.list("batches", "1,50,500,2000")) {
                    measure(mode, Integer.parseInt(batch), Integer.parseInt(added));
                }
            }
        }
        Child.delete(folder);
        new QueueTargets(this::ratio).print(System.out);
    }

    private void measure(String mode, int batch, int added) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (String design : designs) {
                Child.delete(folder);
                Files.createDirectories(folder);
                String output = Child.run(
                        "512m",
                        QueueRun.class,
                        List.of(
                                design,
                                mode,
                                batch,
                                added,
                                options.decimal("warm-up", 2),
                                options.decimal("seconds", 4),
                                folder.resolve("queue")));
                results.computeIfAbsent(new Case(design, mode, batch, added), one -> new ArrayList<>())
                        .add(QueueResult.parse(output));
            }
        }
        designs.forEach(design -> report(new Case(design, mode, batch, added)));
    }

    private void report(Case one) {
        List<QueueResult> of = results.get(one);
        double rate = median(of, QueueResult::rate);
        System.out.printf(
                Locale.ROOT,
                "| %d | %s | %,.0f | %.2f | %,.0f | %.3f | %,.0f | %,.0f | %.2f | %.0f |%n",
                one.batch(),
                one.design(),
                rate,
                ratio(one, LIMIT, QueueResult::rate),
                rate * LogEvents.SIZE / 1e6,
                median(of, QueueResult::amplification),
                median(of, QueueResult::p50),
                median(of, QueueResult::p99),
                median(of, QueueResult::cpu),
                median(of, QueueResult::megabytes));
    }

    /** The median ratio of a design to another over the rounds; to nothing: its own value. NaN if not measured. */
    private double ratio(Case one, String other, ToDoubleFunction<QueueResult> value) {
        List<QueueResult> of = results.get(one);
        List<QueueResult> to = results.get(new Case(other, one.mode(), one.batch(), one.added()));
        if (of == null) {
            return Double.NaN;
        }
        if (other.isEmpty()) {
            return median(of, value);
        }
        return to == null
                ? Double.NaN
                : median(IntStream.range(0, rounds)
                        .mapToDouble(i -> value.applyAsDouble(of.get(i)) / value.applyAsDouble(to.get(i)))
                        .toArray());
    }

    private static double median(List<QueueResult> results, ToDoubleFunction<QueueResult> value) {
        return median(results.stream().mapToDouble(value).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        java.util.Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /**
     * What is measured.
     *
     * @param added milliseconds added to every sync
     */
    record Case(String design, String mode, int batch, int added) {}
}

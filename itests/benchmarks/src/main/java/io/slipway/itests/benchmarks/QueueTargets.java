package io.slipway.itests.benchmarks;

import io.slipway.itests.benchmarks.QueueBenchmark.Case;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the disk queue is to reach, beside what it reached. */
record QueueTargets(Ratios ratios) {

    private static final int[] LARGE = {50, 500, 2000};

    void print(PrintStream out) {
        out.printf("%n| to reach | batch | at least | reached | |%n|---|---|---|---|---|%n");
        rate(out, "plain, alone, of raw", new Case("plain", "alone", 1, 0), "raw", 0.80);
        rate(out, "plain, steady, of raw", new Case("plain", "steady", 1, 0), "raw", 0.75);
        for (int batch : LARGE) {
            rate(out, "plain, alone, of raw", new Case("plain", "alone", batch, 0), "raw", 0.95);
            rate(out, "plain, steady, of raw", new Case("plain", "steady", batch, 0), "raw", 0.75);
            rate(out, "plain, slow sync, of raw", new Case("plain", "alone", batch, 2), "raw", 1.5);
            rate(out, "encrypted, alone, of plain", new Case("encrypted", "alone", batch, 0), "plain", 0.6);
            written(out, batch);
        }
    }

    private void rate(PrintStream out, String what, Case one, String other, double least) {
        line(out, what, one.batch(), least, ratios.of(one, other, QueueResult::rate), false);
    }

    private void written(PrintStream out, int batch) {
        double written = ratios.of(new Case("plain", "alone", batch, 0), "", QueueResult::amplification);
        line(out, "bytes written per byte, at most", batch, 1.05, written, true);
    }

    private static void line(PrintStream out, String what, int batch, double bound, double reached, boolean atMost) {
        if (!Double.isNaN(reached)) {
            boolean holds = atMost ? reached <= bound : reached >= bound;
            out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.2f | %.3f | %s |%n",
                    what,
                    batch,
                    bound,
                    reached,
                    holds ? "yes" : "**no**");
        }
    }

    /** Gives the median ratio of a design to another; see {@link QueueBenchmark}. */
    @FunctionalInterface
    interface Ratios {
        double of(Case one, String other, ToDoubleFunction<QueueResult> value);
    }
}

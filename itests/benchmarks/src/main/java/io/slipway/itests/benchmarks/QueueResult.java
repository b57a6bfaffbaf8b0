package io.slipway.itests.benchmarks;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * What one measurement gave.
 *
 * @param rate events a second, in {@code steady} those that were read and forgotten, too
 * @param amplification bytes written to the disk for each byte of an event
 * @param p50 microseconds until half of the appends were safe
 * @param p99 the same for all but one of a hundred
 * @param cpu seconds per million events
 * @param megabytes resident
 */
record QueueResult(double rate, double amplification, double p50, double p99, double cpu, long megabytes) {

    private static final String START = "result ";

    String line() {
        return String.format(Locale.ROOT, "%s%f %f %f %f %f %d", START, rate, amplification, p50, p99, cpu, megabytes);
    }

    static QueueResult parse(String output) {
        String line = output.lines()
                .filter(one -> one.startsWith(START))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no result in: " + output));
        double[] values = Stream.of(line.substring(START.length()).split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new QueueResult(values[0], values[1], values[2], values[3], values[4], (long) values[5]);
    }
}

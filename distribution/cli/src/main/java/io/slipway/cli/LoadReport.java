package io.slipway.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What came of generated load.
 *
 * @param plan what was asked for
 * @param published events handed to the clients
 * @param persisted events that the shipper said are safe
 * @param refused events that the shipper will never take
 * @param eventBytes one event's bytes on the wire
 * @param sending from the first request until the last was handed over
 * @param settling from then until all was persisted
 * @param untilAccepted microseconds from handing over a request, or from when it was due, until all of it was accepted
 * @param untilPersisted the same until all of it was persisted
 * @param lagMax the most events that were accepted and not yet persisted, at any look
 * @param lagLast the same when the last request had been handed over
 * @param complete false if it was given up
 */
record LoadReport(
        LoadPlan plan,
        long published,
        long persisted,
        long refused,
        long eventBytes,
        Duration sending,
        Duration settling,
        Histogram untilAccepted,
        Histogram untilPersisted,
        long lagMax,
        long lagLast,
        boolean complete) {

    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
    private static final double MEBI = 1 << 20;
    private static final double MICROS_PER_MILLI = 1000;

    boolean fine() {
        return complete && persisted == published;
    }

    /** Persisted events per second, from the first request until all was persisted. */
    double eventsPerSecond() {
        return persisted / Math.max(1e-9, (sending.toNanos() + settling.toNanos()) / 1e9);
    }

    private double megabytesPerSecond() {
        return eventsPerSecond() * eventBytes / MEBI;
    }

    void print(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%,d events of %,d bytes in batches of %,d over %d connection%s, %d in flight each%n",
                published,
                eventBytes,
                plan.batch(),
                plan.connections(),
                plan.connections() == 1 ? "" : "s",
                plan.inflight());
        out.printf(
                Locale.ROOT,
                "throughput   %,.0f events/s, %,.1f MiB/s, persisted%n",
                eventsPerSecond(),
                megabytesPerSecond());
        print(out, "accepted", untilAccepted);
        print(out, "persisted", untilPersisted);
        out.printf(
                Locale.ROOT,
                "behind       %,d events accepted and not persisted at the most, %,d when the last was sent, none %,d ms later%n",
                lagMax,
                lagLast,
                settling.toMillis());
        out.printf(Locale.ROOT, "result       %,d of %,d persisted, %,d refused%n", persisted, published, refused);
    }

    void printJson(PrintWriter out) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeNumberField("events", published);
            json.writeNumberField("event_bytes", eventBytes);
            json.writeNumberField("batch", plan.batch());
            json.writeNumberField("connections", plan.connections());
            json.writeNumberField("inflight", plan.inflight());
            json.writeNumberField("rate", plan.rate());
            json.writeNumberField("persisted", persisted);
            json.writeNumberField("refused", refused);
            json.writeBooleanField("complete", complete);
            json.writeNumberField("events_per_second", eventsPerSecond());
            json.writeNumberField("mebibytes_per_second", megabytesPerSecond());
            json.writeNumberField("sending_ms", sending.toMillis());
            json.writeNumberField("settling_ms", settling.toMillis());
            json.writeNumberField("lag_max_events", lagMax);
            json.writeNumberField("lag_last_events", lagLast);
            write(json, "accepted_ms", untilAccepted);
            write(json, "persisted_ms", untilPersisted);
            json.writeEndObject();
            json.writeRaw(System.lineSeparator());
        }
    }

    private static void print(PrintWriter out, String name, Histogram latencies) {
        out.printf("%-9s ms ", name);
        for (double percentile : PERCENTILES) {
            out.printf(Locale.ROOT, " p%s %.1f ", label(percentile), millis(latencies, percentile));
        }
        out.println();
    }

    private static void write(JsonGenerator json, String name, Histogram latencies) throws IOException {
        json.writeObjectFieldStart(name);
        for (double percentile : PERCENTILES) {
            json.writeNumberField("p" + label(percentile), millis(latencies, percentile));
        }
        json.writeEndObject();
    }

    private static double millis(Histogram latencies, double percentile) {
        return latencies.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    private static String label(double percentile) {
        return percentile == Math.rint(percentile) ? String.valueOf((int) percentile) : String.valueOf(percentile);
    }
}

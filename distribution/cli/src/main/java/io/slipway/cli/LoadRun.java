package io.slipway.cli;

import io.slipway.client.ClientOptions;
import io.slipway.client.Settled;
import io.slipway.client.ShipperClient;
import io.slipway.client.Statistics;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Generates load: one thread and one client for each connection, all sending the same events again and again, so that generating costs
 * next to nothing.
 */
final class LoadRun {

    private static final int DIGITS = 3;

    private final LoadPlan plan;
    private final Event event;
    private final Tally tally = new Tally();
    private final AtomicLong claimed = new AtomicLong();
    private final Histogram latencies = new SynchronizedHistogram(DIGITS);
    private final List<ShipperClient> clients = new ArrayList<>();
    private long start;
    private long sent;
    private long lagLast;
    private volatile long lagMax;

    LoadRun(LoadPlan plan, DataStream stream) {
        this.plan = plan;
        this.event = Event.newBuilder()
                .setTimestamp(JsonEvents.timestamp(Clock.systemUTC().instant()))
                .setSource(Source.newBuilder().setInputId("slipway-load"))
                .setDataStream(stream)
                .setFields(Struct.newBuilder()
                        .putData(
                                "message",
                                Value.newBuilder()
                                        .setStringValue(message(plan.size()))
                                        .build()))
                .build();
    }

    /** Runs to the end, or until nothing more was persisted for {@code patience}. */
    LoadReport run(ClientOptions options, Duration patience, ProgressLine progress) throws IOException {
        for (int i = 0; i < plan.connections(); i++) {
            clients.add(ShipperClient.open(options));
        }
        start = System.nanoTime();
        List<Thread> threads = clients.stream().map(this::sender).toList();
        boolean complete = true;
        try {
            Watch.over(() -> send(threads), this::moved, patience, () -> look(progress));
        } catch (InterruptedException e) {
            complete = false;
            threads.forEach(Thread::interrupt);
        }
        long end = System.nanoTime();
        clients.forEach(ShipperClient::close);
        progress.clear();
        return report(complete ? sent : end, end, complete);
    }

    private void send(List<Thread> threads) throws InterruptedException {
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        sent = System.nanoTime();
        lagLast = lag();
        tally.awaitSettled();
    }

    private LoadReport report(long lastSent, long end, boolean complete) {
        return new LoadReport(
                plan,
                tally.published(),
                tally.persisted(),
                tally.refused(),
                event.getSerializedSize(),
                Duration.ofNanos(lastSent - start),
                Duration.ofNanos(end - lastSent),
                latencies,
                Math.max(lagMax, lagLast),
                lagLast,
                complete);
    }

    private Thread sender(ShipperClient client) {
        Thread thread = new Thread(() -> send(client), "slipway-load");
        thread.setDaemon(true);
        return thread;
    }

    private void send(ShipperClient client) {
        try {
            for (long first = claim(); first < plan.events(); first = claim()) {
                if (plan.rate() > 0) {
                    waitUntil(start + (long) (first * (double) TimeUnit.SECONDS.toNanos(1) / plan.rate()));
                }
                int count = (int) Math.min(plan.batch(), plan.events() - first);
                tally.publishing(count);
                long handed = System.nanoTime();
                client.publish(Collections.nCopies(count, event))
                        .whenComplete((settled, error) -> settle(handed, settled, error));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // given up; the thread ends
        }
    }

    private long claim() {
        return claimed.getAndAdd(plan.batch());
    }

    private static void waitUntil(long due) throws InterruptedException {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void settle(long handed, Settled settled, Throwable error) {
        if (error != null) {
            tally.settled(0, 0);
            return;
        }
        latencies.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - handed));
        tally.settled(settled.persisted(), settled.refused().size());
    }

    private void look(ProgressLine progress) {
        lagMax = Math.max(lagMax, lag());
        progress.show(tally.persisted(), plan.events(), String.format("%,d events persisted", tally.persisted()));
    }

    private long moved() {
        return tally.persisted() + tally.refused() + tally.published();
    }

    private long lag() {
        long lag = 0;
        for (ShipperClient client : clients) {
            Statistics statistics = client.statistics();
            lag += Math.max(0, statistics.accepted() - statistics.persisted());
        }
        return lag;
    }

    /** Words rather than one letter, so that what compresses behaves as with real logs. */
    private static String message(int size) {
        String line = "2026-01-01 10:00:00 status half-configured libexample:amd64 1.2.3-4 in 17 ms by user 1000; ";
        return line.repeat(size / line.length() + 1).substring(0, size);
    }
}

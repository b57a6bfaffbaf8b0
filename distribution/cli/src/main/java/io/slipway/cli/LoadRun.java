package io.slipway.cli;

import io.slipway.client.Publication;
import io.slipway.client.Publisher;
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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Generates load: a client for each connection, all sending the same event again and again, so that generating costs next to nothing.
 */
final class LoadRun {

    private static final int DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadPlan plan;
    private final List<ShipperClient> clients;
    private final byte[] event;
    private final Tally tally = new Tally();
    private final AtomicLong claimed = new AtomicLong();
    private final Histogram untilAccepted = new SynchronizedHistogram(DIGITS);
    private final Histogram untilPersisted = new SynchronizedHistogram(DIGITS);
    private long start;
    private long sent;
    private long lagLast;
    private volatile long lagMax;

    /** Sends with {@code clients}, and closes them in the end. */
    LoadRun(LoadPlan plan, List<ShipperClient> clients, DataStream stream) {
        this.plan = plan;
        this.clients = clients;
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
                .build()
                .toByteArray();
    }

    /** Runs to the end, or until nothing more was persisted for {@code patience}. */
    LoadReport run(Duration patience, ProgressLine progress) throws IOException {
        start = System.nanoTime();
        List<Thread> threads = clients.stream().flatMap(this::senders).toList();
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
                event.length,
                Duration.ofNanos(lastSent - start),
                Duration.ofNanos(end - lastSent),
                untilAccepted,
                untilPersisted,
                Math.max(lagMax, lagLast),
                lagLast,
                complete);
    }

    /** One for each request that is to be on its way at once: a publisher sends one after the other. */
    private Stream<Thread> senders(ShipperClient client) {
        return Stream.generate(() -> new Thread(() -> send(client.publisher()), "slipway-load"))
                .limit(plan.inflight())
                .peek(thread -> thread.setDaemon(true));
    }

    private void send(Publisher publisher) {
        try {
            for (long first = claim(); first < plan.events(); first = claim()) {
                long due = start + (long) (first * NANOS_PER_SECOND / plan.rate());
                if (plan.rate() > 0) {
                    waitUntil(due);
                }
                int count = (int) Math.min(plan.batch(), plan.events() - first);
                tally.publishing(count);
                Publication publication = publisher.publishRaw(Collections.nCopies(count, event));
                measure(publication, plan.rate() > 0 ? due : System.nanoTime());
                publication.accepted().toCompletableFuture().get(); // the watch interrupts it
            }
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt(); // given up; the thread ends
        }
    }

    private void measure(Publication publication, long since) {
        publication.accepted().thenRun(() -> record(untilAccepted, since));
        publication.persisted().whenComplete((settled, error) -> {
            if (error == null) {
                record(untilPersisted, since);
                tally.settled(settled.persisted(), settled.refused().size());
            } else {
                tally.settled(0, 0);
            }
        });
    }

    private static void record(Histogram latencies, long since) {
        latencies.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - since)));
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

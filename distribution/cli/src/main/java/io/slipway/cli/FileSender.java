package io.slipway.cli;

import io.slipway.cli.JsonEvents.BadLineException;
import io.slipway.client.Publisher;
import io.slipway.client.Refusal;
import io.slipway.client.Settled;
import io.slipway.client.ShipperClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Publishes the events of files in batches and names each line that did not get there.
 *
 * <p>Holds one batch; what is on its way is bounded by the client's window. For one thread; the client answers in another.
 */
final class FileSender {

    private static final int BATCH_EVENTS = 500;
    private static final int BATCH_BYTES = 1 << 20;
    private static final int MOST_NAMED = 20;

    private final Publisher publisher;
    private final Tally tally;
    private final Console console;
    private final ProgressLine progress;
    private final AtomicInteger named = new AtomicInteger();

    private List<byte[]> batch = new ArrayList<>();
    private List<Long> lines = new ArrayList<>();
    private int bytes;

    FileSender(ShipperClient client, Tally tally, Console console, ProgressLine progress) {
        this.publisher = client.publisher();
        this.tally = tally;
        this.console = console;
        this.progress = progress;
    }

    /** Publishes every line of {@code file}, waiting for room in the client's window. */
    void send(String name, EventFile file) throws IOException, InterruptedException {
        while (file.next()) {
            try {
                byte[] event = file.event().toByteArray();
                batch.add(event);
                lines.add(file.line());
                bytes += event.length;
            } catch (BadLineException e) {
                tally.unreadableLine();
                name(name, file.line(), "not sent, because " + e.getMessage());
            }
            if (batch.size() >= BATCH_EVENTS || bytes >= BATCH_BYTES) {
                publish(name);
            }
        }
        publish(name);
    }

    private void publish(String name) throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        List<Long> at = lines;
        tally.publishing(batch.size());
        publisher.publishRaw(batch).persisted().whenComplete((settled, error) -> settle(name, at, settled, error));
        batch = new ArrayList<>();
        lines = new ArrayList<>();
        bytes = 0;
    }

    private void settle(String name, List<Long> at, Settled settled, Throwable error) {
        if (error != null) {
            tally.settled(0, 0); // the client was closed; the report counts what is missing
            return;
        }
        for (Refusal refusal : settled.refused()) {
            name(name, at.get(refusal.position()), "refused by the shipper (" + refusal.reason() + ")");
        }
        tally.settled(settled.persisted(), settled.refused().size());
    }

    private void name(String file, long line, String what) {
        int count = named.incrementAndGet();
        if (count > MOST_NAMED) {
            return;
        }
        progress.clear();
        console.err().println(file + ":" + line + ": " + what + ".");
        if (count == MOST_NAMED) {
            console.err().println("Further lines are only counted.");
        }
    }
}

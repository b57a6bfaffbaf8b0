package io.slipway.output.console;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.output.Output;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Prints events to standard output, each followed by a line feed. A batch is written with one call if it is not huge. */
final class ConsoleOutput implements Output {

    /** Above this much, what is there is written before the batch is whole. */
    private static final int PIECE = 1 << 20;

    private final Encoder encoder;
    private final OutputStream out;
    private final LineBuffer lines = new LineBuffer();

    /** @param out standard output; not closed, as it is the process's */
    ConsoleOutput(Encoder encoder, OutputStream out) {
        this.encoder = encoder;
        this.out = out;
    }

    @Override
    public Delivery deliver(List<Event> events) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        List<Outcome> outcomes = new ArrayList<>(events.size());
        lines.clear();
        for (Event event : events) {
            outcomes.add(add(event));
            if (lines.size() > PIECE) {
                write();
            }
        }
        write();
        return Delivery.of(outcomes);
    }

    private Outcome add(Event event) throws IOException {
        int before = lines.size();
        try {
            encoder.encode(event, lines);
            lines.write('\n');
            return Outcome.DELIVERED;
        } catch (EncodingException e) {
            lines.cutTo(before);
            return Outcome.rejected(e.getMessage());
        }
    }

    private void write() throws IOException {
        try {
            lines.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new IOException("cannot write to standard output (" + e.getMessage() + ")", e);
        }
        lines.clear();
    }
}

package io.slipway.pipeline;

import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.api.queue.StoredQueue;
import io.slipway.api.serializer.Serializer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Function;

/** Writes events as JSON, one to a line; those that cannot be read as their bytes in base64. For one thread. */
final class QueueExport implements StoredQueue.Reader {

    private final OutputStream out;
    private final Function<String, Optional<Serializer>> serializers;
    private final long limit;
    private long written;
    private long unreadable;

    /** @param limit how many events at most */
    QueueExport(OutputStream out, Function<String, Optional<Serializer>> serializers, long limit) {
        this.out = out;
        this.serializers = serializers;
        this.limit = limit;
    }

    @Override
    public boolean read(QueuedEvent event) throws IOException {
        out.write(line(event));
        out.write('\n');
        written++;
        return written < limit;
    }

    private byte[] line(QueuedEvent queued) {
        Optional<Serializer> serializer = serializers.apply(queued.serializer());
        if (serializer.isPresent()) {
            Event event = Event.ofBytes(EventId.of(queued.id()), serializer.get(), queued.bytes());
            try {
                return PluginBundle.of(serializer.get()).call(() -> EventJson.withId(event, DeadLetter.JSON));
            } catch (Exception | LinkageError | StackOverflowError e) {
                // as bytes below, and counted
            }
        }
        unreadable++;
        return EventJson.ofBytes(queued, DeadLetter.JSON);
    }

    /** How many were written as their bytes. */
    long unreadable() {
        return unreadable;
    }
}

package io.slipway.api.serializer;

import io.slipway.api.event.Event;
import java.io.IOException;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Turns events into bytes for a destination, such as a JSON document.
 *
 * <p>Used by one thread at a time. Never blocks by itself. Writes nothing after the event: what separates events belongs
 * to the output.
 */
@ConsumerType
@FunctionalInterface
public interface Encoder {

    /**
     * Writes {@code event} to {@code out}. If this throws, what was written is a part of nothing and to be thrown away.
     *
     * @throws EncodingException if this event has no such form; it will have none later either
     * @throws IOException if {@code out} throws it
     */
    void encode(Event event, OutputStream out) throws EncodingException, IOException;
}

package io.slipway.api.output;

import io.slipway.api.event.Event;
import java.io.IOException;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Delivers events to one destination.
 *
 * <p>An output makes one attempt and says what came of it. Batching, waiting, retrying and acknowledging belong to the
 * pipeline, which calls an instance from one thread at a time.
 */
@ConsumerType
public interface Output extends AutoCloseable {

    /**
     * Tries once to deliver {@code events}. May block; the pipeline interrupts it on shutdown.
     *
     * @param events at least one event, oldest first
     * @return what became of them
     * @throws IOException if the destination could not be reached or gave no answer; the pipeline will offer all of
     *     {@code events} again, so some may be delivered twice
     * @throws InterruptedException if interrupted; treated as the above
     */
    Delivery deliver(List<Event> events) throws IOException, InterruptedException;

    /**
     * Looks whether the destination is there and would take events, without sending any; serves {@code slipway test
     * output}. May block for some seconds.
     *
     * @return what it found, such as product and version, for a person to read; empty if there is nothing to say
     * @throws IOException if the destination cannot be used, saying why
     * @throws InterruptedException if interrupted
     */
    default String check() throws IOException, InterruptedException {
        return "";
    }

    /** Lets go of connections and files. Called once, after the last {@link #deliver}. */
    @Override
    default void close() throws IOException {}
}

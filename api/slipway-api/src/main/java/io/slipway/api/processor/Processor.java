package io.slipway.api.processor;

import io.slipway.api.event.Event;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Changes, drops or splits events on their way from the queue to an output.
 *
 * <p>Called by many threads at once; what calls share, the implementation guards. Events are immutable: a change makes a
 * new one. It never holds an event back.
 */
@ConsumerType
@FunctionalInterface
public interface Processor extends AutoCloseable {

    /**
     * Passes on what should follow {@code event}: the event itself, a changed copy, several {@linkplain Event#child
     * children}, or nothing to drop it.
     *
     * @param event the event to process
     * @param next takes events onward; usable only during this call
     * @throws ProcessingException if this event cannot be processed; what happens to it then is the user's choice
     * @throws InterruptedException if interrupted; the event will be offered again
     */
    void process(Event event, Consumer<? super Event> next) throws ProcessingException, InterruptedException;

    /** Lets go of what it holds. Called once, after the last {@link #process}. */
    @Override
    default void close() {}
}

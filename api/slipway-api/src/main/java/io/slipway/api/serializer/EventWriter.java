package io.slipway.api.serializer;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventVisitor;
import org.osgi.annotation.versioning.ConsumerType;

/** Writes one event as it is told of it. For one thread. */
@ConsumerType
public interface EventWriter {

    /**
     * Is to be told the event. It need not wait for {@link #finish} to refuse one: what is nested too deep or too large may
     * end the telling with an {@link IllegalArgumentException}.
     */
    EventVisitor visitor();

    /**
     * The event's bytes; called once, after the last call to {@link #visitor}.
     *
     * @throws IllegalArgumentException if the event has no such form, being nested too deep or too large
     */
    ByteSlice finish();
}

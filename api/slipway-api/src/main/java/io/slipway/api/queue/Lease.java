package io.slipway.api.queue;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Entries that one worker has in hand. Used by one thread at a time; {@link #close} may come from any. */
@ConsumerType
public interface Lease extends AutoCloseable {

    /** The entries, oldest first; empty when there was nothing to take. */
    List<QueuedEvent> events();

    /** All of them are settled. They will never be leased again by this cursor. */
    void done();

    /** Gives the entries back, unless they are done. */
    @Override
    void close();
}

package io.slipway.api.queue;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Entries that one worker has in hand. Used by one thread at a time; {@link #close} may come from any. */
@ConsumerType
public interface Lease extends AutoCloseable {

    /** The entries, oldest first; empty when there was nothing to take. */
    List<QueuedEvent> events();

    /** All of them are settled, but for those that were dropped. They will never be leased again by this cursor. */
    void done();

    /**
     * How many of its events were dropped for want of room while they were in hand; these are among {@link
     * Cursor#dropped}. May rise until the lease is done, then it stands, so whoever delivered them can take them off
     * again. For any thread.
     */
    default int dropped() {
        return 0;
    }

    /** Gives the entries back, unless they are done. */
    @Override
    void close();
}

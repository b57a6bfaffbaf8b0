package io.slipway.api.queue;

import io.slipway.api.plugin.PluginContext;
import java.io.IOException;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Opens queues of one kind. Registered as a service; called by any thread.
 *
 * @param <S> the record of its settings
 */
@ConsumerType
public interface QueueFactory<S extends Record> {

    /** The word for it under {@code queue:}, such as {@code mem}. */
    String type();

    Class<S> settings();

    /**
     * Whether a restart that lost nothing lets clients go on as if there had been none. False for a queue in memory,
     * where every start is a new beginning.
     */
    boolean durable();

    /**
     * Opens the queue that belongs to {@code context}.
     *
     * @throws IOException if it cannot be opened, with one sentence that says why and what to do
     */
    EventQueue open(S settings, PluginContext context) throws IOException;

    /**
     * Looks at what {@link #open} would open, whether a shipper uses it now or not. Empty for a queue that keeps nothing.
     *
     * @throws IOException if there is nothing to look at or it cannot be read, with one sentence that says why
     */
    default Optional<StoredQueue> look(S settings, PluginContext context) throws IOException {
        return Optional.empty();
    }

    /**
     * With what to seal that which belongs to events of this queue and is kept outside of it. Asked for once the queue is
     * open, and by commands beside it. Empty if events are stored in clear.
     *
     * @param context for use during this call only
     * @throws IOException if a key cannot be had, with one sentence that says why and what to do
     */
    default Optional<Vault> vault(S settings, PluginContext context) throws IOException {
        return Optional.empty();
    }
}

package io.slipway.core.intake;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Entry;
import java.util.List;
import java.util.Optional;

/** Takes events into the running plan. Safe for all threads; nothing here blocks. */
public interface Intake {

    /** Why no events are taken now, such as {@code shipper is initializing}; empty if they are. */
    Optional<String> unavailable();

    /**
     * Who gives the ids: changes whenever earlier ids mean nothing any more, so a client has to send again what was not
     * persisted. A random UUID, version 4. Stable while {@link #unavailable} is empty, but for an announced change.
     */
    String uuid();

    /** The largest event that is taken, in bytes; a larger one is to be offered as {@link Bad}. */
    int maxEventSize();

    /**
     * Offers events. The answer comes once entries are in the queue, as safe as it promises, and what was bad among them
     * is a dead letter on disk. It fails with {@link io.slipway.api.queue.QueueClosedException} at a stop, and with an
     * {@link java.io.IOException} whose message a client may see if what is to be safe could not be made so.
     *
     * @param entries what to store, in order, at least one; a {@link Entry.Placeholder} for each bad event
     * @param bad the events that take no part, by rising position; each has its place holder among {@code entries}
     */
    Append append(List<Entry> entries, List<Bad> bad);

    /** Every event up to this id is safe; 0: none. Never goes back while the uuid stays. */
    long persisted();

    /**
     * An event that would poison what is behind it.
     *
     * @param position its index in the request, from 0, and in {@code entries}
     * @param bytes the event as it came; not readable by any serializer
     * @param reason what is wrong and where, such as {@code fields.a[3]: has no kind}; quotes no content
     */
    record Bad(int position, ByteSlice bytes, String reason) {}
}

package io.slipway.api.queue;

import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Seals what belongs to events of a queue and is kept outside of it, such as dead letters, as the queue seals its events.
 * Called by any number of threads at once, without waiting for disks or others.
 */
@ConsumerType
public interface Vault {

    /** Bytes that tell nothing of {@code plain} but its length. */
    byte[] seal(byte[] plain);

    /**
     * What was sealed, also by an earlier vault of the same queue.
     *
     * @throws IOException if the key is not here or these are not the bytes that were sealed, with one sentence that
     *     says which
     */
    byte[] open(byte[] sealed) throws IOException;
}

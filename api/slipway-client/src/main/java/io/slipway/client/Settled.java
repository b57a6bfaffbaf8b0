package io.slipway.client;

import java.util.List;

/**
 * What became of the events of one {@code publish}, once nothing of it is open.
 *
 * @param persisted how many are safe with the shipper
 * @param refused those that the shipper will never take, by position
 */
public record Settled(int persisted, List<Refusal> refused) {

    /** Keeps its own copy of the list. */
    public Settled {
        refused = List.copyOf(refused);
    }
}

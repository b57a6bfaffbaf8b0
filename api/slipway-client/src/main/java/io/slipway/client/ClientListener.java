package io.slipway.client;

/**
 * Hears when a shipper goes away, comes back, or turns out to be another one.
 *
 * <p>Called by the client's own thread, once for each change: an implementation must neither block nor throw. All
 * methods do nothing by default.
 */
public interface ClientListener {

    /**
     * Events wait because the shipper cannot be reached or does not take them at present. The client goes on trying.
     *
     * @param reason the status and the words of the shipper or of the connection
     */
    default void away(String reason) {}

    /** The shipper answers again. */
    default void back() {}

    /**
     * The shipper lost what it had accepted, or is another one. What was accepted and is not persisted is sent again.
     *
     * @param uuid the new shipper
     * @param events how many accepted events are sent again
     */
    default void rewound(String uuid, long events) {}
}

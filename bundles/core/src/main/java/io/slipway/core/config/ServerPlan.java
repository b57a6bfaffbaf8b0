package io.slipway.core.config;

import java.util.List;
import java.util.Optional;

/**
 * How to listen.
 *
 * @param listen the addresses, at least one
 * @param tls for every TCP address; empty: plain text
 * @param strictMode whether every event must have timestamp, source and data stream
 * @param maxInflightBytes memory for requests that are being received or wait, in bytes; already cut to a quarter of the
 *     heap
 * @param maxConnections connections at one time
 */
public record ServerPlan(
        List<Address> listen, Optional<TlsPlan> tls, boolean strictMode, long maxInflightBytes, int maxConnections) {

    public ServerPlan {
        listen = List.copyOf(listen);
    }
}

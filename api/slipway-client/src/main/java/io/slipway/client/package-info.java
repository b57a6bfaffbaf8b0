/**
 * Publishes events to a shipper and follows them until they are safe.
 *
 * <p>Start at {@link io.slipway.client.ShipperClient}. {@link io.slipway.client.EventBuilder} and {@link
 * io.slipway.client.Values} make events from Java values.
 */
package io.slipway.client;

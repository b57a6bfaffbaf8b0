/**
 * Reads the shipper's messages where they lie, without making objects of them and without protobuf-java.
 *
 * <p>{@link io.slipway.wire.raw.CutRequest} finds the events of a request, {@link io.slipway.wire.raw.EventCheck} says
 * whether every later reader of an event will be able to read it.
 */
package io.slipway.wire.raw;

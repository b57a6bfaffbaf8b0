package io.slipway.api.queue;

import io.slipway.api.event.ByteSlice;

/**
 * An event in a queue.
 *
 * @param id its id
 * @param bytes what was stored
 * @param serializer the id of the serializer that reads it
 */
public record QueuedEvent(long id, ByteSlice bytes, String serializer) {}

package io.slipway.api.input;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;

/** An event without an id. */
public sealed interface Draft {

    /** As a tree. */
    record Built(Content content) implements Draft {}

    /** As bytes, with the id of the serializer that reads them. */
    record Written(ByteSlice bytes, String serializer) implements Draft {}
}

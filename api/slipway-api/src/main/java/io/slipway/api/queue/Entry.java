package io.slipway.api.queue;

import io.slipway.api.event.ByteSlice;
import java.util.Objects;

/** What is put into a queue. */
public sealed interface Entry {

    /** How many bytes it adds to the queue. */
    int size();

    /** An event as bytes, with the id of the serializer that reads them. */
    record Stored(ByteSlice bytes, String serializer) implements Entry {
        public Stored {
            Objects.requireNonNull(bytes);
            Objects.requireNonNull(serializer);
        }

        @Override
        public int size() {
            return bytes.length();
        }
    }

    /** Takes an id and nothing else: an event that went elsewhere, and is settled for every cursor from the start. */
    record Placeholder() implements Entry {
        @Override
        public int size() {
            return 0;
        }
    }
}

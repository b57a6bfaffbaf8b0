package io.slipway.api.serializer;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.ContentBuilder;
import io.slipway.api.event.EventVisitor;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Turns events into bytes that are kept, and back, without losing anything: every kind of value comes back as it was.
 *
 * <p>Registered as a service, one instance for all threads; never blocks. What it wrote it can read for ever: a queue
 * keeps the {@link #id} with the bytes.
 */
@ConsumerType
public interface Serializer {

    /** A stable name, such as {@code protobuf}; never given to another format. */
    String id();

    ByteSlice write(Content content);

    /**
     * Begins to write an event of which the writer is told piece by piece, so that what another serializer wrote can be
     * turned without a tree. For one event and one thread.
     */
    default EventWriter writer() {
        ContentBuilder tree = new ContentBuilder();
        return new EventWriter() {
            @Override
            public EventVisitor visitor() {
                return tree;
            }

            @Override
            public ByteSlice finish() {
                return write(tree.content());
            }
        };
    }

    /**
     * Builds the whole tree.
     *
     * @throws IllegalStateException if {@code bytes} are not what {@link #write} gives
     */
    Content read(ByteSlice bytes);

    /**
     * Tells {@code visitor} what {@code bytes} hold, without building a tree.
     *
     * @throws IllegalStateException as {@link #read}; the visitor may have been told a part by then
     */
    void visit(ByteSlice bytes, EventVisitor visitor);
}

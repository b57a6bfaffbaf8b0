package io.slipway.serializer.protobuf;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.ContentBuilder;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.serializer.EventWriter;
import io.slipway.api.serializer.Serializer;
import org.osgi.service.component.annotations.Component;

/**
 * Keeps events as the {@code Event} message of the shipper's protocol, so what a client sent is stored as it came.
 *
 * <p>Without state, for all threads. Values may be nested {@link #MAX_DEPTH} deep, twice of what the door lets in, so that
 * processors have room to nest further; not recursive, so the smallest stack will do.
 */
@Component
public final class ProtobufSerializer implements Serializer {

    /** How many maps and lists may lie in each other, counted from {@code fields} or {@code metadata}. */
    static final int MAX_DEPTH = 200;

    @Override
    public String id() {
        return "protobuf";
    }

    /** @throws IllegalArgumentException if {@code content} is nested too deep, or would take 2 GiB or more */
    @Override
    public ByteSlice write(Content content) {
        ProtobufWriter writer = new ProtobufWriter();
        content.accept(writer);
        return writer.finish();
    }

    @Override
    public EventWriter writer() {
        return new ProtobufWriter();
    }

    @Override
    public Content read(ByteSlice bytes) {
        ContentBuilder reader = new ContentBuilder();
        visit(bytes, reader);
        return reader.content();
    }

    @Override
    public void visit(ByteSlice bytes, EventVisitor visitor) {
        EventWalk.over(bytes, visitor);
    }
}

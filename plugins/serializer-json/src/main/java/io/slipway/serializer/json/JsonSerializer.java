package io.slipway.serializer.json;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.ContentBuilder;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.serializer.EventWriter;
import io.slipway.api.serializer.Serializer;
import org.osgi.service.component.annotations.Component;

/**
 * Keeps events as JSON (RFC 8259), in the form that the page of this plugin describes.
 *
 * <p>Without state, for all threads. Values may be nested {@link #MAX_DEPTH} deep, as with every serializer of the shipper; not
 * recursive, so the smallest stack will do.
 */
@Component
public final class JsonSerializer implements Serializer {

    /** How many maps and lists may lie in each other, counted from the fields or the metadata. */
    static final int MAX_DEPTH = 200;

    @Override
    public String id() {
        return "json";
    }

    /** @throws IllegalArgumentException if {@code content} is nested too deep, or would take 2 GiB or more */
    @Override
    public ByteSlice write(Content content) {
        JsonWriter writer = new JsonWriter();
        content.accept(writer);
        return writer.finish();
    }

    @Override
    public EventWriter writer() {
        return new JsonWriter();
    }

    @Override
    public Content read(ByteSlice bytes) {
        ContentBuilder tree = new ContentBuilder();
        visit(bytes, tree);
        return tree.content();
    }

    @Override
    public void visit(ByteSlice bytes, EventVisitor visitor) {
        EventWalk.over(bytes, visitor);
    }
}

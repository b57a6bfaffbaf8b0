package io.slipway.api.event;

import io.slipway.api.serializer.Serializer;
import java.util.Objects;

/**
 * One event on its way through the shipper. Immutable; safe for all threads.
 *
 * <p>An event starts as the bytes that arrived and is built as a tree only if somebody asks for its {@link #content}. A
 * change makes a new event, which keeps the id and has no bytes until it is written again.
 */
public final class Event {

    private final EventId id;
    private final Serializer serializer;
    private final ByteSlice bytes;
    private volatile Content content;

    private Event(EventId id, Serializer serializer, ByteSlice bytes, Content content) {
        this.id = id;
        this.serializer = serializer;
        this.bytes = bytes;
        this.content = content;
    }

    /** An event that is still the bytes which {@code serializer} wrote, or could have written. */
    public static Event ofBytes(EventId id, Serializer serializer, ByteSlice bytes) {
        return new Event(
                Objects.requireNonNull(id), Objects.requireNonNull(serializer), Objects.requireNonNull(bytes), null);
    }

    /** An event made of {@code content}; {@code serializer} will write it when bytes are wanted. */
    public static Event ofContent(EventId id, Serializer serializer, Content content) {
        return new Event(
                Objects.requireNonNull(id), Objects.requireNonNull(serializer), null, Objects.requireNonNull(content));
    }

    public EventId id() {
        return id;
    }

    /**
     * What the event says, built at the first call and kept.
     *
     * @throws IllegalStateException if the bytes cannot be read; what is stored was checked when it came, so this is
     *     damage or a fault of ours
     */
    public Content content() {
        Content built = content;
        if (built == null) {
            built = serializer.read(bytes);
            content = built;
        }
        return built;
    }

    /** The event as bytes of {@link #serializer}: those that arrived, or written now if it was changed. */
    public ByteSlice bytes() {
        return bytes != null ? bytes : serializer.write(content);
    }

    /** The serializer of {@link #bytes}. */
    public Serializer serializer() {
        return serializer;
    }

    /** Tells {@code visitor} what the event holds, from the bytes where nothing was changed. */
    public void accept(EventVisitor visitor) {
        if (bytes != null) {
            serializer.visit(bytes, visitor);
        } else {
            content.accept(visitor);
        }
    }

    /** The event with other content and the same id. */
    public Event with(Content changed) {
        return ofContent(id, serializer, changed);
    }

    /** The {@code ordinal}-th of the events that this one is split into, counted from 1. */
    public Event child(int ordinal, Content part) {
        return ofContent(new EventId(id.queueId(), ordinal), serializer, part);
    }

    /** How much memory the event takes, roughly; cheap. For an event that was changed, the size of its text. */
    public int sizeInBytes() {
        return bytes != null ? bytes.length() : ContentWalk.size(content);
    }

    /** Id and size only: the content of an event has no place in a log. */
    @Override
    public String toString() {
        return "event " + id.queueId() + (id.child() == 0 ? "" : "/" + id.child());
    }
}

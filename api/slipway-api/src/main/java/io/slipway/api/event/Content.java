package io.slipway.api.event;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What an event says, built as a tree.
 *
 * @param timestamp when it happened, within the years that {@link Value.Time} allows; empty if the event does not say
 * @param metadata what is meant for the way to the destination, not for the document
 * @param fields the document
 */
public record Content(
        Optional<Instant> timestamp, Source source, DataStream dataStream, Fields metadata, Fields fields) {

    public Content {
        timestamp.ifPresent(Value.Time::new);
        Objects.requireNonNull(source);
        Objects.requireNonNull(dataStream);
        Objects.requireNonNull(metadata);
        Objects.requireNonNull(fields);
    }

    public Content withFields(Fields changed) {
        return new Content(timestamp, source, dataStream, metadata, changed);
    }

    public Content withMetadata(Fields changed) {
        return new Content(timestamp, source, dataStream, changed, fields);
    }

    public Content withDataStream(DataStream changed) {
        return new Content(timestamp, source, changed, metadata, fields);
    }

    public Content withTimestamp(Instant changed) {
        return new Content(Optional.of(changed), source, dataStream, metadata, fields);
    }

    /** Tells {@code visitor} the whole tree, in its order. Not recursive: the visitor may end it by throwing. */
    public void accept(EventVisitor visitor) {
        ContentWalk.over(this, visitor);
    }
}

package io.slipway.serializer.protobuf;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.EventVisitor;
import io.slipway.wire.raw.MalformedException;
import io.slipway.wire.raw.WireReader;

/**
 * Tells a visitor what the bytes of an event hold. Fields may come in any order, in several pieces, and among unknown ones;
 * what protobuf would make of that is what the visitor is told. Keys that come twice are told twice.
 *
 * <p>Nothing is copied, whatever the bytes are, and what is kept of a message in pieces is less than the event.
 */
final class EventWalk {

    private final Pieces timestamp = new Pieces();
    private final Pieces source = new Pieces();
    private final Pieces dataStream = new Pieces();
    private final Pieces metadata = new Pieces();
    private final Pieces fields = new Pieces();

    private EventWalk() {}

    /** @throws IllegalStateException if {@code event} is no event, or none that may have been let in */
    static void over(ByteSlice event, EventVisitor visitor) {
        try {
            EventWalk walk = new EventWalk();
            walk.locate(new WireReader().reset(event.array(), event.offset(), event.length()));
            walk.tell(event.array(), visitor);
        } catch (MalformedException e) {
            throw new IllegalStateException("These bytes are no event: " + e.getMessage() + ".", e);
        }
    }

    private void locate(WireReader in) throws MalformedException {
        while (!in.atEnd()) {
            int tag = in.tag();
            switch (tag) {
                case WireTag.TIMESTAMP -> take(in, timestamp);
                case WireTag.SOURCE -> take(in, source);
                case WireTag.DATA_STREAM -> take(in, dataStream);
                case WireTag.METADATA -> take(in, metadata);
                case WireTag.FIELDS -> take(in, fields);
                default -> in.skip(tag);
            }
        }
    }

    private static void take(WireReader in, Pieces pieces) throws MalformedException {
        int length = in.length();
        pieces.add(in.position(), in.position() + length);
        in.advance(length);
    }

    private void tell(byte[] bytes, EventVisitor visitor) throws MalformedException {
        SmallMessages small = new SmallMessages(bytes);
        if (timestamp.count() > 0) {
            small.timestamp(timestamp);
            visitor.timestamp(small.seconds(), small.nanos());
        }
        if (source.count() > 0) {
            String[] texts = small.texts(source, 2);
            visitor.source(texts[0], texts[1]);
        }
        if (dataStream.count() > 0) {
            String[] texts = small.texts(dataStream, 3);
            visitor.dataStream(texts[0], texts[1], texts[2]);
        }
        ValueWalk values = new ValueWalk(bytes, visitor, small);
        if (metadata.count() > 0) {
            visitor.metadata();
            values.map(metadata);
        }
        if (fields.count() > 0) {
            visitor.fields();
            values.map(fields);
        }
    }
}

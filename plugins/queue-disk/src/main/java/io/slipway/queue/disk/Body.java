package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import java.nio.ByteBuffer;
import java.util.List;
import org.h2.mvstore.WriteBuffer;

/**
 * The body of a block as it will be stored, made before its place in the queue is known. Holds the events' own bytes
 * where these are stored as they came. For all threads.
 *
 * @param unplaced its header, without a place
 * @param pieces its bytes, in order
 */
record Body(BlockHeader unplaced, List<ByteSlice> pieces) {

    /** Its header at a place of the queue. */
    BlockHeader at(long firstSequence, long firstId) {
        return unplaced.placedAt(firstSequence, firstId);
    }

    /** Its events. */
    int count() {
        return unplaced.count();
    }

    /** The ids that it covers. */
    int idSpan() {
        return unplaced.idSpan();
    }

    /** The bytes that it takes, without its header. */
    int storedLength() {
        return unplaced.storedLength();
    }

    /** The bytes that it takes, with its header. */
    int totalLength() {
        return unplaced.length() + unplaced.storedLength();
    }

    void writeTo(WriteBuffer to) {
        for (ByteSlice piece : pieces) {
            to.put(piece.array(), piece.offset(), piece.length());
        }
    }

    void writeTo(ByteBuffer to) {
        for (ByteSlice piece : pieces) {
            to.put(piece.array(), piece.offset(), piece.length());
        }
    }
}

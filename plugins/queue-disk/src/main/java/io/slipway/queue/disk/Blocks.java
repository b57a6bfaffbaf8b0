package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import java.io.IOException;
import java.util.Optional;

/**
 * The blocks of one segment in the order of their sequence, one after the other. For one thread at a time; blocks on
 * the disk only, and an interrupt neither ends nor harms a call.
 */
interface Blocks extends AutoCloseable {

    /** Makes the first block that ends after {@code sequence} the next one: the one that holds it, if it is there. */
    void seek(long sequence) throws IOException;

    /**
     * The next block. Its header is whole; its body is whole if the codec finds so. A sequence that does not follow the
     * last one means that a block between is damaged.
     *
     * @return nothing after the last block
     * @throws DamagedException if the next block cannot be found for damage; seek or close then
     * @throws IOException if the disk failed; a seek tries again
     */
    Optional<StoredBlock> next() throws IOException;

    @Override
    void close();

    /**
     * A block of a segment.
     *
     * @param body as stored: compressed and sealed, as the header says; keeps all of the group in memory
     */
    record StoredBlock(BlockHeader header, ByteSlice body) {}
}

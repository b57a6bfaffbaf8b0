package io.slipway.queue.disk;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest events, in memory, so that who reads them at once reads no file. Without a gap up to the newest. Guarded by
 * the queue's lock.
 */
final class Tail {

    private final TreeMap<Long, Block> blocks = new TreeMap<>();
    private final long bound;
    private long bytes;

    /** @param bound in bytes; at least the newest block is kept even if it is larger */
    Tail(long bound) {
        this.bound = bound;
    }

    void add(Block block) {
        blocks.put(block.firstSequence(), block);
        bytes += block.bytes();
        while (bytes > bound && blocks.size() > 1) {
            bytes -= blocks.pollFirstEntry().getValue().bytes();
        }
    }

    Optional<Block> holding(long sequence) {
        Map.Entry<Long, Block> entry = blocks.floorEntry(sequence);
        return entry == null ? Optional.empty() : Optional.of(entry.getValue()).filter(block -> block.holds(sequence));
    }

    /** Lets go of what lies before {@code sequence}, which nobody will read again. */
    void forgetBefore(long sequence) {
        while (!blocks.isEmpty() && blocks.firstEntry().getValue().endSequence() <= sequence) {
            bytes -= blocks.pollFirstEntry().getValue().bytes();
        }
    }
}

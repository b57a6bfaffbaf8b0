package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.queue.disk.Blocks.StoredBlock;
import io.slipway.queue.disk.SegmentWriter.Placed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;

/** Makes blocks of random bytes, the same ones for the same sequence, and reads them back. */
final class TestBlocks {

    private TestBlocks() {}

    /** A block of {@code count} events with ids three times their sequence. */
    static Placed block(long sequence, int count, int length) {
        byte[] bytes = new byte[length];
        new Random(sequence).nextBytes(bytes);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        BlockHeader header = new BlockHeader(
                0,
                0,
                count,
                3 * count,
                false,
                Compression.NONE,
                "protobuf",
                Math.max(length, 4 * count),
                length,
                (int) crc.getValue(),
                Optional.empty());
        return new Placed(new Body(header, List.of(ByteSlice.of(bytes))), sequence, 3 * sequence);
    }

    /** {@code groups} groups of two blocks of {@code count} events each, from {@code sequence} on. */
    static List<List<Placed>> groups(long sequence, int groups, int count, int length) {
        List<List<Placed>> all = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            long first = sequence + 2L * i * count;
            all.add(List.of(block(first, count, length), block(first + count, count, length)));
        }
        return all;
    }

    /** The sequence numbers of all whole blocks that follow, up to damage. */
    static List<Long> rest(Blocks blocks) throws IOException {
        List<Long> sequences = new ArrayList<>();
        try {
            for (Optional<StoredBlock> next = blocks.next(); next.isPresent(); next = blocks.next()) {
                if (isWhole(next.get())) {
                    sequences.add(next.get().header().firstSequence());
                }
            }
        } catch (DamagedException e) {
            return sequences;
        }
        return sequences;
    }

    /** Whether the body is what {@link #block} made for its sequence. */
    static boolean isWhole(StoredBlock block) {
        byte[] bytes = new byte[block.header().storedLength()];
        new Random(block.header().firstSequence()).nextBytes(bytes);
        return block.body().equals(ByteSlice.of(bytes));
    }
}

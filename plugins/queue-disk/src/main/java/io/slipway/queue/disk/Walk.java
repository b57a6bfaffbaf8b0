package io.slipway.queue.disk;

import io.slipway.queue.disk.Blocks.StoredBlock;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * One reader's way through the files. It reads them through MVStore; where that shows a gap, it looks at the bytes of the
 * file itself, because MVStore leaves out, without a word, what lies behind a damaged place. For one thread at a time.
 */
final class Walk implements AutoCloseable {

    private final Disk disk;
    private final Segments segments;
    private final BlockCodec codec;
    private final LongSupplier end;

    private final Set<Segment> hopeless = new HashSet<>();
    private Segment lastTried;
    private volatile Segment at;
    private Blocks blocks;
    private long openedAt;
    private boolean scanning;
    /** Where the next block of {@link #blocks} begins, if it follows the last one; -1 if a seek is needed. */
    private long follows = -1;

    /** @param end the sequence number after the last event that may be read */
    Walk(Disk disk, Segments segments, BlockCodec codec, LongSupplier end) {
        this.disk = disk;
        this.segments = segments;
        this.codec = codec;
        this.end = end;
    }

    /**
     * What was found.
     *
     * @param block empty if there is nothing up to the end
     * @param gapIn the file of what is missing before it
     */
    record Found(Optional<Block> block, Optional<Segment> gapIn) {

        static Found whole(Block block) {
            return new Found(Optional.of(block), Optional.empty());
        }

        /** Whether it holds {@code sequence}. */
        boolean holds(long sequence) {
            return block.filter(found -> found.holds(sequence)).isPresent();
        }
    }

    /**
     * Finds the block that holds {@code sequence}, or, if that is lost, the first one behind it.
     *
     * @throws NotNowException if something else is missing that is needed to read it, such as a library
     * @throws IOException if the disk fails; nothing is lost by it
     */
    Found find(long sequence) throws IOException {
        Optional<Segment> next = segments.holding(sequence);
        Optional<Segment> gapIn = Optional.empty();
        while (next.isPresent()) {
            Segment segment = next.get();
            Optional<Block> found = in(segment, sequence);
            if (found.isPresent() && found.get().firstSequence() <= sequence) {
                return Found.whole(found.get());
            }
            long stop = segments.endOf(segment);
            boolean passed = found.isEmpty()
                    && stop != Segment.UNKNOWN
                    && stop <= sequence
                    && segments.after(segment).isPresent(); // the newest may be just about to get it once more
            if (!passed && gapIn.isEmpty()) {
                Optional<Block> before = inTheOneBefore(segment, sequence);
                if (before.isPresent()) {
                    return Found.whole(before.get());
                }
                // If it begins behind, what is missing was in a file that is gone, and this one is whole.
                boolean behind = segment.firstSequence() > sequence;
                gapIn = behind ? Optional.empty() : next;
            }
            if (found.isPresent()) {
                return new Found(found, lacksItsStart(segment, found.get()) ? next : gapIn);
            }
            next = segments.after(segment);
        }
        return new Found(Optional.empty(), gapIn);
    }

    /** Whether the file is named after an earlier event than the first one in it. */
    private static boolean lacksItsStart(Segment segment, Block first) {
        return segment.firstId() < first.at(first.firstSequence()).id()
                && segment.firstSequence() == first.firstSequence();
    }

    /** After a failed sync, events are written again to a new file; a crash meanwhile may leave some in the old one only. */
    private Optional<Block> inTheOneBefore(Segment segment, long sequence) throws IOException {
        Optional<Segment> before = segments.before(segment);
        if (before.isEmpty() || hopeless.contains(before.get())) {
            return Optional.empty();
        }
        return anywhereIn(before.get(), sequence).filter(block -> block.holds(sequence));
    }

    /** From now on nothing is looked for in the file that was read last. */
    Optional<Segment> giveUp() {
        Optional<Segment> last = Optional.ofNullable(lastTried);
        last.ifPresent(hopeless::add);
        leave();
        return last;
    }

    /** The block of this file that holds {@code sequence}, or the first one behind it. */
    private Optional<Block> in(Segment segment, long sequence) throws IOException {
        long stop = segments.endOf(segment);
        if (hopeless.contains(segment) || sequence >= end.getAsLong() || stop != Segment.UNKNOWN && sequence >= stop) {
            return Optional.empty();
        }
        return anywhereIn(segment, sequence);
    }

    private Optional<Block> anywhereIn(Segment segment, long sequence) throws IOException {
        Optional<Block> found = read(segment, sequence);
        if (found.isPresent() && found.get().firstSequence() <= sequence) {
            return found;
        }
        if (at == segment && openedAt < segment.bytes()) {
            leave(); // it has grown since
            found = read(segment, sequence);
            if (found.isPresent() && found.get().firstSequence() <= sequence) {
                return found;
            }
        }
        if (at == segment && !scanning) {
            scan(segment);
            Optional<Block> scanned = read(segment, sequence);
            if (scanned.isPresent()
                    && (found.isEmpty()
                            || scanned.get().firstSequence() < found.get().firstSequence())) {
                return scanned;
            }
        }
        return found;
    }

    private Optional<Block> read(Segment segment, long sequence) throws IOException {
        lastTried = segment;
        try {
            if (at != segment) {
                open(segment);
            }
            if (follows != sequence) {
                blocks.seek(sequence);
            }
            follows = -1;
            return firstFrom(sequence);
        } catch (NoSuchFileException e) {
            leave();
            return Optional.empty();
        } catch (NewerFormatException e) {
            throw new NotNowException(e.getMessage(), e);
        } catch (DamagedException e) {
            if (scanning) {
                leave();
                return Optional.empty();
            }
            scan(segment);
            return read(segment, sequence);
        }
    }

    private Optional<Block> firstFrom(long sequence) throws IOException {
        while (true) {
            Optional<StoredBlock> stored = blocks.next();
            if (stored.isEmpty()) {
                return Optional.empty();
            }
            BlockHeader header = stored.get().header();
            if (header.endSequence() <= sequence) {
                continue;
            }
            if (header.firstSequence() >= end.getAsLong()) {
                return Optional.empty(); // written, but not known to be safe
            }
            try {
                Block block = Block.of(
                        header.firstSequence(),
                        codec.decode(header, stored.get().body()));
                follows = block.endSequence();
                return Optional.of(block);
            } catch (DamagedBlockException e) {
                continue; // what is missing shows as a gap
            } catch (IOException e) {
                throw new NotNowException(e.getMessage(), e);
            }
        }
    }

    private void open(Segment segment) throws IOException {
        leave();
        openedAt = segment.bytes();
        try {
            blocks = SegmentReader.open(disk, segment.path());
            scanning = false;
        } catch (DamagedException e) {
            blocks = SegmentScan.open(disk, segment.path());
            scanning = true;
        }
        at = segment;
    }

    private void scan(Segment segment) throws IOException {
        leave();
        openedAt = segment.bytes();
        blocks = SegmentScan.open(disk, segment.path());
        scanning = true;
        at = segment;
    }

    /** Whether this file is open. For any thread. */
    boolean isIn(Segment segment) {
        return at == segment;
    }

    /** Lets go of the file; the next call opens it again. */
    void leave() {
        follows = -1;
        if (blocks != null) {
            blocks.close();
            blocks = null;
        }
        at = null;
    }

    @Override
    public void close() {
        leave();
    }
}

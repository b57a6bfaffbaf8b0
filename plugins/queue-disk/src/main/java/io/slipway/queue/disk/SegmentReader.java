package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * Reads what a segment held when it was opened, also while it is being filled. Keeps about one group in memory and
 * never writes.
 *
 * <p>MVStore shows an older state of a file, without a word, if the end of a commit is damaged: a segment that may be
 * damaged is compared with what {@link SegmentScan} finds.
 */
final class SegmentReader implements Blocks {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final long LAST = Long.MAX_VALUE / Group.KEYS - 1;

    private final String name;
    private final MVStore store;
    private final About about;
    private final MVMap<Long, Group> groups;
    private Cursor<Long, Group> cursor;
    private ByteBuffer group = NOTHING;
    private long from;

    private SegmentReader(String name, MVStore store) throws IOException {
        this.name = name;
        this.store = store;
        about = About.read(store, name);
        if (!Group.hasMap(store)) {
            throw new DamagedException(name + " is damaged: it has no map of events.");
        }
        groups = Group.map(store);
    }

    /**
     * Opens a segment before its first block.
     *
     * @throws DamagedException if MVStore cannot read it; a scan may
     * @throws NewerFormatException if a newer version wrote it
     */
    static SegmentReader open(Disk disk, Path path) throws IOException {
        String name = path.getFileName().toString();
        MVStore store = SegmentStore.open(disk.open(path, false), name, true);
        try {
            SegmentReader reader = new SegmentReader(name, store);
            SegmentStore.check(store);
            reader.seek(0);
            return reader;
        } catch (IOException | RuntimeException | Error e) {
            IOException told = SegmentStore.told(store, e);
            store.closeImmediately();
            throw told;
        }
    }

    /** What the segment says of itself: {@code format}, {@code created}, and what its maker had to say. */
    Map<String, String> about() {
        return about.entries();
    }

    @Override
    public void seek(long sequence) throws IOException {
        group = NOTHING;
        cursor = null;
        from = sequence;
        try {
            long key = Math.min(sequence, LAST) * Group.KEYS + Group.KEYS - 1;
            Cursor<Long, Group> back = groups.cursor(key, null, true);
            Long start = null;
            while (start == null && back.hasNext()) {
                long candidate = back.next();
                if (back.getValue() != Group.PAD) {
                    start = candidate;
                    group = open(back.getValue());
                }
            }
            cursor = groups.cursor(start == null ? null : Long.valueOf(start + 1));
        } catch (RuntimeException | Error e) {
            throw SegmentStore.told(store, e);
        }
    }

    @Override
    public Optional<StoredBlock> next() throws IOException {
        if (cursor == null) {
            throw new IllegalStateException("a reader that failed must seek first");
        }
        try {
            while (group.hasRemaining() || nextGroup()) {
                StoredBlock block = block();
                if (block.header().endSequence() > from) {
                    return Optional.of(block);
                }
            }
            return Optional.empty();
        } catch (IOException | RuntimeException | Error e) {
            group = NOTHING;
            cursor = null;
            throw SegmentStore.told(store, e);
        }
    }

    private boolean nextGroup() {
        group = NOTHING; // not two at once
        while (cursor.hasNext()) {
            cursor.next();
            if (cursor.getValue() != Group.PAD) {
                group = open(cursor.getValue());
                return true;
            }
        }
        return false;
    }

    private static ByteBuffer open(Group value) {
        ByteSlice stored = value.stored();
        return ByteBuffer.wrap(stored.array(), stored.offset(), stored.length());
    }

    private StoredBlock block() throws IOException {
        Optional<BlockHeader> parsed = BlockHeader.parse(group);
        if (parsed.isEmpty() && BlockHeader.isNewer(group)) {
            throw new NewerFormatException(name + " has a block that a newer version wrote.");
        }
        BlockHeader header =
                parsed.orElseThrow(() -> new DamagedException(name + " is damaged: the header of a block."));
        int start = group.position() + header.length();
        if (header.storedLength() > group.limit() - start) {
            throw new DamagedException(name + " is damaged: a block is longer than its group.");
        }
        group.position(start + header.storedLength());
        return new StoredBlock(header, new ByteSlice(group.array(), start, header.storedLength()));
    }

    @Override
    public void close() {
        store.closeImmediately();
    }
}

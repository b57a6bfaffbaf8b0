package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import java.nio.ByteBuffer;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.LongDataType;

/**
 * A value of a segment's map: the blocks that were appended at once, one behind the other with nothing between. Stored
 * as a 1, their length in four bytes, and the blocks; a pad is stored as a 0.
 */
final class Group {

    /** An entry without blocks, see {@link SegmentWriter}. */
    static final Group PAD = new Group(null, new ByteSlice(new byte[0], 0, 0));

    /** How many keys a group has for itself and its pads: its key is its first sequence number times this. */
    static final int KEYS = 16;

    private static final String MAP = "events";
    private static final byte OF_PAD = 0;
    private static final byte OF_BLOCKS = 1;

    private List<SegmentWriter.Placed> unwritten;
    private final ByteSlice stored;

    private Group(List<SegmentWriter.Placed> unwritten, ByteSlice stored) {
        this.unwritten = unwritten;
        this.stored = stored;
    }

    static Group of(List<SegmentWriter.Placed> blocks) {
        return new Group(blocks, PAD.stored);
    }

    /** The blocks of a group that was read; no bytes for a pad. */
    ByteSlice stored() {
        return stored;
    }

    /** Lets go of the blocks, which MVStore would keep for as long as it caches the page. */
    void release() {
        unwritten = null;
    }

    /** The map of the groups by the sequence number of their first event, times 16. */
    static MVMap<Long, Group> map(MVStore store) {
        return store.openMap(
                MAP,
                new MVMap.Builder<Long, Group>()
                        .keyType(LongDataType.INSTANCE)
                        .valueType(new Type())
                        .singleWriter());
    }

    static boolean hasMap(MVStore store) {
        return store.hasMap(MAP);
    }

    /** Writes the blocks' own bytes into MVStore's buffer, and reads them as a part of the page. */
    private static final class Type extends BasicDataType<Group> {

        private static final int MEMORY = 64;

        @Override
        public Group[] createStorage(int size) {
            return new Group[size];
        }

        @Override
        public int getMemory(Group group) {
            return MEMORY; // what a page keeps once it is released
        }

        @Override
        public boolean isMemoryEstimationAllowed() {
            return false;
        }

        @Override
        public void write(WriteBuffer to, Group group) {
            if (group == PAD) {
                to.put(OF_PAD);
                return;
            }
            if (group.unwritten == null) {
                throw new IllegalStateException("a group is written once");
            }
            to.put(OF_BLOCKS).putInt(0);
            int start = to.position();
            for (SegmentWriter.Placed placed : group.unwritten) {
                to.put(placed.header().toBytes());
                placed.body().writeTo(to);
            }
            to.getBuffer().putInt(start - Integer.BYTES, to.position() - start);
        }

        @Override
        public Group read(ByteBuffer from) {
            int kind = from.get();
            if (kind == OF_PAD) {
                return PAD;
            }
            int length = from.getInt();
            if (kind != OF_BLOCKS || length <= 0 || length > from.remaining()) {
                throw new IllegalStateException("no group of blocks");
            }
            // the page is read for this call alone, see SegmentStore.readFully
            ByteSlice stored = new ByteSlice(from.array(), from.arrayOffset() + from.position(), length);
            from.position(from.position() + length);
            return new Group(null, stored);
        }
    }
}

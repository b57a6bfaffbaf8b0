package io.slipway.queue.disk;

import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.queue.disk.SegmentWriter.Placed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Appends that are written together.
 *
 * @param appends who waits for it
 * @param placed what is written, empty if there are no events among the entries
 * @param blocks the same for those who read at once
 * @param endSequence the sequence number after the last event
 * @param lastId the last id given
 * @param claim what it was thought to take
 */
record Commit(
        List<PendingAppend> appends,
        List<Placed> placed,
        List<Block> blocks,
        long firstSequence,
        long endSequence,
        long firstId,
        long lastId,
        long claim) {

    /** @param packed the size up to which small appends are put into one block */
    static Commit of(List<PendingAppend> appends, BlockCodec codec, int packed, long firstSequence, long firstId) {
        Builder builder = new Builder(codec, packed, firstSequence, firstId);
        long claim = 0;
        for (PendingAppend append : appends) {
            builder.add(append);
            claim += append.claim();
        }
        builder.pack();
        return new Commit(
                appends,
                builder.placed,
                builder.blocks,
                firstSequence,
                builder.sequence,
                firstId,
                builder.id - 1,
                claim);
    }

    private static final class Builder {

        private final BlockCodec codec;
        private final int packed;
        private final List<Placed> placed = new ArrayList<>();
        private final List<Block> blocks = new ArrayList<>();
        private final List<Entry.Stored> packing = new ArrayList<>();
        private int[] offsets = new int[64];
        private long packedSequence;
        private long packedId;
        private long packedBytes;
        private long sequence;
        private long id;

        Builder(BlockCodec codec, int packed, long sequence, long id) {
            this.codec = codec;
            this.packed = packed;
            this.sequence = sequence;
            this.id = id;
        }

        void add(PendingAppend append) {
            append.place(id);
            List<Entry.Stored> events = append.events();
            if (append.body().isPresent()) {
                pack();
                placed.add(new Placed(append.body().get(), sequence, id));
                blocks.add(block(events, append.offsets(), sequence, id));
                sequence += events.size();
            } else {
                for (int i = 0; i < events.size(); i++) {
                    add(events.get(i), id + (append.offsets().length == 0 ? i : append.offsets()[i]));
                }
            }
            id += append.entries();
        }

        private void add(Entry.Stored event, long eventId) {
            if (!packing.isEmpty()
                    && (packedBytes + event.size() > packed
                            || !packing.get(0).serializer().equals(event.serializer()))) {
                pack();
            }
            if (packing.isEmpty()) {
                packedSequence = sequence;
                packedId = eventId;
                packedBytes = 0;
            }
            if (packing.size() == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * offsets.length);
            }
            offsets[packing.size()] = (int) (eventId - packedId);
            packing.add(event);
            packedBytes += event.size();
            sequence++;
        }

        void pack() {
            if (packing.isEmpty()) {
                return;
            }
            List<Entry.Stored> events = List.copyOf(packing);
            int span = offsets[events.size() - 1] + 1;
            int[] sparse = span == events.size() ? new int[0] : Arrays.copyOf(offsets, events.size());
            placed.add(new Placed(codec.encode(events, sparse, span), packedSequence, packedId));
            blocks.add(block(events, sparse, packedSequence, packedId));
            packing.clear();
        }

        private static Block block(List<Entry.Stored> events, int[] offsets, long sequence, long id) {
            QueuedEvent[] queued = new QueuedEvent[events.size()];
            long bytes = 0;
            for (int i = 0; i < queued.length; i++) {
                Entry.Stored event = events.get(i);
                queued[i] =
                        new QueuedEvent(id + (offsets.length == 0 ? i : offsets[i]), event.bytes(), event.serializer());
                bytes += event.size();
            }
            return new Block(sequence, Arrays.asList(queued), bytes);
        }
    }
}

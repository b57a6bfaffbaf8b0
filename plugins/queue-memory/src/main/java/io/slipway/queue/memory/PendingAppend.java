package io.slipway.queue.memory;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Entry;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * A request for room, laid out so that the queue decides under its lock without walking over the entries. The decision
 * is made under the lock and told outside, by whoever made it.
 */
final class PendingAppend implements Append {

    /** Above this much, memory that is held without being counted is given free by copying what is counted. */
    private static final int SLACK = 4096;

    private final CompletableFuture<Appended> outcome = new CompletableFuture<>();
    private final Predicate<PendingAppend> withdrawal;
    private final int count;
    private long[] ends;
    private int[] offsets;
    private Entry.Stored[] stored;
    private Appended answer;

    /** @param withdrawal takes the append out of the queue's waiting line; false if it is not in it */
    PendingAppend(List<Entry> entries, int maxEventSize, Predicate<PendingAppend> withdrawal) {
        this.withdrawal = withdrawal;
        count = entries.size();
        Entry.Stored[] found = new Entry.Stored[count];
        int[] places = new int[count];
        long[] sums = new long[count + 1];
        int events = 0;
        for (int i = 0; i < count; i++) {
            if (entries.get(i) instanceof Entry.Stored entry) {
                if (entry.size() > maxEventSize) {
                    throw new IllegalArgumentException(
                            "an event of " + entry.size() + " bytes is above the largest, " + maxEventSize + " bytes");
                }
                found[events] = entry;
                places[events] = i;
                sums[++events] = sums[events - 1] + entry.size();
            }
        }
        if (count == 0) {
            throw new IllegalArgumentException("an append has at least one entry");
        }
        stored = events == count ? found : Arrays.copyOf(found, events);
        ends = events == count ? sums : Arrays.copyOf(sums, events + 1);
        offsets = events == count ? new int[0] : Arrays.copyOf(places, events);
    }

    int count() {
        return count;
    }

    /** How many events, from the first, fit into so much room. */
    int fitting(long events, long bytes) {
        return Chunk.lastWithin(ends, 0, (int) Math.min(stored.length, events), bytes);
    }

    /** How many entries are taken along with so many events: also the place-holders behind them. */
    int entriesWith(int events) {
        if (events == stored.length) {
            return count;
        }
        return offsets.length == 0 ? events : offsets[events];
    }

    /** Decides: so many events, in {@code chunk} form. Under the queue's lock. */
    Chunk take(int events, long sequence, long firstId, long now) {
        answer = new Appended(firstId, entriesWith(events));
        if (events < stored.length) {
            stored = Arrays.copyOf(stored, events);
            ends = Arrays.copyOf(ends, events + 1);
            offsets = Arrays.copyOf(offsets, Math.min(offsets.length, events));
        }
        return new Chunk(sequence, events, stored, ends, offsets, firstId, now);
    }

    /** Tells what was decided; never under the queue's lock, as anything may hang on the outcome. */
    void tell() {
        compact();
        stored = new Entry.Stored[0];
        outcome.complete(answer);
    }

    void fail(Throwable reason) {
        outcome.completeExceptionally(reason);
    }

    /**
     * Events are slices of the request they came in. If only a small part of it was taken, keeping the slices would keep
     * all of it, uncounted. The chunk sees either slice, old or new: they are equal.
     */
    private void compact() {
        long held = 0;
        byte[] last = null;
        for (Entry.Stored entry : stored) {
            if (entry.bytes().array() != last) {
                last = entry.bytes().array();
                held += last.length;
            }
        }
        if (held <= 2 * ends[stored.length] + SLACK) {
            return;
        }
        for (int i = 0; i < stored.length; i++) {
            stored[i] = new Entry.Stored(ByteSlice.of(stored[i].bytes().toByteArray()), stored[i].serializer());
        }
    }

    @Override
    public CompletionStage<Appended> outcome() {
        return outcome.minimalCompletionStage();
    }

    @Override
    public boolean withdraw() {
        boolean withdrawn = withdrawal.test(this);
        if (withdrawn) {
            outcome.completeExceptionally(new CancellationException("withdrawn"));
        }
        return withdrawn;
    }
}

package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Entry;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * A request for room. What is decided about it is decided under the queue's lock, and told outside of it.
 *
 * <p>Its way: it waits until there is room, or is admitted at once; then it is written together with others; then it is
 * told. It can be withdrawn until the writer has it.
 */
final class PendingAppend implements Append {

    /** What an event takes beyond its bytes, at the most, in its block. */
    private static final int PER_EVENT = 8;

    /** What an append takes beyond its events: the header of a block. */
    private static final int PER_APPEND = 160;

    private final CompletableFuture<Appended> outcome = new CompletableFuture<>();
    private final Predicate<PendingAppend> withdrawal;
    private final int count;
    /** How far the id of each event is from that of the first entry; empty: they follow each other. */
    private int[] offsets;
    /** What the first i events take at the most. */
    private long[] needs;

    private List<Entry.Stored> events;
    private int taken;
    private long claim;
    private Optional<Body> body = Optional.empty();
    private Appended answer;

    /** @param withdrawal takes the append back from the queue; false if it is too late */
    PendingAppend(List<Entry> entries, int maxEventSize, Predicate<PendingAppend> withdrawal) {
        this.withdrawal = withdrawal;
        count = entries.size();
        if (count == 0) {
            throw new IllegalArgumentException("an append has at least one entry");
        }
        Entry.Stored[] found = new Entry.Stored[count];
        int[] places = new int[count];
        needs = new long[count + 1];
        int number = 0;
        for (int i = 0; i < count; i++) {
            if (entries.get(i) instanceof Entry.Stored entry) {
                if (entry.size() > maxEventSize) {
                    throw new IllegalArgumentException(
                            "an event of " + entry.size() + " bytes is above the largest, " + maxEventSize + " bytes");
                }
                found[number] = entry;
                places[number] = i;
                number++;
                needs[number] = needs[number - 1] + entry.size() + PER_EVENT;
            }
        }
        events = Arrays.asList(number == count ? found : Arrays.copyOf(found, number));
        offsets = number == count ? new int[0] : Arrays.copyOf(places, number);
    }

    /** What all of it takes at the most. */
    long need() {
        return PER_APPEND + needs[events.size()];
    }

    /** How many entries, from the first, there is so much room for. */
    int fitting(long room) {
        int low = 0;
        int high = events.size();
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (PER_APPEND + needs[middle] <= room) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        if (low == events.size()) {
            return count;
        }
        return offsets.length == 0 ? low : offsets[low];
    }

    /** Decides that the first {@code entries} are taken. */
    void admit(int entries) {
        taken = entries;
        int number = entries;
        if (offsets.length > 0) {
            number = Arrays.binarySearch(offsets, entries);
            number = number < 0 ? -number - 1 : number;
        }
        if (number < events.size()) {
            // The rest of the request is not to be held in memory by what was taken of it.
            events = events.subList(0, number).stream().map(PendingAppend::copy).toList();
            offsets = offsets.length == 0 ? offsets : Arrays.copyOf(offsets, number);
        }
        claim = number == 0 ? 0 : PER_APPEND + needs[number];
        needs = new long[0];
    }

    private static Entry.Stored copy(Entry.Stored entry) {
        return new Entry.Stored(ByteSlice.of(entry.bytes().toByteArray()), entry.serializer());
    }

    /** What was admitted takes at the most. */
    long claim() {
        return claim;
    }

    /** How many entries were admitted. */
    int entries() {
        return taken;
    }

    List<Entry.Stored> events() {
        return events;
    }

    int[] offsets() {
        return offsets;
    }

    /** Compresses and encrypts, on the thread of who appends; if it is worth it, as small ones are packed together later. */
    void encode(BlockCodec codec) {
        String serializer = events.get(0).serializer();
        if (events.stream().allMatch(event -> event.serializer().equals(serializer))) {
            int span = offsets.length == 0 ? events.size() : offsets[offsets.length - 1] + 1;
            body = Optional.of(codec.encode(events, offsets, span));
        }
    }

    Optional<Body> body() {
        return body;
    }

    void place(long firstId) {
        answer = new Appended(firstId, taken);
    }

    /** Tells what was decided; never under the queue's lock, as anything may hang on the outcome. */
    void tell() {
        outcome.complete(answer);
    }

    void fail(Throwable reason) {
        outcome.completeExceptionally(reason);
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

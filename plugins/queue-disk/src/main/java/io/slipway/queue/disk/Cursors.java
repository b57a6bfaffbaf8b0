package io.slipway.queue.disk;

import io.slipway.api.queue.EventQueue.ParkedCursor;
import io.slipway.api.queue.EventQueue.WhenFull;
import io.slipway.queue.disk.Positions.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The cursors of a queue, those in use and those that are parked. Guarded by the queue's lock. */
final class Cursors {

    private final Map<String, DiskCursor> open = new LinkedHashMap<>();
    private final TreeMap<String, Place> parked = new TreeMap<>();

    Cursors(Map<String, Place> kept) {
        parked.putAll(kept);
    }

    boolean isOpen(String name) {
        return open.containsKey(name);
    }

    /** Where a parked cursor goes on; null if there is none. */
    Place parkedAt(String name) {
        return parked.get(name);
    }

    void open(DiskCursor cursor) {
        open.put(cursor.name(), cursor);
        parked.remove(cursor.name());
    }

    void park(DiskCursor cursor, Place place) {
        open.remove(cursor.name());
        parked.put(cursor.name(), place);
    }

    /** Takes back one that was opened and cannot be kept. */
    void forget(DiskCursor cursor) {
        open.remove(cursor.name());
    }

    /** @throws IOException if there is none that is parked, with a sentence */
    Place drop(String name) throws IOException {
        if (open.containsKey(name)) {
            throw new IOException("The cursor " + name + " is in use by an output. Remove the output first.");
        }
        Place place = parked.remove(name);
        if (place == null) {
            throw new IOException("There is no cursor " + name + ".");
        }
        return place;
    }

    List<DiskCursor> all() {
        return List.copyOf(open.values());
    }

    void arrived() {
        open.values().forEach(DiskCursor::arrived);
    }

    void wakeAll() {
        open.values().forEach(DiskCursor::wakeAll);
    }

    /** The sequence number below which none needs anything; empty without any cursor. */
    OptionalLong low() {
        OptionalLong low = OptionalLong.empty();
        for (DiskCursor cursor : open.values()) {
            low = OptionalLong.of(Math.min(low.orElse(Long.MAX_VALUE), cursor.low()));
        }
        for (Place place : parked.values()) {
            low = OptionalLong.of(Math.min(low.orElse(Long.MAX_VALUE), place.sequence()));
        }
        return low;
    }

    /** Where each goes on after a restart. */
    Map<String, Place> places() {
        Map<String, Place> places = new LinkedHashMap<>(parked);
        open.forEach((name, cursor) -> places.put(name, cursor.place()));
        return places;
    }

    /** @param end the sequence number after the last event */
    List<ParkedCursor> parked(long end) {
        List<ParkedCursor> all = new ArrayList<>();
        parked.forEach((name, place) -> all.add(new ParkedCursor(name, place.position(), place.backlog(end))));
        return all;
    }

    /** Whether nobody who has not passed {@code end} would mind to be moved there. */
    boolean mayDrop(long end) {
        return open.values().stream()
                .allMatch(cursor -> cursor.low() >= end || cursor.whenFull() == WhenFull.DROP_OLDEST);
    }

    /**
     * Moves all to {@code end} that have not passed it.
     *
     * @param id the last id before it
     * @return how many events each parked cursor lost by it; those in use count for themselves
     */
    Map<String, Long> dropTo(long end, long id) {
        for (DiskCursor cursor : open.values()) {
            if (cursor.low() < end) {
                cursor.dropTo(end, id);
            }
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        parked.replaceAll((name, place) -> {
            if (place.sequence() >= end) {
                return place;
            }
            counts.put(name, place.backlog(end));
            return place.movedTo(end, id);
        });
        return counts;
    }
}

package io.slipway.encoder.json;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The keys that an event has had so far, so that none is written twice in a map: a hash table of where they are in the buffer.
 *
 * <p>Maps are told apart by a number that is never used again, so what earlier events left needs no clearing away.
 */
final class KeysSeen {

    private static final int USUAL = 256;
    private static final int LARGE = 64 * USUAL;
    private static final long FACTOR = 0x9e37_79b9_7f4a_7c15L;

    /** So that nobody can choose keys that all fall on one place. */
    private final long seed = ThreadLocalRandom.current().nextLong();

    private int[] maps = new int[USUAL];
    private int[] hashes = new int[USUAL];
    private int[] starts = new int[USUAL];
    private int lastMap;
    private int firstMap = 1;
    private int count;

    /** Begins a new event. */
    void clear() {
        if (maps.length > LARGE || lastMap > Integer.MAX_VALUE / 2) {
            maps = new int[USUAL];
            hashes = new int[USUAL];
            starts = new int[USUAL];
            lastMap = 0;
        }
        firstMap = lastMap + 1;
        count = 0;
    }

    /** The number of a new map; never 0. */
    int newMap() {
        return ++lastMap;
    }

    /**
     * Adds the key that is written, with its quotes, from {@code start} to the end of {@code out}.
     *
     * @return where the same key of the same map was added before, or -1
     */
    int add(int map, JsonBuffer out, int start) {
        int length = out.size() - start;
        int hash = hash(map, out, start, length);
        int mask = maps.length - 1;
        int slot = hash & mask;
        while (maps[slot] >= firstMap) {
            // Equal up to the quote at the end of the new one is equal, since a quote within a key is escaped.
            if (maps[slot] == map && hashes[slot] == hash && out.isSame(starts[slot], start, length)) {
                return starts[slot];
            }
            slot = slot + 1 & mask;
        }
        put(slot, map, hash, start);
        if (2 * ++count > maps.length) {
            grow();
        }
        return -1;
    }

    private void put(int slot, int map, int hash, int start) {
        maps[slot] = map;
        hashes[slot] = hash;
        starts[slot] = start;
    }

    private void grow() {
        int[] oldMaps = maps;
        int[] oldHashes = hashes;
        int[] oldStarts = starts;
        maps = new int[2 * oldMaps.length];
        hashes = new int[maps.length];
        starts = new int[maps.length];
        for (int i = 0; i < oldMaps.length; i++) {
            if (oldMaps[i] >= firstMap) {
                int slot = oldHashes[i] & maps.length - 1;
                while (maps[slot] != 0) {
                    slot = slot + 1 & maps.length - 1;
                }
                put(slot, oldMaps[i], oldHashes[i], oldStarts[i]);
            }
        }
    }

    private int hash(int map, JsonBuffer out, int start, int length) {
        long hash = seed + map * FACTOR;
        int at = 0;
        for (; at <= length - 8; at += 8) {
            hash = mixed(hash ^ out.word(start + at));
        }
        if (at < length) {
            hash = mixed(hash ^ out.word(start + at) & (1L << 8 * (length - at)) - 1);
        }
        return (int) (hash >>> 32);
    }

    private static long mixed(long hash) {
        long product = hash * FACTOR;
        return product ^ product >>> 32;
    }
}

package io.slipway.itests.queue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the lives of one queue said, and what the next must therefore find. Every promise that is broken becomes a
 * sentence of {@link #broken}.
 *
 * <p>For one thread; ids up to two thousand million.
 */
final class Ledger {

    private final List<String> broken = new ArrayList<>();
    private final TreeMap<Long, Payload> kept = new TreeMap<>();
    private final Map<Payload, Long> idOf = new HashMap<>();
    private final Map<String, Reader> readers = new HashMap<>();
    private final Map<String, Long> lastAcknowledged = new HashMap<>();
    private String generation = "";
    private boolean cleanly = true;
    private int life;
    private long highestBefore;
    private long acknowledged;
    private long again;
    private long unacknowledged;

    /** A life begins; whether the one before it stopped, rather than being killed. */
    void begin(int number, boolean afterStop) {
        life = number;
        cleanly = afterStop;
        highestBefore = kept.isEmpty() ? 0 : kept.lastKey();
        readers.values().forEach(Reader::begin);
    }

    /** Takes a line of the life. */
    void take(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "open" -> opened(words.length > 1 ? words[1] : "");
            case "at" -> reader(words[1]).opensAt(number(words[2]));
            case "found" -> found(words);
            case "checked" -> readers.forEach(this::check);
            case "ack" -> acknowledged(words);
            case "done" -> reader(words[1]).finished(number(words[2]), number(words[3]));
            case "moved", "stopped" -> reader(words[1]).movesTo(number(words[2]), words[0].equals("stopped"));
            case "verified" -> expect(line.equals("verified 0 []"), line);
            case "closed" -> {}
            default -> expect(false, line);
        }
    }

    /** The promises that were broken; empty if all held. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    /** How many events were acknowledged, found although nobody was told that they were stored, and found although done. */
    Sums sums() {
        return new Sums(acknowledged, unacknowledged, again);
    }

    private void opened(String name) {
        expect(generation.isEmpty() || generation.equals(name), "another generation, " + name + ", was " + generation);
        generation = name;
    }

    private void acknowledged(String[] words) {
        long id = number(words[1]);
        int producer = Integer.parseInt(words[2]);
        long sequence = number(words[3]);
        expect(id > highestBefore, "id " + id + " is not above " + highestBefore + ", which an earlier life used");
        for (int i = 0; i < number(words[4]); i++) {
            keep(id + i, new Payload(life, producer, sequence + i));
            acknowledged++;
        }
        lastAcknowledged.put(life + "/" + producer, sequence + number(words[4]) - 1);
    }

    private void found(String[] words) {
        Reader reader = reader(words[1]);
        long id = number(words[2]);
        Payload first = new Payload(Integer.parseInt(words[3]), Integer.parseInt(words[4]), number(words[5]));
        for (int i = 0; i < number(words[6]); i++) {
            Payload payload = new Payload(first.life(), first.producer(), first.sequence() + i);
            reader.finds(id + i, payload);
            Payload there = kept.get(id + i);
            if (there == null) {
                String producer = payload.life() + "/" + payload.producer();
                long last = lastAcknowledged.getOrDefault(producer, -1L);
                expect(
                        payload.sequence() > last && payload.sequence() <= last + QueueLife.LARGEST_BATCH,
                        payload + " was found, the last acknowledged one is " + last);
                lastAcknowledged.put(producer, payload.sequence());
                keep(id + i, payload); // a reader may have had it, so it must stay
                unacknowledged++;
            } else {
                expect(there.equals(payload), "id " + (id + i) + " is " + payload + ", was " + there);
            }
        }
    }

    private void keep(long id, Payload payload) {
        expect(kept.put(id, payload) == null, "id " + id + " was given twice");
        Long other = idOf.put(payload, id);
        expect(other == null, payload + " has the ids " + other + " and " + id);
    }

    /** Looks whether a reader found all that it had not done. */
    private void check(String name, Reader reader) {
        kept.forEach((id, payload) -> {
            boolean found = reader.found.get(id.intValue());
            boolean done = reader.done.get(id.intValue());
            expect(found || done, name + " did not find id " + id + ", " + payload);
            expect(!cleanly || !found || !done, name + " found id " + id + " again after a clean stop");
            again += found && done ? 1 : 0;
        });
        reader.done.andNot(reader.found);
    }

    private Reader reader(String name) {
        return readers.computeIfAbsent(name, Reader::new);
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds && broken.size() < 20) {
            broken.add("life " + life + ": " + otherwise);
        }
    }

    private static long number(String word) {
        return Long.parseLong(word);
    }

    /** Sums over all lives. */
    record Sums(long acknowledged, long unacknowledged, long again) {

        Sums plus(Sums other) {
            return new Sums(
                    acknowledged + other.acknowledged, unacknowledged + other.unacknowledged, again + other.again);
        }
    }

    /** A cursor. */
    private final class Reader {

        private final String name;
        private final BitSet done = new BitSet();
        private BitSet found = new BitSet();
        private final Map<String, Long> sequences = new HashMap<>();
        private long openedAt;
        private long stoppedAt = -1;
        private long position;
        private long lastFound;

        Reader(String name) {
            this.name = name;
        }

        void begin() {
            found = new BitSet();
            sequences.clear();
            lastFound = 0;
        }

        void opensAt(long at) {
            expect(at >= openedAt, name + " opens at " + at + ", was at " + openedAt);
            expect(!cleanly || at >= stoppedAt, name + " opens at " + at + ", stopped at " + stoppedAt);
            openedAt = at;
            position = at;
            stoppedAt = -1;
            lastFound = at;
        }

        void movesTo(long to, boolean stopped) {
            expect(to >= position, name + " moves to " + to + ", was at " + position);
            position = to;
            stoppedAt = stopped ? to : stoppedAt;
        }

        void finished(long first, long count) {
            done.set((int) first, (int) (first + count));
        }

        void finds(long id, Payload payload) {
            expect(id > lastFound, name + " finds id " + id + " behind " + lastFound);
            lastFound = id;
            Long before = sequences.put(payload.life() + "/" + payload.producer(), payload.sequence());
            expect(before == null || before < payload.sequence(), name + " finds " + payload + " behind " + before);
            found.set((int) id);
        }
    }
}

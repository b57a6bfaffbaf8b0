package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Remembers what a queue acknowledged and what each cursor has done, over restarts, to hold the queue to it. */
final class Ledger {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

    private final TreeMap<Long, String> accepted = new TreeMap<>();
    private final Map<String, TreeSet<Long>> done = new HashMap<>();
    private int made;

    /** Appends {@code count} events of about {@code size} bytes, as one request, and waits until they are safe. */
    void append(EventQueue queue, int count, int size) throws Exception {
        List<String> texts = texts(count, size);
        note(texts, queue.append(entries(texts)).outcome().toCompletableFuture().get(20, TimeUnit.SECONDS));
    }

    List<String> texts(int count, int size) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Random random = new Random(++made);
            StringBuilder text = new StringBuilder(made + ":");
            while (text.length() < size) {
                text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            texts.add(text.toString());
        }
        return texts;
    }

    static List<Entry> entries(List<String> texts) {
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(new Entry.Stored(ByteSlice.of(text.getBytes(StandardCharsets.UTF_8)), "test"));
        }
        return entries;
    }

    /** Takes note of an answer; its ids must be above all before. */
    synchronized void note(List<String> texts, Appended answer) {
        assertThat(answer.count()).isEqualTo(texts.size());
        assertThat(accepted.isEmpty() || accepted.lastKey() < answer.firstId())
                .as("no id is given twice")
                .isTrue();
        for (int i = 0; i < texts.size(); i++) {
            accepted.put(answer.firstId() + i, texts.get(i));
        }
    }

    /** Takes {@code count} events of a cursor and settles them. */
    void work(Cursor cursor, String name, int count) throws InterruptedException {
        int left = count;
        while (left > 0) {
            Lease lease = cursor.take(left, 1 << 20, Duration.ofSeconds(10));
            assertThat(lease.events()).isNotEmpty();
            left -= lease.events().size();
            settle(name, lease);
        }
    }

    private void settle(String name, Lease lease) {
        lease.events().forEach(event -> doneBy(name).add(event.id()));
        lease.done();
    }

    TreeSet<Long> doneBy(String name) {
        return done.computeIfAbsent(name, key -> new TreeSet<>());
    }

    /** What {@code name} has not done. */
    SortedMap<Long, String> open(String name) {
        TreeMap<Long, String> open = new TreeMap<>(accepted);
        open.keySet().removeAll(doneBy(name));
        return open;
    }

    int accepted() {
        return accepted.size();
    }

    long lastId() {
        return accepted.isEmpty() ? 0 : accepted.lastKey();
    }

    /** Takes all that a cursor gives, each as it was accepted and in order, and settles it. @return the ids */
    List<Long> drain(Cursor cursor, String name) throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        while (cursor.backlog() > 0) {
            Lease lease = cursor.take(70, 1 << 20, Duration.ofMillis(100));
            for (QueuedEvent event : lease.events()) {
                assertThat(ids.isEmpty() || ids.get(ids.size() - 1) < event.id())
                        .as("in order, none twice")
                        .isTrue();
                assertThat(text(event)).as("event %d", event.id()).isEqualTo(accepted.get(event.id()));
                ids.add(event.id());
            }
            settle(name, lease);
        }
        return ids;
    }

    private static String text(QueuedEvent event) {
        return new String(event.bytes().toByteArray(), StandardCharsets.UTF_8);
    }
}

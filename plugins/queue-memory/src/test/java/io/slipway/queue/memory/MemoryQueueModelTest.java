package io.slipway.queue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.queue.memory.PlainQueue.Request;
import io.slipway.queue.memory.PlainQueue.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever is done to a queue in memory, one step at a time, it does what a plain list would do. */
class MemoryQueueModelTest {

    private static final int MAX_EVENTS = 8;
    private static final int MAX_BYTES = 1024;
    private static final List<String> NAMES = List.of("one", "two", "three");

    private static Path folder;
    private static int run;

    @BeforeContainer
    static void makeFolder() throws Exception {
        folder = Files.createTempDirectory("slipway-model");
    }

    @AfterContainer
    static void deleteFolder() throws Exception {
        try (var files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
    }

    @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
    void doesWhatAPlainListWouldDo(@ForAll("steps") List<Step> steps) throws Exception {
        try (EventQueue queue = Queues.prompt(folder.resolve("run-" + run++), MAX_EVENTS, MAX_BYTES)) {
            Pair pair = new Pair(queue);

            for (Step step : steps) {
                pair.apply(step);
                pair.compare();
            }
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(6, Kind.APPEND),
                Tuple.of(1, Kind.WITHDRAW),
                Tuple.of(6, Kind.TAKE),
                Tuple.of(4, Kind.DONE),
                Tuple.of(3, Kind.GIVE_BACK),
                Tuple.of(2, Kind.OPEN),
                Tuple.of(1, Kind.CLOSE));
        Arbitrary<List<Integer>> sizes =
                Arbitraries.integers().between(-200, 600).list().ofMinSize(1).ofMaxSize(6);
        Arbitrary<Integer> choices = Arbitraries.integers().between(0, 100);
        return Combinators.combine(kinds, sizes, choices)
                .as(Step::new)
                .list()
                .ofMinSize(5)
                .ofMaxSize(60);
    }

    enum Kind {
        APPEND,
        WITHDRAW,
        TAKE,
        DONE,
        GIVE_BACK,
        OPEN,
        CLOSE
    }

    /**
     * @param sizes of the events of an append; below 0: a place-holder
     * @param choice which one of those there are
     */
    record Step(Kind kind, List<Integer> sizes, int choice) {

        List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            for (int size : sizes) {
                entries.add(
                        size < 0 ? new Entry.Placeholder() : new Entry.Stored(ByteSlice.of(new byte[size]), "test"));
            }
            return entries;
        }

        <T> T of(List<T> all) {
            return all.get(choice % all.size());
        }
    }

    /** A queue and its model. */
    private static final class Pair {

        private final EventQueue queue;
        private final PlainQueue plain = new PlainQueue(MAX_EVENTS, MAX_BYTES);
        private final Map<String, Cursor> cursors = new LinkedHashMap<>();
        private final Map<Append, Request> requests = new LinkedHashMap<>();
        private final List<Held> leases = new ArrayList<>();

        private Pair(EventQueue queue) {
            this.queue = queue;
        }

        void apply(Step step) throws Exception {
            switch (step.kind()) {
                case APPEND -> requests.put(queue.append(step.entries()), plain.append(step.entries()));
                case WITHDRAW -> withdraw(step);
                case TAKE -> take(step);
                case DONE -> finish(step, State.DONE);
                case GIVE_BACK -> finish(step, State.RETURNED);
                case OPEN -> open(step);
                default -> closeCursor(step);
            }
        }

        private void withdraw(Step step) {
            if (!requests.isEmpty()) {
                Append append = step.of(List.copyOf(requests.keySet()));
                Request request = requests.get(append);
                boolean waits = plain.waiting.contains(request);
                assertThat(append.withdraw()).isEqualTo(waits);
                if (waits) {
                    requests.remove(append);
                    plain.withdraw(request);
                }
            }
        }

        private void take(Step step) throws InterruptedException {
            if (!cursors.isEmpty()) {
                String name = step.of(List.copyOf(cursors.keySet()));
                int events = step.sizes().size();
                long bytes = Math.max(0, step.sizes().get(0));
                Lease lease = cursors.get(name).take(events, bytes, Duration.ZERO);
                List<Integer> taken = plain.take(name, events, bytes);
                assertThat(lease.events().stream().map(QueuedEvent::id).toList())
                        .isEqualTo(plain.ids(taken));
                leases.add(new Held(name, lease, taken));
            }
        }

        private void finish(Step step, State state) {
            if (!leases.isEmpty()) {
                Held held = step.of(leases);
                leases.remove(held);
                if (state == State.DONE) {
                    held.lease().done();
                } else {
                    held.lease().close();
                }
                plain.finish(held.cursor(), held.taken(), state);
            }
        }

        private void open(Step step) throws Exception {
            String name = step.of(NAMES);
            if (!cursors.containsKey(name)) {
                boolean atEnd = step.sizes().size() % 2 == 0;
                cursors.put(name, queue.cursor(name, atEnd ? Start.END : Start.OLDEST));
                plain.open(name, atEnd);
            }
        }

        private void closeCursor(Step step) {
            if (!cursors.isEmpty()) {
                String name = step.of(List.copyOf(cursors.keySet()));
                cursors.remove(name).close();
                plain.close(name);
                leases.removeIf(held -> held.cursor().equals(name));
            }
        }

        void compare() {
            requests.forEach((append, request) -> {
                var outcome = append.outcome().toCompletableFuture();
                assertThat(outcome.isDone()).isEqualTo(request.answer != null);
                assertThat(outcome.getNow(null)).isEqualTo(request.answer);
            });
            assertThat(queue.level())
                    .isEqualTo(new EventQueue.Level(
                            plain.events(), plain.bytes(), MAX_EVENTS, MAX_BYTES, plain.waiting.size()));
            assertThat(queue.persisted()).isEqualTo(plain.persisted());
            cursors.forEach((name, cursor) -> {
                assertThat(cursor.position()).isEqualTo(plain.position(name));
                assertThat(cursor.backlog()).isEqualTo(plain.backlog(name));
            });
        }

        private record Held(String cursor, Lease lease, List<Integer> taken) {}
    }
}

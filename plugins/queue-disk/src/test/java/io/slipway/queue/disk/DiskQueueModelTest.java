package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue.ParkedCursor;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
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

/**
 * Whatever is done to a queue on disk, one step at a time, it does what a plain list would do; also over stops, and over
 * kills, which are a copy of its files at some moment.
 */
class DiskQueueModelTest {

    private static final List<String> NAMES = List.of("one", "two", "three");
    private static final Duration BRIEF = Duration.ofSeconds(5);

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

    @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
    void doesWhatAPlainListWouldDo(@ForAll("steps") List<Step> steps, @ForAll boolean sealed, @ForAll boolean interval)
            throws Exception {
        DiskQueueSettings settings = Queues.settings(
                sealed ? Compression.LZ4 : Compression.NONE,
                sealed ? List.of(Queues.key("one", Queues.KEY)) : List.of(),
                interval ? Durability.INTERVAL : Durability.SYNC);
        Pair pair = new Pair(settings, folder.resolve("run-" + run++));
        try {
            for (Step step : steps) {
                pair.apply(step);
                pair.compare();
            }
        } finally {
            pair.queue.close();
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(7, Kind.APPEND),
                Tuple.of(6, Kind.TAKE),
                Tuple.of(4, Kind.DONE),
                Tuple.of(3, Kind.GIVE_BACK),
                Tuple.of(2, Kind.OPEN),
                Tuple.of(1, Kind.PARK),
                Tuple.of(1, Kind.ROLL),
                Tuple.of(1, Kind.RESTART),
                Tuple.of(1, Kind.KILL));
        Arbitrary<List<Integer>> sizes =
                Arbitraries.integers().between(-300, 9000).list().ofMinSize(1).ofMaxSize(6);
        return Combinators.combine(kinds, sizes, Arbitraries.integers().between(0, 100))
                .as(Step::new)
                .list()
                .ofMinSize(5)
                .ofMaxSize(40);
    }

    enum Kind {
        APPEND,
        TAKE,
        DONE,
        GIVE_BACK,
        OPEN,
        PARK,
        ROLL,
        RESTART,
        KILL
    }

    /**
     * @param sizes of the events of an append; below 0: a place-holder
     * @param choice which one of those there are
     */
    record Step(Kind kind, List<Integer> sizes, int choice) {

        <T> T of(List<T> all) {
            return all.get(choice % all.size());
        }
    }

    /** A lease and who has it. */
    private record Held(String name, Lease lease) {}

    /** A queue, and for each cursor the ids that it has still to give; ids count from 1 without gaps until a kill. */
    private static final class Pair {

        private final DiskQueueSettings settings;
        private Path place;
        private DiskQueue queue;
        private int kills;
        private long lastId;
        private String generation;
        private final Map<Long, Integer> sizes = new LinkedHashMap<>();
        private final Map<String, TreeSet<Long>> left = new LinkedHashMap<>();
        private final Map<String, Cursor> cursors = new LinkedHashMap<>();
        private final List<Held> leases = new ArrayList<>();

        Pair(DiskQueueSettings settings, Path place) throws Exception {
            this.settings = settings;
            this.place = place;
            queue = Queues.open(settings, place, Queues.ROOMY, new LocalDisk());
            generation = queue.generation();
        }

        void apply(Step step) throws Exception {
            switch (step.kind()) {
                case APPEND -> append(step);
                case TAKE -> take(step);
                case DONE -> finish(step, true);
                case GIVE_BACK -> finish(step, false);
                case OPEN -> open(step);
                case PARK -> park(step);
                case ROLL -> queue.roll();
                case RESTART -> restart();
                default -> kill();
            }
        }

        private void append(Step step) throws Exception {
            List<Entry> entries = new ArrayList<>();
            for (int size : step.sizes()) {
                entries.add(
                        size < 0 ? new Entry.Placeholder() : new Entry.Stored(ByteSlice.of(new byte[size]), "test"));
            }
            Appended appended =
                    queue.append(entries).outcome().toCompletableFuture().get(30, TimeUnit.SECONDS);

            assertThat(appended.count()).isEqualTo(entries.size());
            assertThat(appended.firstId()).isGreaterThan(lastId);
            for (int i = 0; i < entries.size(); i++) {
                long id = appended.firstId() + i;
                if (entries.get(i) instanceof Entry.Stored) {
                    sizes.put(id, entries.get(i).size());
                    left.values().forEach(ids -> ids.add(id));
                }
            }
            lastId = appended.lastId();
        }

        private void open(Step step) throws Exception {
            String name = step.of(NAMES);
            if (!cursors.containsKey(name)) {
                cursors.put(name, queue.cursor(name, Start.END));
                left.computeIfAbsent(name, fresh -> new TreeSet<>());
            }
        }

        private void park(Step step) {
            if (!cursors.isEmpty()) {
                String name = step.of(List.copyOf(cursors.keySet()));
                cursors.remove(name).close();
                leases.removeIf(held -> held.name().equals(name));
            }
        }

        private void take(Step step) throws Exception {
            if (cursors.isEmpty()) {
                return;
            }
            String name = step.of(List.copyOf(cursors.keySet()));
            TreeSet<Long> free = new TreeSet<>(left.get(name));
            leases.stream()
                    .filter(held -> held.name().equals(name))
                    .forEach(held -> held.lease().events().forEach(event -> free.remove(event.id())));
            Lease lease = cursors.get(name).take(1 + step.choice() % 7, 20_000, free.isEmpty() ? Duration.ZERO : BRIEF);
            List<Long> got = lease.events().stream().map(QueuedEvent::id).toList();

            assertThat(got).isSorted().doesNotHaveDuplicates();
            assertThat(free).containsAll(got);
            assertThat(got.isEmpty()).isEqualTo(free.isEmpty());
            lease.events().forEach(event -> assertThat(event.bytes().length()).isEqualTo(sizes.get(event.id())));
            if (!got.isEmpty()) {
                assertThat(got.get(0)).isEqualTo(free.first());
                leases.add(new Held(name, lease));
            }
        }

        private void finish(Step step, boolean done) {
            if (!leases.isEmpty()) {
                Held held = leases.remove(step.choice() % leases.size());
                if (done) {
                    held.lease().done();
                    held.lease().events().forEach(event -> left.get(held.name()).remove(event.id()));
                } else {
                    held.lease().close();
                }
            }
        }

        private void restart() throws Exception {
            queue.close();
            queue = Queues.open(settings, place, Queues.ROOMY, new LocalDisk());
            cursors.clear();
            leases.clear();
            assertThat(queue.generation()).isEqualTo(generation);
        }

        /** What was acknowledged is there; what was done since places were saved may come again, so places are saved first. */
        private void kill() throws Exception {
            queue.save();
            Path copy = Numbered.copy(place, place.resolveSibling(place.getFileName() + "-" + kills++));
            queue.close();
            place = copy;
            queue = Queues.open(settings, place, Queues.ROOMY, new LocalDisk());
            cursors.clear();
            leases.clear();
            generation = queue.generation(); // it is a copy, so the name is a new one
        }

        void compare() {
            for (Map.Entry<String, Cursor> cursor : cursors.entrySet()) {
                TreeSet<Long> ids = left.get(cursor.getKey());
                assertThat(cursor.getValue().backlog()).isEqualTo(ids.size());
                assertThat(cursor.getValue().lost()).isZero();
                assertThat(cursor.getValue().position())
                        .isLessThanOrEqualTo(ids.isEmpty() ? Long.MAX_VALUE : ids.first() - 1);
            }
            for (ParkedCursor parked : queue.parked()) {
                assertThat(parked.backlog()).isEqualTo(left.get(parked.name()).size());
            }
        }
    }
}

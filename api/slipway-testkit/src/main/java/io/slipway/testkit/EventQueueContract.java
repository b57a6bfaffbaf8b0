package io.slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.Append.Appended;
import io.slipway.api.queue.Cursor;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.EventQueue.Start;
import io.slipway.api.queue.Lease;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.api.queue.QueuedEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every queue promises to those who append and to outputs. A queue's test extends this and answers two questions.
 * {@link EventQueueStressContract} has the rest.
 */
@Timeout(120)
public abstract class EventQueueContract {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration NOW = Duration.ZERO;

    @TempDir
    Path folder;

    private EventQueue queue;

    /**
     * Opens the queue that lives in {@code folder}. It is full before it holds 10,000 events of 100 bytes, takes ten of
     * them when it is empty, and hands events out as soon as there is one.
     */
    protected abstract EventQueue open(Path folder) throws Exception;

    /** Whether events, and cursors that were closed, are still there when the queue is opened again. */
    protected abstract boolean isDurable();

    @BeforeEach
    void open() throws Exception {
        queue = open(folder);
    }

    @AfterEach
    void close() throws Exception {
        queue.close();
    }

    @Test
    void givesIdsFromOneThatFollowEachOther() throws Exception {
        Appended first = appended(queue.append(entries("a", "b", "c")));
        Appended second = appended(queue.append(entries("d")));

        assertThat(first).isEqualTo(new Appended(1, 3));
        assertThat(second).isEqualTo(new Appended(4, 1));
    }

    @Test
    void givesNoIdTwiceAlsoAfterARestart() throws Exception {
        long last = appended(queue.append(entries("a", "b"))).lastId();

        for (int restart = 0; restart < 3; restart++) {
            queue.close();
            queue = open(folder);
            Appended next = appended(queue.append(entries("c")));
            assertThat(next.firstId()).isGreaterThan(last);
            last = next.lastId();
        }
    }

    @Test
    void handsOutWhatWasStoredInOrder() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(entries("a", "b")));
        appended(queue.append(List.of(entry("c", "other"))));

        Lease lease = cursor.take(10, 1000, SOON);

        assertThat(lease.events())
                .containsExactly(queued(1, "a", "test"), queued(2, "b", "test"), queued(3, "c", "other"));
    }

    @Test
    void takesAPrefixAndLetsTheRestWaitInOrderOfArrival() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        Append first = fill();
        List<Append> line = new ArrayList<>(List.of(first));
        for (int i = 0; i < 5; i++) {
            line.add(queue.append(samples(3)));
        }
        assertThat(queue.level().waiting()).isEqualTo(6);

        List<Appended> answers = new ArrayList<>();
        for (Append append : line) {
            await().atMost(SOON).until(() -> {
                take(cursor, 50).done();
                return isDone(append);
            });
            answers.add(appended(append));
        }

        assertThat(answers).isSortedAccordingTo((a, b) -> Long.compare(a.firstId(), b.firstId()));
        assertThat(answers).allMatch(answer -> answer.count() >= 1 && answer.count() <= 10);
        assertThat(queue.level().waiting()).isZero();
    }

    @Test
    void takesNothingOfWhatIsWithdrawn() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        Append waiting = fill();
        Append behind = queue.append(samples(1));
        long held = queue.level().events();

        boolean withdrawn = waiting.withdraw();

        assertThat(withdrawn).isTrue();
        assertThat(waiting.withdraw()).isFalse();
        assertThat(waiting.outcome().toCompletableFuture()).isCompletedExceptionally();
        assertThatThrownBy(() -> waiting.outcome().toCompletableFuture().get())
                .satisfies(
                        thrown -> assertThat(thrown instanceof ExecutionException wrapped ? wrapped.getCause() : thrown)
                                .isInstanceOf(CancellationException.class));
        assertThat(queue.level().waiting()).isEqualTo(1);
        assertThat(queue.level().events()).isEqualTo(held);
        drainUntilDone(cursor, behind);
    }

    @Test
    void letsAnAppendStandThatIsWithdrawnTooLate() throws Exception {
        Append append = queue.append(entries("a"));
        Appended answer = appended(append);

        assertThat(append.withdraw()).isFalse();

        assertThat(appended(append)).isEqualTo(answer);
    }

    @Test
    void holdsNoThreadForAppendsThatWait() throws Exception {
        queue.cursor("one", Start.END);
        fill();
        int before = Thread.activeCount();

        IntStream.range(0, 600).forEach(i -> queue.append(samples(1)));

        assertThat(queue.level().waiting()).isEqualTo(601);
        assertThat(Thread.activeCount() - before).isLessThan(10);
    }

    @Test
    void failsWaitingAppendsWhenItCloses() throws Exception {
        queue.cursor("one", Start.END);
        Append waiting = fill();

        queue.close();

        assertThatThrownBy(() -> appended(waiting)).hasCauseInstanceOf(QueueClosedException.class);
        assertThatThrownBy(() -> appended(queue.append(entries("late"))))
                .hasCauseInstanceOf(QueueClosedException.class);
    }

    @Test
    void countsExactlyWhatItHolds() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(entries("1", "22", "333")));
        assertThat(queue.level()).extracting("events", "waiting").containsExactly(3L, 0);
        assertThat(queue.level().bytes())
                .isEqualTo(isDurable() ? queue.level().bytes() : 6L)
                .isGreaterThanOrEqualTo(6);
        assertThat(cursor.backlog()).isEqualTo(3);

        Lease lease = cursor.take(2, 1000, SOON);
        assertThat(queue.level().events()).isEqualTo(3);
        assertThat(cursor.backlog()).isEqualTo(3);
        lease.done();
        assertThat(cursor.backlog()).isEqualTo(1);
        cursor.take(2, 1000, SOON).done();

        await().atMost(SOON).until(() -> queue.level().events() == 0 || isDurable());
        assertThat(cursor.backlog()).isZero();
    }

    @Test
    void movesACursorOverTheFinishedPrefixOnly() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(samples(6)));
        Lease first = cursor.take(2, 1000, SOON);
        Lease second = cursor.take(2, 1000, SOON);
        Lease third = cursor.take(2, 1000, SOON);
        assertThat(cursor.position()).isZero();

        third.done();
        assertThat(cursor.position()).isZero();
        first.done();
        assertThat(cursor.position()).isEqualTo(2);
        second.done();

        assertThat(cursor.position()).isEqualTo(6);
    }

    @Test
    void leasesWhatWasGivenBackBeforeWhatIsNew() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(samples(8)));
        Lease first = cursor.take(2, 1000, SOON);
        Lease second = cursor.take(2, 1000, SOON);
        Lease third = cursor.take(2, 1000, SOON);

        third.close();
        first.close();
        Lease again = cursor.take(3, 1000, SOON);
        Lease rest = cursor.take(10, 1000, SOON);

        assertThat(ids(again)).startsWith(1L, 2L).doesNotContain(3L, 4L, 7L, 8L);
        List<Long> inTurn = new ArrayList<>(ids(again));
        inTurn.addAll(ids(rest));
        assertThat(inTurn).containsExactly(1L, 2L, 5L, 6L, 7L, 8L);
        again.done();
        rest.done();
        second.done();
        assertThat(cursor.position()).isEqualTo(8);
    }

    @Test
    void passesNothingByThatIsTooLargeForTheRestOfALease() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(entries("1234567890", "1234567890", "1")));
        cursor.take(2, 1000, SOON).close();

        assertThat(ids(cursor.take(10, 15, SOON))).containsExactly(1L);
        assertThat(ids(cursor.take(10, 15, SOON))).containsExactly(2L, 3L);
    }

    @Test
    void settlesNothingThroughALeaseThatIsOver() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(samples(4)));
        Lease given = cursor.take(2, 1000, SOON);
        given.close();
        given.done();
        assertThat(cursor.backlog()).isEqualTo(4);

        Lease done = cursor.take(2, 1000, SOON);
        done.done();
        done.close();
        done.done();

        assertThat(cursor.backlog()).isEqualTo(2);
        assertThat(ids(cursor.take(10, 1000, SOON))).containsExactly(3L, 4L);
    }

    @Test
    void givesAtMostWhatWasAskedForButAlwaysOne() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(entries("1234567890", "12345", "12345", "1", "1", "1")));

        assertThat(ids(cursor.take(10, 4, SOON))).containsExactly(1L);
        assertThat(ids(cursor.take(10, 10, SOON))).containsExactly(2L, 3L);
        assertThat(ids(cursor.take(2, 10, SOON))).containsExactly(4L, 5L);
        assertThat(ids(cursor.take(2, 10, SOON))).containsExactly(6L);
    }

    @Test
    void givesNothingWhenThereIsNothing() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);

        Lease lease = cursor.take(10, 1000, Duration.ofMillis(20));

        assertThat(lease.events()).isEmpty();
        lease.done();
        lease.close();
        assertThat(cursor.backlog()).isZero();
    }

    @Test
    void wakesWhoWaitsWhenSomethingComes() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        Future<Lease> taking = inBackground(() -> cursor.take(10, 1000, Duration.ofMinutes(1)));

        appended(queue.append(entries("a")));

        assertThat(ids(taking.get(10, TimeUnit.SECONDS))).containsExactly(1L);
    }

    @Test
    void wakesWhoWaitsWhenSomethingIsGivenBack() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(entries("a")));
        Lease lease = cursor.take(10, 1000, SOON);
        Future<Lease> taking = inBackground(() -> cursor.take(10, 1000, Duration.ofMinutes(1)));

        lease.close();

        assertThat(ids(taking.get(10, TimeUnit.SECONDS))).containsExactly(1L);
    }

    @Test
    void wakesAllWhenItCloses() throws Exception {
        Cursor one = queue.cursor("one", Start.END);
        Cursor two = queue.cursor("two", Start.END);
        List<Future<Lease>> taking = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Cursor cursor = i % 2 == 0 ? one : two;
            taking.add(inBackground(() -> cursor.take(10, 1000, Duration.ofMinutes(1))));
        }

        queue.close();

        for (Future<Lease> lease : taking) {
            assertThat(lease.get(10, TimeUnit.SECONDS).events()).isEmpty();
        }
        assertThat(one.take(1, 1, Duration.ofMinutes(1)).events()).isEmpty();
    }

    @Test
    void wakesWhoWaitsWhenTheCursorCloses() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        Future<Lease> taking = inBackground(() -> cursor.take(10, 1000, Duration.ofMinutes(1)));

        cursor.close();

        assertThat(taking.get(10, TimeUnit.SECONDS).events()).isEmpty();
    }

    @Test
    void losesNothingToAnInterrupt() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        Thread.currentThread().interrupt();
        Append append = queue.append(entries("a"));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();

        assertThatThrownBy(() -> cursor.take(10, 1000, SOON)).isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isFalse();
        appended(append);
        Lease lease = cursor.take(10, 1000, SOON);
        assertThat(ids(lease)).containsExactly(1L);
        Thread.currentThread().interrupt();
        lease.done();
        queue.level();
        assertThat(Thread.interrupted()).isTrue();
        appended(queue.append(entries("b")));
        assertThat(ids(cursor.take(10, 1000, SOON))).containsExactly(2L);
    }

    @Test
    void settlesPlaceholdersFromTheStart() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        Appended mixed = appended(queue.append(
                List.of(new Entry.Placeholder(), entry("a", "test"), new Entry.Placeholder(), entry("b", "test"))));
        Appended only = appended(queue.append(List.of(new Entry.Placeholder(), new Entry.Placeholder())));

        assertThat(mixed).isEqualTo(new Appended(1, 4));
        assertThat(only).isEqualTo(new Appended(5, 2));
        assertThat(cursor.position()).isEqualTo(1);
        assertThat(cursor.backlog()).isEqualTo(2);
        Lease lease = cursor.take(10, 1000, SOON);
        assertThat(lease.events()).containsExactly(queued(2, "a", "test"), queued(4, "b", "test"));
        lease.done();
        assertThat(cursor.position()).isEqualTo(6);
        await().atMost(SOON).until(() -> queue.persisted() == 6);
    }

    @Test
    void keepsAnEventUntilTheSlowestCursorHasPassedIt() throws Exception {
        Cursor fast = queue.cursor("fast", Start.END);
        Cursor slow = queue.cursor("slow", Start.END);
        appended(queue.append(samples(3)));

        fast.take(10, 1000, SOON).done();
        Lease lease = slow.take(2, 1000, SOON);

        assertThat(fast.position()).isEqualTo(3);
        await().atMost(SOON).untilAsserted(() -> assertThat(queue.persisted()).isEqualTo(isDurable() ? 3 : 0));
        lease.done();
        assertThat(queue.persisted()).isEqualTo(isDurable() ? 3 : 2);
        assertThat(ids(slow.take(10, 1000, SOON))).containsExactly(3L);
    }

    @Test
    void beginsACursorWhereItIsTold() throws Exception {
        Cursor keeper = queue.cursor("keeper", Start.OLDEST);
        appended(queue.append(samples(4)));
        Lease taken = keeper.take(2, 1000, SOON);

        Cursor oldest = queue.cursor("oldest", Start.OLDEST);
        Cursor end = queue.cursor("end", Start.END);
        appended(queue.append(samples(1)));

        assertThat(ids(oldest.take(10, 1000, SOON))).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(ids(end.take(10, 1000, SOON))).containsExactly(5L);
        assertThat(end.backlog()).isEqualTo(1);
        taken.done();
    }

    @Test
    void refusesToOpenACursorTwice() throws Exception {
        queue.cursor("one", Start.END);

        assertThatThrownBy(() -> queue.cursor("one", Start.END)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void countsLeasesOfAClosedCursorAsGivenBack() throws Exception {
        Cursor other = queue.cursor("other", Start.END);
        Cursor cursor = queue.cursor("one", Start.END);
        appended(queue.append(samples(3)));
        cursor.take(1, 1000, SOON).done();
        Lease open = cursor.take(1, 1000, SOON);

        cursor.close();
        open.done();
        Cursor again = queue.cursor("one", Start.OLDEST);

        List<Long> expected = isDurable() ? List.of(2L, 3L) : List.of(1L, 2L, 3L);
        assertThat(ids(again.take(10, 1000, SOON))).isEqualTo(expected);
        assertThat(ids(other.take(10, 1000, SOON))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void takesTheLargestEventThatItSaysItTakes() throws Exception {
        Cursor cursor = queue.cursor("one", Start.END);
        byte[] largest = new byte[queue.maxEventSize()];

        appended(queue.append(List.of(new Entry.Stored(ByteSlice.of(largest), "test"))));

        assertThat(cursor.take(1, 1, SOON).events())
                .singleElement()
                .satisfies(event -> assertThat(event.bytes()).isEqualTo(ByteSlice.of(largest)));
    }

    @Test
    void hasNothingPersistedBeforeThereIsAnything() throws Exception {
        queue.cursor("one", Start.END);

        assertThat(queue.persisted()).isZero();
    }

    @Test
    void closesTwice() throws Exception {
        queue.close();

        queue.close();
    }

    /** Appends until one waits, and returns that one, of ten entries. */
    private Append fill() {
        while (true) {
            Append append = queue.append(samples(10));
            await().atMost(SOON)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> isDone(append) || queue.level().waiting() > 0);
            if (!isDone(append)) {
                return append;
            }
        }
    }

    private void drainUntilDone(Cursor cursor, Append append) {
        await().atMost(SOON).until(() -> {
            take(cursor, 1000).done();
            return isDone(append);
        });
    }

    private static Lease take(Cursor cursor, int events) throws InterruptedException {
        return cursor.take(events, Long.MAX_VALUE, NOW);
    }

    private static boolean isDone(Append append) {
        return append.outcome().toCompletableFuture().isDone();
    }

    private static Appended appended(Append append) throws Exception {
        return append.outcome().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private static Future<Lease> inBackground(Callable<Lease> work) {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            return thread.submit(work);
        } finally {
            thread.shutdown();
        }
    }

    private static List<Entry> entries(String... texts) {
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(entry(text, "test"));
        }
        return entries;
    }

    private static List<Entry> samples(int count) {
        return List.copyOf(
                entries(IntStream.range(0, count).mapToObj(i -> "x".repeat(100)).toArray(String[]::new)));
    }

    private static Entry entry(String text, String serializer) {
        return new Entry.Stored(ByteSlice.of(text.getBytes(StandardCharsets.UTF_8)), serializer);
    }

    private static QueuedEvent queued(long id, String text, String serializer) {
        return new QueuedEvent(id, ByteSlice.of(text.getBytes(StandardCharsets.UTF_8)), serializer);
    }

    private static List<Long> ids(Lease lease) {
        return lease.events().stream().map(QueuedEvent::id).toList();
    }
}

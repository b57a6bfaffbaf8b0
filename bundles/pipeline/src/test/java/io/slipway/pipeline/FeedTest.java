package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.plugin.Health;
import io.slipway.core.plugin.Plugins.Kind;
import io.slipway.core.status.Status.OutputSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedTest {

    private static final Outcome OK = Outcome.DELIVERED;

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void setUp() {
        rig = new Rig(folder);
    }

    @AfterEach
    void tearDown() {
        rig.close();
    }

    @Test
    void deliversABatchInOrder() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();

        rig.output(output).queued("a", "b", "c").start().settled();

        assertThat(output.batches).containsExactly(List.of("a", "b", "c"));
    }

    @Test
    void cutsBatchesByEventsAndByBytes() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();

        rig.batchesOf(2)
                .batchesOfBytes(3)
                .output(output)
                .queued("a", "b", "c", "dd", "ee")
                .start()
                .settled();

        assertThat(output.batches).containsExactly(List.of("a", "b"), List.of("c", "dd"), List.of("ee"));
    }

    @Test
    void keepsTheOrderOfAPartialRetry() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ScriptedOutput output = new ScriptedOutput(texts -> texts.contains("b") && tries.incrementAndGet() < 3
                ? Delivery.of(texts.stream()
                        .map(text -> text.equals("b") ? Outcome.retry("busy") : OK)
                        .toList())
                : Delivery.delivered(texts.size()));

        OutputSnapshot end = rig.batchesOf(3)
                .output(output)
                .queued("a", "b", "c", "d")
                .start()
                .settled();

        assertThat(output.batches).containsExactly(List.of("a", "b", "c"), List.of("b"), List.of("b"), List.of("d"));
        assertThat(end.retries()).isEqualTo(2);
    }

    @Test
    void waitsLongerAfterEachFailureAndStartsAnewAfterASuccess() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ScriptedOutput output = new ScriptedOutput(texts -> {
            if (tries.incrementAndGet() % 4 != 0) {
                throw new IOException("connection refused");
            }
            return Delivery.delivered(texts.size());
        });

        rig.batchesOf(1).output(output).queued("a", "b").start().settled();

        assertThat(rig.waits).hasSize(6);
        for (int i : new int[] {0, 3}) {
            assertThat(rig.waits.get(i)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
            assertThat(rig.waits.get(i + 1)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
            assertThat(rig.waits.get(i + 2)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
        }
    }

    @Test
    void anUnreachableDestinationNeverSpendsTheBudget() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ScriptedOutput output = new ScriptedOutput(texts -> {
            if (tries.incrementAndGet() <= 20) {
                throw new IOException("connection refused");
            }
            return Delivery.delivered(texts.size());
        });

        OutputSnapshot end =
                rig.maxRetries(0).output(output).queued("a").start().settled();

        assertThat(end.delivered()).isEqualTo(1);
        assertThat(end.health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void neitherRefusalNorRetryAfterNorSilenceSpendsTheBudget() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ScriptedOutput output = new ScriptedOutput(texts -> switch (tries.incrementAndGet() % 4) {
            case 1 -> new Delivery.Refused("wrong password");
            case 2 -> new Delivery.RetryAfter(Duration.ofSeconds(7), "too many requests");
            case 3 -> Delivery.of(List.of());
            default -> tries.get() < 16 ? new Delivery.Refused("wrong password") : Delivery.delivered(1);
        });

        OutputSnapshot end =
                rig.maxRetries(0).output(output).queued("a").start().settled();

        assertThat(end.delivered()).isEqualTo(1);
        assertThat(rig.waits).contains(Duration.ofSeconds(7));
    }

    @Test
    void aDelayWithoutEndOrSenseIsBounded() throws Exception {
        List<Duration> asked = List.of(Duration.ofDays(4000), Duration.ofSeconds(-3), Duration.ZERO);
        AtomicInteger tries = new AtomicInteger();
        ScriptedOutput output = new ScriptedOutput(texts -> tries.get() < asked.size()
                ? new Delivery.RetryAfter(asked.get(tries.getAndIncrement()), "later")
                : Delivery.delivered(1));

        rig.output(output).queued("a").start().settled();

        assertThat(rig.waits.get(0)).isEqualTo(Duration.ofHours(1));
        assertThat(rig.waits.subList(1, 3)).allMatch(wait -> wait.compareTo(Duration.ofSeconds(1)) >= 0);
    }

    @Test
    void aSpentBudgetMakesADeadLetterAndNeighborsGoThrough() throws Exception {
        ScriptedOutput output = new ScriptedOutput(texts -> Delivery.of(texts.stream()
                .map(text -> text.equals("bad") ? Outcome.retry("status 500") : OK)
                .toList()));

        OutputSnapshot end =
                rig.maxRetries(2).output(output).queued("a", "bad", "c").start().settled();

        assertThat(end.deadLettered()).isEqualTo(1);
        assertThat(output.batches).hasSize(3);
        DeadLetter letter = rig.letters().get(0);
        assertThat(Rig.texts(rig.letters())).containsExactly("bad");
        assertThat(letter.reason()).isEqualTo("tried 3 times: status 500");
        assertThat(letter.attempts()).isEqualTo(3);
        assertThat(letter.id().queueId()).isEqualTo(2);
    }

    @Test
    void retriesForEverIfToldSo() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ScriptedOutput output = new ScriptedOutput(
                texts -> Delivery.of(List.of(tries.incrementAndGet() < 50 ? Outcome.retry("busy") : OK)));

        OutputSnapshot end =
                rig.maxRetries(-1).output(output).queued("a").start().settled();

        assertThat(end.delivered()).isEqualTo(1);
    }

    @Test
    void aRejectedEventIsADeadLetterAndADuplicateIsDelivered() throws Exception {
        ScriptedOutput output = new ScriptedOutput(texts -> Delivery.of(List.of(
                Outcome.rejected("mapping"), Outcome.DUPLICATE, new Outcome.DeadLettered("index dead", "its own"))));

        OutputSnapshot end = rig.output(output).queued("a", "b", "c").start().settled();

        assertThat(Rig.texts(rig.letters())).containsExactly("a");
        assertThat(end.duplicates()).isEqualTo(1);
        assertThat(end.delivered()).isEqualTo(1);
        assertThat(end.deadLettered()).isEqualTo(2);
    }

    @Test
    void halvesABatchThatIsTooLargeAndLearnsTheLimit() throws Exception {
        ScriptedOutput output = new ScriptedOutput(
                texts -> texts.size() > 2 ? new Delivery.TooLarge("413") : Delivery.delivered(texts.size()));

        rig.batchesOf(8).output(output);
        rig.queued(numbered("e", 16)).start().settled();

        assertThat(output.delivered).containsExactly(numbered("e", 16));
        assertThat(output.batches.stream().filter(batch -> batch.size() > 2)).hasSizeLessThanOrEqualTo(4);
        assertThat(rig.feed().limit().bytes()).isLessThan(20);
    }

    @Test
    void anEventThatIsTooLargeAloneIsADeadLetter() throws Exception {
        ScriptedOutput output = new ScriptedOutput(
                texts -> texts.contains("huge") ? new Delivery.TooLarge("413") : Delivery.delivered(texts.size()));

        rig.output(output).queued("a", "huge", "c").start().settled();

        assertThat(Rig.texts(rig.letters())).containsExactly("huge");
        assertThat(output.delivered).containsExactly("a", "c");
    }

    @Test
    void findsWhatSpoilsABatchAndLearnsNothing() throws Exception {
        Set<String> bad = Set.of("e3", "e11");
        ScriptedOutput output = new ScriptedOutput(texts -> texts.stream().anyMatch(bad::contains)
                ? new Delivery.BadBatch("malformed action line")
                : Delivery.delivered(texts.size()));

        rig.output(output).queued(numbered("e", 64)).start().settled();

        assertThat(Rig.texts(rig.letters())).containsExactly("e3", "e11");
        assertThat(output.delivered).hasSize(62).isSortedAccordingTo(FeedTest::byNumber);
        assertThat(rig.feed().limit().bytes()).isEqualTo(5 << 20);
    }

    @Test
    void keepsABatchThatIsBadInEveryPart() throws Exception {
        ScriptedOutput output = new ScriptedOutput(texts -> new Delivery.BadBatch("no such index"));

        rig.output(output).queued(numbered("e", 16)).start();
        await().until(() -> rig.now().health().reason().contains("every event is refused"));
        output.now(texts -> Delivery.delivered(texts.size()));
        OutputSnapshot end = rig.settled();

        assertThat(end.delivered()).isEqualTo(16);
        assertThat(rig.letters()).isEmpty();
    }

    @Test
    void aSmallBatchThatIsAllBadIsPutAside() throws Exception {
        ScriptedOutput output = new ScriptedOutput(texts -> new Delivery.BadBatch("malformed"));

        OutputSnapshot end = rig.output(output).queued("a").start().settled();

        assertThat(end.deadLettered()).isEqualTo(1);
    }

    @Test
    void aFaultyPluginHarmsNobodyAndIsNamed() throws Exception {
        List<ScriptedOutput.Script> faults = List.of(
                texts -> null,
                texts -> Delivery.delivered(texts.size() + 1),
                texts -> Delivery.of(new ArrayList<>(Collections.nCopies(texts.size(), null))),
                texts -> {
                    throw new IllegalArgumentException("bug");
                },
                texts -> {
                    throw new NoClassDefFoundError("jdk/net/Sockets");
                },
                texts -> {
                    throw new StackOverflowError();
                },
                texts -> {
                    throw new AssertionError();
                });
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch looked = new CountDownLatch(1);
        ScriptedOutput output = new ScriptedOutput(texts -> {
            int turn = tries.getAndIncrement();
            if (turn < faults.size()) {
                return faults.get(turn).deliver(texts);
            }
            looked.await(5, TimeUnit.SECONDS);
            return Delivery.delivered(texts.size());
        });

        rig.maxRetries(0).output(output).queued("a", "b").start();
        await().until(() -> tries.get() > faults.size());
        Health meanwhile = rig.now().health();
        looked.countDown();
        OutputSnapshot end = rig.settled();

        assertThat(meanwhile.state()).isEqualTo(Health.State.DEGRADED);
        assertThat(meanwhile.reason()).contains(ScriptedOutput.class.getName()).contains("a bug of this plugin");
        assertThat(end.delivered()).isEqualTo(2);
        assertThat(end.health()).isEqualTo(Health.HEALTHY);
        assertThat(output.opened.get()).isGreaterThan(1);
    }

    @Test
    void opensAgainUntilItCan() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ScriptedOutput output = ScriptedOutput.willing().whenOpened(() -> {
            if (tries.incrementAndGet() < 4) {
                throw new IOException("no such folder");
            }
        });

        rig.output(output).queued("a").start().settled();

        assertThat(rig.waits).hasSize(3);
        assertThat(output.delivered).containsExactly("a");
    }

    @Test
    void waitsForAnOutputThatIsNotInstalled() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();

        rig.queued("a").start();
        await().until(() -> rig.now().health().reason().equals("the output \"scripted\" is not installed"));
        rig.output(output);
        OutputSnapshot end = rig.settled();

        assertThat(end.health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void isWellOnceAMissingOutputIsThereEvenWithoutTraffic() throws Exception {
        rig.queued().start();
        await().until(() -> rig.now().health().state() == Health.State.FAILED);

        rig.output(ScriptedOutput.willing());

        await().until(() -> rig.now().health().equals(Health.HEALTHY));
    }

    @Test
    void waitsForASerializerThatIsMissing() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();
        rig.plugins.remove(rig.plugins.serializer(PlainSerializer.ID).orElseThrow());

        rig.output(output).queued("a").start();
        await().until(() -> rig.now().health().reason().contains("serializer \"plain\" is not installed"));
        rig.add(Kind.SERIALIZER, PlainSerializer.ID, new PlainSerializer());
        OutputSnapshot end = rig.settled();

        assertThat(end.delivered()).isEqualTo(1);
        assertThat(rig.letters()).isEmpty();
    }

    @Test
    void hasNoMoreInstancesThanTheOutputAllows() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing().atMost(2);

        rig.workers(4)
                .batchesOf(1)
                .output(output)
                .queued(numbered("e", 200))
                .start()
                .settled();

        assertThat(output.opened).hasValue(2);
        assertThat(new HashSet<>(output.delivered)).hasSize(200);
    }

    @Test
    void runsThePluginUnderItsOwnClassLoader() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();

        rig.output(output).queued("a").start().settled();

        assertThat(output.loaders).containsOnly(ScriptedOutput.class.getClassLoader());
    }

    @Test
    void pausesWhileDeadLettersCannotBeWrittenAndGoesOnByItself() throws Exception {
        Files.writeString(folder.resolve("dead-letters"), "a file where a folder should be");
        ScriptedOutput output = new ScriptedOutput(texts -> Delivery.of(List.of(Outcome.rejected("mapping"))));

        rig.output(output).queued("a").start();
        await().until(() -> rig.now().health().reason().startsWith("cannot write dead letters"));
        long backlog = rig.feed().backlog();
        Files.delete(folder.resolve("dead-letters"));
        OutputSnapshot end = rig.settled();

        assertThat(backlog).isEqualTo(1);
        assertThat(end.deadLettered()).isEqualTo(1);
        assertThat(Rig.texts(rig.letters())).containsExactly("a");
        assertThat(end.health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void aStopGivesTheBatchBackAndMakesNothingFinal() throws Exception {
        ScriptedOutput output = new ScriptedOutput(texts -> {
            throw new IOException("connection refused");
        });

        rig.maxRetries(0).output(output).queued(numbered("e", 100)).start();
        await().until(() -> output.batches.size() > 3);
        rig.feed().stop();

        assertThat(rig.feed().backlog()).isEqualTo(100);
        assertThat(rig.now().queued()).isEqualTo(100);
        assertThat(rig.letters()).isEmpty();
        assertThat(output.closed).hasValue(output.opened.get());
    }

    @Test
    void aStopInterruptsADelivery() throws Exception {
        CountDownLatch delivering = new CountDownLatch(1);
        ScriptedOutput output = new ScriptedOutput(texts -> {
            delivering.countDown();
            new CountDownLatch(1).await();
            return null;
        });

        rig.output(output).queued("a").start();
        delivering.await(5, TimeUnit.SECONDS);
        rig.feed().stop();

        assertThat(rig.feed().backlog()).isEqualTo(1);
        assertThat(output.closed).hasValue(1);
    }

    @Test
    void anOutputThatSwallowsInterruptsIsFencedOff() throws Exception {
        CountDownLatch delivering = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ScriptedOutput output = new ScriptedOutput(texts -> {
            delivering.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    // a plugin that does not listen
                }
            }
            return Delivery.delivered(texts.size());
        });

        rig.output(output).queued("a").start();
        delivering.await(5, TimeUnit.SECONDS);
        long began = System.nanoTime();
        rig.feed().stop();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        release.countDown();

        assertThat(took).isLessThan(Duration.ofSeconds(5));
        assertThat(rig.feed().backlog()).isEqualTo(1);
        await().until(() -> output.closed.get() == 1);
        assertThat(rig.queue.settlements(Rig.OUTPUT)).isEmpty();
        assertThat(rig.now().delivered()).isZero();
    }

    static String[] numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
    }

    private static int byNumber(String one, String other) {
        return Integer.compare(Integer.parseInt(one.substring(1)), Integer.parseInt(other.substring(1)));
    }

    @Test
    void severalWorkersDeliverEachEventOnce() throws Exception {
        ScriptedOutput output = ScriptedOutput.willing();
        String[] texts = numbered("e", 2000);

        rig.workers(4).batchesOf(7).output(output).queued(texts).start().settled();

        assertThat(output.delivered).hasSize(2000).containsAll(Arrays.asList(texts));
        assertThat(output.opened).hasValue(4);
    }
}

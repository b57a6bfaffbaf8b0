package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.api.config.ByteSize;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.core.config.PipelinePlan;
import io.slipway.core.plugin.Plugins.Kind;
import io.slipway.core.status.Status.OutputSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** Scenario S62: whatever an output does, every event reaches exactly one final state. */
class RandomOutcomesTest {

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void everyEventReachesExactlyOneFinalState(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int workers,
            @ForAll @IntRange(min = 1, max = 40) int batch,
            @ForAll @IntRange(min = -1, max = 3) int maxRetries)
            throws Exception {
        Path folder = Files.createTempDirectory("outcomes");
        try (Rig rig = new Rig(folder)) {
            Chance chance = new Chance(seed);
            ScriptedOutput output = new ScriptedOutput(chance::answer);
            String[] texts = FeedTest.numbered("e", 200);
            rig.workers(workers)
                    .batchesOf(batch)
                    .maxRetries(maxRetries)
                    .bounds(new PipelinePlan.DeadLetters(ByteSize.ofMebibytes(64), ByteSize.ofMebibytes(1)))
                    .output(output)
                    .queued(texts)
                    .start();
            Random swaps = new Random(seed);
            for (int i = swaps.nextInt(4); i > 0; i--) {
                Pause.real().await(Duration.ofMillis(swaps.nextInt(5)).toNanos());
                rig.plugins.remove(output);
                rig.add(Kind.OUTPUT, output.type(), output);
            }

            OutputSnapshot end = rig.settled();

            Set<String> dead = new HashSet<>(Rig.texts(rig.letters()));
            assertThat(rig.letters()).hasSize(dead.size());
            assertThat(end.deadLettered()).isEqualTo(dead.size() + chance.putAsideThere.size());
            for (String text : texts) {
                int ends = (chance.taken.contains(text) ? 1 : 0)
                        + (dead.contains(text) ? 1 : 0)
                        + (chance.putAsideThere.contains(text) ? 1 : 0);
                assertThat(ends).as(text).isEqualTo(1);
            }
            if (workers == 1) {
                assertThat(chance.outOfOrder).isEmpty();
            }
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** A destination of many moods that says so only once about each event. */
    private static final class Chance {

        private final Random random;
        private final Set<String> taken = new HashSet<>();
        private final Set<String> putAsideThere = new HashSet<>();
        private final List<String> outOfOrder = new ArrayList<>();
        private int last = -1;

        Chance(long seed) {
            random = new Random(seed);
        }

        synchronized Delivery answer(List<String> texts) throws IOException {
            noteOrder(texts);
            switch (random.nextInt(12)) {
                case 0 -> throw new IOException("connection refused");
                case 1 -> throw new IllegalStateException("bug");
                case 2 -> {
                    return new Delivery.RetryAfter(Duration.ofMillis(1), "later");
                }
                case 3 -> {
                    return new Delivery.Refused("wrong password");
                }
                case 4 -> {
                    return texts.size() > 1 ? new Delivery.TooLarge("413") : Delivery.of(outcomes(texts));
                }
                case 5 -> {
                    return texts.size() > 1 ? new Delivery.BadBatch("400") : Delivery.of(outcomes(texts));
                }
                case 6 -> {
                    return null;
                }
                default -> {
                    return Delivery.of(outcomes(texts));
                }
            }
        }

        private List<Outcome> outcomes(List<String> texts) {
            List<Outcome> outcomes = new ArrayList<>();
            int told = random.nextInt(5) == 0 ? random.nextInt(texts.size() + 1) : texts.size();
            for (String text : texts.subList(0, told)) {
                Outcome outcome = switch (random.nextInt(10)) {
                    case 0 -> Outcome.rejected("mapping");
                    case 1, 2 -> Outcome.retry("busy");
                    case 3 -> new Outcome.DeadLettered("elsewhere", "mapping");
                    case 4 -> Outcome.DUPLICATE;
                    default -> Outcome.DELIVERED;
                };
                if (outcome instanceof Outcome.Delivered) {
                    taken.add(text);
                } else if (outcome instanceof Outcome.DeadLettered) {
                    putAsideThere.add(text);
                }
                outcomes.add(outcome);
            }
            return outcomes;
        }

        /** With one worker, what is offered never goes back behind the first event that was ever passed as settled. */
        private void noteOrder(List<String> texts) {
            int first = Integer.parseInt(texts.get(0).substring(1));
            if (first < last) {
                outOfOrder.add(texts.get(0));
            }
            last = first;
            for (int i = 1; i < texts.size(); i++) {
                if (Integer.parseInt(texts.get(i).substring(1))
                        < Integer.parseInt(texts.get(i - 1).substring(1))) {
                    outOfOrder.add(texts.get(i));
                }
            }
        }
    }
}

package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.core.config.DeliveryPlan;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static Backoff backoff(double random) {
        return new Backoff(new DeliveryPlan.Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10)), () -> random);
    }

    private static long[] seconds(Backoff backoff) {
        return LongStream.range(0, 6).map(i -> Math.round(backoff.next() / 1e9)).toArray();
    }

    @Test
    void theShortestWaitsDoubleUpToHalfOfTheLongest() {
        assertThat(seconds(backoff(0))).containsExactly(1, 2, 4, 5, 5, 5);
    }

    @Test
    void theLongestWaitsDoubleUpToTheLongest() {
        assertThat(seconds(backoff(0.999999))).containsExactly(2, 4, 8, 10, 10, 10);
    }

    @Test
    void aSuccessBeginsAnew() {
        Backoff backoff = backoff(0);
        backoff.next();
        backoff.next();

        backoff.reset();

        assertThat(backoff.next()).isEqualTo(Duration.ofSeconds(1).toNanos());
    }
}

package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LimitedTest {

    private long now;
    private final List<Long> told = new ArrayList<>();
    private final Limited limited = new Limited(() -> now);

    @Test
    void tellsTheFirstAtOnceAndThenSums() {
        limited.happened(1, told::add);
        limited.happened(2, told::add);
        limited.happened(3, told::add);
        now += TimeUnit.SECONDS.toNanos(10);
        limited.happened(4, told::add);

        assertThat(told).containsExactly(1L, 9L);
    }

    @Test
    void tellsTheLastSumOnceItIsTime() {
        limited.happened(1, told::add);
        limited.happened(2, told::add);
        limited.flush(told::add, false);
        now += TimeUnit.SECONDS.toNanos(10);
        limited.flush(told::add, false);
        limited.flush(told::add, true);

        assertThat(told).containsExactly(1L, 2L);
    }
}

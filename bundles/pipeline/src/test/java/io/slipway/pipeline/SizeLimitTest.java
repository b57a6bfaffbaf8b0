package io.slipway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizeLimitTest {

    private final SizeLimit limit = new SizeLimit(1000);

    @Test
    void isHalfOfWhatWasTooLarge() {
        limit.tooLarge(800);

        assertThat(limit.bytes()).isEqualTo(400);
    }

    @Test
    void neverRisesWithABatchThatWasTooLarge() {
        limit.tooLarge(100);
        limit.tooLarge(800);

        assertThat(limit.bytes()).isEqualTo(50);
    }

    @Test
    void growsSlowlyWithFullBatchesUpToTheMost() {
        limit.tooLarge(800);
        limit.taken(390);
        long afterOne = limit.bytes();
        for (int i = 0; i < 200; i++) {
            limit.taken(limit.bytes());
        }

        assertThat(afterOne).isBetween(401L, 410L);
        assertThat(limit.bytes()).isEqualTo(1000);
    }

    @Test
    void learnsNothingFromSmallBatches() {
        limit.tooLarge(800);

        limit.taken(100);

        assertThat(limit.bytes()).isEqualTo(400);
    }
}

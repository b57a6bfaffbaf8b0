package io.slipway.api.event;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContentTest {

    @Test
    void refusesATimestampThatNobodyCouldReadBack() {
        Content content = new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.EMPTY);

        assertThatThrownBy(() -> content.withTimestamp(Instant.MAX))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("years 1 to 9999");
    }
}

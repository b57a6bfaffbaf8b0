package io.slipway.ingest.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.wire.PersistedIndexRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs within the heap of 256 MiB that the build gives to these tests. */
class MemoryBoundTest {

    private static final int MEBIBYTE = 1024 * 1024;
    private static final long QUARTER_OF_THE_HEAP = 64 * MEBIBYTE;

    @ParameterizedTest
    @CsvSource({"4, 125", "1, 500", "500, 1"})
    void bears500WaitingPublishersOf8Mebibytes(int connections, int callsOnEach) throws Exception {
        try (TestDoor door = TestDoor.open(TestDoor.plan(QUARTER_OF_THE_HEAP, false));
                ManyPublishers publishers = new ManyPublishers(door.port(), 8 * MEBIBYTE - 100)) {
            door.intake.room(0);
            door.intake.forget();

            publishers.publish(connections, callsOnEach);

            await().atMost(Duration.ofSeconds(60)).until(() -> door.intake.waiting() == 8);
            assertThat(door.client()
                            .persistedIndex(PersistedIndexRequest.getDefaultInstance())
                            .next()
                            .getPersistedIndex())
                    .isZero();
            assertThat(publishers.answered()).isZero();

            for (int i = 1; i <= 500; i++) {
                int served = i;
                door.intake.makeRoom(1);
                await().pollInterval(Duration.ofMillis(2))
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> publishers.answered() >= served);
            }
            assertThat(publishers.answers).containsOnly(Map.entry("0", 500));
        }
    }
}

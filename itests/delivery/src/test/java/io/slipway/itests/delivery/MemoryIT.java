package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory is bounded by settings, not by what clients send. */
class MemoryIT {

    private static final int PUBLISHERS = 500;
    private static final long LARGEST_PROCESS = 640L << 20;

    @TempDir
    Path folder;

    @Test
    void fiveHundredPublishersOfEightMebibytesWaitWithinASmallHeap() throws Exception {
        Setup setup = Setup.toFile(folder, 2, "codec: {format: {string: '\"seq\":%{[seq]}'}}, ")
                .javaOptions("-Xmx256m");
        new Destination(setup.destination()).block();
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire();
                Flood flood = new Flood(setup.socket(), 20, 8 << 20)) {
            List<CompletableFuture<String>> waiting = new ArrayList<>();
            for (long number = 1; number <= PUBLISHERS; number++) {
                waiting.add(flood.publish(number));
            }

            assertThat(wire.persisted().getUuid())
                    .as("It answers others meanwhile.")
                    .hasSize(36);
            assertThat(waiting.stream().filter(CompletableFuture::isDone).count())
                    .isLessThanOrEqualTo(2);
            shipper.destination().unblock();
            CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new))
                    .get(3 * Running.PATIENCE.toSeconds(), TimeUnit.SECONDS);

            assertThat(waiting).allSatisfy(status -> assertThat(status.join()).isEqualTo("0"));
            assertThat(shipper.destination().awaitAll(1, PUBLISHERS).duplicates())
                    .isZero();
            assertThat(shipper.residentBytes()).isLessThan(LARGEST_PROCESS);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(PUBLISHERS, PUBLISHERS, 0, 0, 0, 0));
        }
    }
}

package io.slipway.client;

import static io.slipway.client.Events.events;
import static io.slipway.client.Events.firstArrivals;
import static io.slipway.client.Events.numbers;
import static io.slipway.client.Events.quickly;
import static io.slipway.client.Events.within10s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backlog S29: a collector publishes to the shipper. Its data arrives, none is lost when the shipper restarts during
 * publishing, and none is lost under back-pressure.
 */
@Timeout(60)
class BacklogS29Test {

    @TempDir
    Path folder;

    private final ExecutorService collector = Executors.newSingleThreadExecutor();

    @AfterEach
    void stopTheCollector() {
        collector.shutdownNow();
    }

    @Test
    void theDataArrives() throws Exception {
        try (ScriptedShipper shipper = shipper().start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            CompletableFuture<Void> published = publishInTens(client, 1_000);
            within10s(published);
            boolean all = client.awaitPersisted(Duration.ofSeconds(10));

            assertThat(all).isTrue();
            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 1_000));
        }
    }

    @Test
    void nothingIsLostWhenTheShipperRestartsDuringPublishing() throws Exception {
        try (ScriptedShipper shipper = shipper().holding(100).start();
                ShipperClient client = ShipperClient.open(quickly(shipper))) {

            CompletableFuture<Void> published = publishInTens(client, 2_000);
            for (int restart = 1; restart <= 4; restart++) {
                int before = 300 * restart;
                await().until(() -> {
                    shipper.drain(7);
                    return shipper.delivered().size() >= before;
                });
                shipper.stop().forget().start();
            }
            drainUntilPersisted(shipper, client, 7);

            assertThat(published).isCompleted();
            assertThat(firstArrivals(shipper.delivered())).isEqualTo(numbers(0, 2_000));
            assertThat(client.statistics().rewinds()).isEqualTo(4);
            assertThat(client.statistics().persisted()).isEqualTo(2_000);
        }
    }

    @Test
    void nothingIsLostUnderBackPressure() throws Exception {
        try (ScriptedShipper shipper = shipper().holding(10).start();
                ShipperClient client =
                        ShipperClient.open(quickly(shipper).withLimits(Limits.DEFAULT.withWindow(1 << 20, 50)))) {

            CompletableFuture<Void> published = publishInTens(client, 500);
            await().until(() -> shipper.heldRequests() == 1);
            assertThat(published).isNotDone();
            assertThat(client.statistics().published()).isLessThanOrEqualTo(50);
            drainUntilPersisted(shipper, client, 3);

            assertThat(numbers(shipper.delivered())).isEqualTo(numbers(0, 500));
            assertThat(client.statistics().refused()).isZero();
        }
    }

    private CompletableFuture<Void> publishInTens(ShipperClient client, int events) {
        return CompletableFuture.runAsync(
                () -> {
                    Publisher publisher = client.publisher();
                    for (int first = 0; first < events; first += 10) {
                        try {
                            publisher.publish(events(first, first + 10));
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                },
                collector);
    }

    private static void drainUntilPersisted(ScriptedShipper shipper, ShipperClient client, int step) {
        await().pollInterval(1, TimeUnit.MILLISECONDS)
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> {
                    shipper.drain(step);
                    return client.awaitPersisted(Duration.ofMillis(1))
                            && shipper.queued().isEmpty();
                });
    }

    private ScriptedShipper shipper() {
        return ScriptedShipper.onUnixSocket(folder.resolve("s"));
    }
}

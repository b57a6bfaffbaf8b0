package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.wire.PublishReply;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs beside each other, each at its own pace. */
class SeveralOutputsIT {

    @TempDir
    Path folder;

    @Test
    void anOutputThatIsAwayHoldsUpNoOtherButWhatIsPersisted() throws IOException {
        Destination well = new Destination(folder.resolve("well"));
        Destination away = new Destination(folder.resolve("away")).block();
        Setup setup = Setup.of(folder, 1000, outputs(well.folder(), away.folder()));
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {

            PublishReply reply = wire.publish(Events.request(1, 200));

            assertThat(well.awaitAll(1, 200)).isEqualTo(Tally.PERFECT);
            assertThat(wire.persisted().getPersistedIndex()).isLessThan(reply.getAcceptedIndex());
            away.unblock();
            assertThat(away.awaitAll(1, 200)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("well")).isEqualTo(new Balance(200, 200, 0, 0, 0, 0));
            assertThat(shipper.balance("away")).isEqualTo(new Balance(200, 200, 0, 0, 0, 0));
        }
    }

    @Test
    void trapT36AnOutputWhosePluginIsNotInstalledWaitsAndSaysSoWhileTheRestRuns() throws IOException {
        Destination well = new Destination(folder.resolve("well"));
        Setup setup = Setup.of(
                folder,
                100,
                "shutdown_timeout: 1s\n  outputs: {well: " + file(well.folder())
                        + ", later: {type: elasticsearch, hosts: [\"localhost:1\"]}}");
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {

            PublishReply reply = wire.publish(Events.request(1, 50));

            assertThat(well.awaitAll(1, 50)).isEqualTo(Tally.PERFECT);
            assertThat(wire.persisted().getPersistedIndex()).isLessThan(reply.getAcceptedIndex());
            assertThat(String.join("\n", shipper.process().error())).contains("elasticsearch");
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("well")).isEqualTo(new Balance(50, 50, 0, 0, 0, 0));
            assertThat(shipper.balance("later").accepted()).isEqualTo(50);
            assertThat(shipper.balance("later").addsUp()).isTrue();
        }
    }

    private static String outputs(Path first, Path second) {
        return "outputs: {well: " + file(first) + ", away: " + file(second) + "}";
    }

    private static String file(Path path) {
        return "{type: file, path: " + path
                + ", filename: events, output_queue_flush_timeout: 10ms, backoff: {init: 50ms, max: 200ms}}";
    }
}

package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The distribution on each Java it promises to run on. */
class JavaIT {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void runsTakesEventsDeliversAndStopsQuietly(Jdk jdk) throws IOException {
        Setup setup = Setup.toFile(folder).jdk(jdk);
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 1000));

            Cli.Ended sent = Cli.at(folder)
                    .jdk(jdk)
                    .runWith("{\"seq\":1001}\n", "send", "--server", "unix://" + setup.socket(), "-");

            assertThat(sent.code()).as(sent.all()).isZero();
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.destination().tally(1, 1001)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.balance("file")).isEqualTo(new Balance(1001, 1001, 0, 0, 0, 0));
            assertThat(String.join("\n", shipper.process().error()))
                    .doesNotContain("WARNING")
                    .doesNotContain("\"log.level\":\"WARN\"")
                    .doesNotContain("\"log.level\":\"ERROR\"");
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void listensOnTcpToo(Jdk jdk) throws IOException {
        Setup setup = Setup.toFile(folder).jdk(jdk).replace("unix://" + folder.resolve("sock"), "127.0.0.1:0");
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = Wire.to(shipper.port())) {

            assertThat(wire.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);

            shipper.destination().awaitAll(1, 1);
        }
    }
}

package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that an output will never take, from the first refusal to their replay. */
class DeadLetterIT {

    private static final String ONLY_WITH_MESSAGE = "codec: {format: {string: '\"seq\":%{[seq]} %{[message]}'}}, ";

    @TempDir
    Path folder;

    @Test
    void s62AnEventThatCannotBeEncodedIsPutAsideAndHoldsUpNothing() throws IOException {
        Setup setup = Setup.toFile(folder, 4096, ONLY_WITH_MESSAGE);
        PublishRequest.Builder request = Events.request(1, 100).toBuilder();
        request.setEvents(49, Events.with(50, "other", Events.text("has no message")));
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {

            PublishReply reply = wire.publish(request.build());

            await().atMost(Running.PATIENCE)
                    .until(() -> wire.persisted().getPersistedIndex() >= reply.getAcceptedIndex());
            assertThat(shipper.destination().tally(1, 100).lost()).containsExactly(50L);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(100, 99, 1, 0, 0, 0));
        }
        Cli.Ended listed = Cli.at(folder).run("dlq", "list", "-c", setup.file());
        assertThat(listed.code()).isZero();
        assertThat(String.join("\n", listed.out()))
                .contains("file")
                .contains("1")
                .contains("message");
        replayOnceTheFormatIsMended();
    }

    private void replayOnceTheFormatIsMended() throws IOException {
        Setup mended = Setup.toFile(folder, 4096, ONLY_WITH_MESSAGE.replace("%{[message]}", "%{[message]:-}"));
        mended.write();

        Cli.Ended replay = Cli.at(folder).run("dlq", "replay", "-c", mended.file(), "file");
        assertThat(replay.code()).as(replay.all()).isZero();

        try (Shipper shipper = Shipper.start(mended)) {
            shipper.destination().awaitAll(50, 50);
            assertThat(shipper.stop()).isZero();
        }
        assertThat(new Destination(mended.destination()).tally(1, 100).lost()).isEmpty();
        assertThat(new Destination(mended.destination()).tally(1, 100).duplicates())
                .isZero();
        assertThat(String.join(
                        "\n",
                        Cli.at(folder).run("dlq", "list", "-c", mended.file()).out()))
                .doesNotContain("message");
    }
}

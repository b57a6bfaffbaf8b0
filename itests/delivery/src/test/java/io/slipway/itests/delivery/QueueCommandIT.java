package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import io.slipway.wire.PublishReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The commands that look at a queue on disk, on a running shipper and on a stopped one. */
@EnabledIf("io.slipway.itests.delivery.OnDisk#installed")
class QueueCommandIT {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private Destination destination;
    private Destination other;
    private Setup setup;
    private Setup both;

    @BeforeEach
    void describe() throws IOException {
        destination = new Destination(folder.resolve("arrived"));
        other = new Destination(folder.resolve("other")).block();
        String file = DiskQueue.file("file", destination.folder(), "");
        setup = Setup.onDisk(folder, "max_size: 100MB", file);
        both = Setup.onDisk(folder, "max_size: 100MB", file + ", " + DiskQueue.file("other", other.folder(), ""));
    }

    private Cli.Ended queue(String command, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("queue", command, "-c", setup.file()));
        arguments.addAll(List.of(more));
        return Cli.at(folder).run(arguments.toArray(String[]::new));
    }

    private void assertTellsTwenty(String usedBy) throws IOException {
        DiskQueue queue = DiskQueue.of(setup);
        Cli.Ended inspect = queue("inspect");
        Cli.Ended verify = queue("verify");
        Cli.Ended export = queue("export");
        Cli.Ended rest = queue("export", "--cursor", "file", "--limit", "5");

        assertThat(queue.usedBy()).isEqualTo(usedBy);
        assertThat(queue.events()).isEqualTo(20);
        assertThat(queue.backlogs()).isEqualTo(Map.of("file", 20L));
        assertThat(inspect.code()).as(inspect.all()).isZero();
        assertThat(String.join("\n", inspect.out())).contains("FIRST ID");
        assertThat(verify.code()).as(verify.all()).isZero();
        assertThat(verify.out()).last().asString().contains("events: 20, lost: 0, findings: 0");
        assertThat(export.code()).as(export.all()).isZero();
        assertThat(Tally.sequences(export.out()))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 20).boxed().toList());
        assertThat(export.out().stream().map(line -> Long.parseLong(Json.at(line, "id"))))
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(Tally.sequences(rest.out())).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void showCheckAndExportWhatARunningAndAStoppedShipperKeeps() throws IOException {
        destination.block();
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 20));

            assertTellsTwenty(String.valueOf(shipper.process().pid()));
            assertThat(shipper.stop()).isZero();
        }
        assertTellsTwenty("");
    }

    @Test
    void aBackupOfARunningShipperOpensAsAQueue() throws IOException {
        destination.block();
        Path copy = folder.resolve("copy");
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 500));

            Cli.Ended backup = queue("backup", copy.toString());

            assertThat(backup.code()).as(backup.all()).isZero();
            shipper.process().kill();
        }
        destination.unblock();

        Setup onCopy = Setup.onDisk(
                folder, "max_size: 100MB, path: " + copy, DiskQueue.file("file", destination.folder(), ""));
        try (Shipper shipper = Shipper.start(onCopy)) {
            assertThat(destination.awaitAll(1, 500)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
        }
    }

    @Test
    void anOutputThatIsTakenOutIsParkedAndGoesOnWhenItIsBack() throws IOException {
        try (Shipper shipper = Shipper.start(both);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 50));
            destination.awaitAll(1, 50);
            assertThat(shipper.stop()).isZero();
        }
        try (Shipper shipper = Shipper.start(setup)) {
            shipper.process().awaitError("output other: is not configured any more; 50 events are parked");
            assertThat(DiskQueue.of(setup).backlogs()).isEqualTo(Map.of("file", 0L, "other", 50L));
            assertThat(shipper.stop()).isZero();
        }
        other.unblock();

        try (Shipper shipper = Shipper.start(both)) {
            assertThat(other.awaitAll(1, 50)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("other")).isEqualTo(new Balance(50, 50, 0, 0, 0, 0));
            assertThat(shipper.balance("file")).isEqualTo(new Balance(0, 0, 0, 0, 0, 0));
        }
        assertThat(destination.tally(1, 50)).isEqualTo(Tally.PERFECT);
    }

    @Test
    void aParkedCursorIsDroppedWhileAShipperRunsButNotOneThatIsUsed() throws IOException {
        try (Shipper shipper = Shipper.start(both);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 50));
            destination.awaitAll(1, 50);
            assertThat(shipper.stop()).isZero();
        }

        try (Shipper shipper = Shipper.start(setup)) {
            Cli.Ended used = queue("drop", "file", "--yes");
            Cli.Ended unknown = queue("drop", "nobody", "--yes");
            Cli.Ended dropped = queue("drop", "other", "--yes");

            assertThat(used.code()).isEqualTo(1);
            assertThat(unknown.code()).isEqualTo(1);
            assertThat(dropped.code()).as(dropped.all()).isZero();
            assertThat(dropped.out()).containsExactly("Dropped the cursor other with 50 events.");
            assertThat(DiskQueue.of(setup).backlogs()).containsOnlyKeys("file");
            assertThat(shipper.stop()).isZero();
        }
        assertThat(DiskQueue.of(setup).backlogs()).containsOnlyKeys("file");
    }

    @Test
    void s18TheCountOfQueuedEventsIsTrueAtEveryQuietPoint() throws Exception {
        destination.block();
        Setup small = Setup.onDisk(folder, "max_size: 10MB", DiskQueue.file("file", destination.folder(), ""));
        String message = "x".repeat(100_000);
        long accepted = 0;
        try (Shipper shipper = Shipper.start(small);
                Wire wire = shipper.wire()) {
            List<ListenableFuture<PublishReply>> publishes = new ArrayList<>();
            for (int i = 1; i <= 200; i++) {
                publishes.add(wire.future().publishEvents(Events.request(Events.event(i, message))));
            }
            await().during(Duration.ofSeconds(1))
                    .atMost(SOON)
                    .until(() -> publishes.stream().anyMatch(publish -> !publish.isDone()));
            for (int i = 0; i < 200; i += 2) {
                publishes.get(i).cancel(true);
            }
            wire.persisted(); // on the same connection: the cancellations have arrived
            long waitingNow = accepted(publishes);
            await().atMost(SOON).until(() -> DiskQueue.of(small).events() >= waitingNow);
            shipper.process().kill();
            accepted = DiskQueue.of(small).events();
            assertThat(accepted).isGreaterThanOrEqualTo(waitingNow);
        }
        destination.unblock();

        try (Shipper shipper = Shipper.start(small)) {
            await().atMost(Running.PATIENCE).until(() -> DiskQueue.of(small).events() == 0);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file")).isEqualTo(new Balance(accepted, accepted, 0, 0, 0, 0));
            assertThat(destination.lines()).hasSize((int) accepted);
        }
    }

    private static long accepted(List<ListenableFuture<PublishReply>> publishes) throws Exception {
        long accepted = 0;
        for (ListenableFuture<PublishReply> publish : publishes) {
            if (publish.isDone() && !publish.isCancelled()) {
                accepted += publish.get(1, TimeUnit.SECONDS).getAcceptedCount();
            }
        }
        return accepted;
    }

    @Test
    void damageIsFoundByVerifyAndCountedAsLost() throws IOException {
        destination.block();
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            for (int i = 0; i < 20; i++) {
                wire.publish(Events.request(1 + 100L * i, 100 + 100L * i));
            }
            assertThat(shipper.stop()).isZero();
        }
        Path largest;
        try (var files = Files.walk(DiskQueue.of(setup).path())) {
            largest = files.filter(file -> file.toString().endsWith(".seg"))
                    .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(largest);
        for (int i = bytes.length / 2; i < bytes.length / 2 + 4096; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(largest, bytes);
        destination.unblock();

        Cli.Ended verify = queue("verify");

        assertThat(verify.code()).as(verify.all()).isEqualTo(1);
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(5000, 5000));
            destination.awaitAll(5000, 5000);
            assertThat(shipper.stop()).isZero();
            Balance balance = shipper.balance("file");
            assertThat(balance.addsUp()).isTrue();
            assertThat(balance.queued()).isZero();
            assertThat(balance.lost())
                    .isPositive()
                    .isEqualTo(destination.tally(1, 2000).lost().size());
        }
    }

    @Test
    void aQueueInMemorySaysThatThereIsNothingToLookAt() throws IOException {
        Setup memory = Setup.toFile(folder).write();

        Cli.Ended list = Cli.at(folder).run("queue", "list", "-c", memory.file());

        assertThat(list.code()).isEqualTo(1);
        assertThat(list.all()).contains("keeps nothing");
    }
}

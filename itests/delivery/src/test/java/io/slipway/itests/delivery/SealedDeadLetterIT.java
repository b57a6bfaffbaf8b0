package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.slipway.wire.Event;
import io.slipway.wire.PublishRequest;
import io.slipway.wire.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters beside a queue that is encrypted. */
@EnabledIf("io.slipway.itests.delivery.OnDisk#installed")
class SealedDeadLetterIT {

    private static final String ENCRYPTED = "max_size: 100MB, encryption: {keys: [{alias: winter,"
            + " value: MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=}]}";
    private static final String ONLY_WITH_MESSAGE = ", codec: {format: {string: '\"seq\":%{[seq]} %{[message]}'}}";
    private static final String SECRET = "swordfish";

    @TempDir
    Path folder;

    private Setup setup(String codec) {
        return Setup.onDisk(folder, ENCRYPTED, DiskQueue.file("file", folder.resolve("arrived"), codec));
    }

    private Cli.Ended dlq(Setup setup, String... command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("dlq"));
        arguments.addAll(List.of(command));
        arguments.addAll(List.of("-c", setup.file()));
        return Cli.at(folder).run(arguments.toArray(String[]::new));
    }

    /** An event that the intake cannot read, with the secret in it. */
    private static Event unreadable() {
        Event good = Events.with(3, "message", Events.text(SECRET + SECRET));
        return good.toBuilder()
                .setFields(good.getFields().toBuilder().putData("broken", Value.getDefaultInstance()))
                .build();
    }

    /** Where the secret stands in the data folder, as it is and as the three ways in which base64 may show it. */
    private List<String> leaks() throws IOException {
        List<String> shapes = new ArrayList<>(List.of(SECRET));
        for (String before : List.of("", "a", "aa")) {
            String coded = Base64.getEncoder().encodeToString((before + SECRET).getBytes(StandardCharsets.US_ASCII));
            shapes.add(coded.substring(4, coded.length() - 4));
        }
        List<String> leaks = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                shapes.stream().filter(bytes::contains).forEach(shape -> leaks.add(file + ": " + shape));
            }
        }
        return leaks;
    }

    @Test
    void tellNothingOnTheDiskAndEverythingToWhoHasTheKey() throws IOException {
        Setup setup = setup(ONLY_WITH_MESSAGE);
        PublishRequest request =
                Events.request(Events.event(1), Events.with(2, "other", Events.text(SECRET + SECRET)), unreadable());
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(request);
            Path letters = folder.resolve("data/dead-letters");
            await().atMost(Running.PATIENCE)
                    .until(() -> Files.exists(letters.resolve("file/000001.ndjson"))
                            && Files.size(letters.resolve("file/000001.ndjson")) > 0);

            assertThat(letters.resolve("intake/000001.ndjson")).isNotEmptyFile();
            assertThat(leaks()).isEmpty();
            assertThat(dlq(setup, "list").all()).contains("message").doesNotContain("encrypted");
            assertShows(dlq(setup, "export", "file"));
            assertShows(dlq(setup, "export", "intake"));
            assertThat(shipper.stop()).isZero();
        }
        assertThat(leaks()).isEmpty();
        withoutTheKeyTheyAreCounted();
        aReplayDeliversThem();
    }

    private static void assertShows(Cli.Ended export) {
        assertThat(export.code()).as(export.all()).isZero();
        assertThat(export.out()).hasSize(1);
        String line = export.out().get(0);
        String raw = line.replaceAll(".*\"raw\":\"([^\"]*)\".*", "$1");
        assertThat(new String(Base64.getDecoder().decode(raw), StandardCharsets.ISO_8859_1))
                .contains(SECRET);
    }

    private void withoutTheKeyTheyAreCounted() throws IOException {
        Setup keyless = new Setup(
                        folder,
                        setup(ONLY_WITH_MESSAGE)
                                .replace(ENCRYPTED, "max_size: 100MB")
                                .yaml(),
                        Jdk.BUILD,
                        "")
                .write();

        Cli.Ended list = dlq(keyless, "list");
        Cli.Ended export = dlq(keyless, "export", "file");

        assertThat(list.code()).isZero();
        assertThat(list.all()).contains("1 encrypted, cannot be opened: the queue of the configuration has no key");
        assertThat(export.code()).isEqualTo(1);
        assertThat(export.out()).isEmpty();
    }

    private void aReplayDeliversThem() throws IOException {
        Setup mended = setup(ONLY_WITH_MESSAGE.replace("%{[message]}", "%{[message]:-}"))
                .write();
        Cli.Ended replay = dlq(mended, "replay", "file");
        assertThat(replay.code()).as(replay.all()).isZero();

        try (Shipper shipper = Shipper.start(mended)) {
            shipper.destination().awaitAll(2, 2);
            assertThat(shipper.stop()).isZero();
        }

        assertThat(dlq(mended, "export", "file").out()).isEmpty();
    }
}

package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of {@code bin/slipway}, what they print and how they exit. */
class CommandsIT {

    private static final int OTHER = 1;
    private static final int WRONG_USE = 64;
    private static final int BAD_CONFIGURATION = 78;
    private static final String MISTAKES = """
            shipper:
              server: {server: "unix:///tmp/slipway-never.sock"}
              queue: {mem: {events: many}}
              outputs:
                archive: {type: fle, path: /tmp}
                screen: {type: console, colour: red}
              strict_mod: true
            """;

    @TempDir
    Path folder;

    @Test
    void versionSaysTheVersion() throws IOException {
        Cli.Ended ended = Cli.at(folder).run("version");

        assertThat(ended.code()).isZero();
        assertThat(ended.out().get(0)).startsWith("slipway 0.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-command", "run --no-such-option", "send", "load --events many"})
    void wrongUseExitsWith64AndNothingOnStandardOutput(String arguments) throws IOException {
        Cli.Ended ended = Cli.at(folder).run(arguments.split(" "));

        assertThat(ended.code()).isEqualTo(WRONG_USE);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.error()).isNotEmpty();
    }

    @Test
    void completionPrintsAScriptThatBashCanRead() throws Exception {
        Cli.Ended ended = Cli.at(folder).run("completion", "bash");

        Path script = Files.write(folder.resolve("completion.bash"), ended.out());
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).anyMatch(line -> line.contains("slipway"));
        Process bash = new ProcessBuilder("bash", "-n", script.toString()).start();
        assertThat(bash.waitFor(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(bash.exitValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"test config", "run"})
    void aBadConfigurationExitsWith78AndNamesEveryMistakeWithItsLine(String command) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yml"), MISTAKES);

        Cli.Ended ended = Cli.at(folder).run((command + " -c " + file).split(" "));

        assertThat(ended.code()).as(ended.all()).isEqualTo(BAD_CONFIGURATION);
        assertThat(ended.out()).isEmpty();
        String said = String.join("\n", ended.error());
        assertThat(said)
                .contains("bad.yml:3", "shipper.queue.mem.events", "many")
                .contains("bad.yml:6", "colour")
                .contains("bad.yml:7", "strict_mod", "strict_mode");
        if (command.equals("test config")) {
            assertThat(said).contains("bad.yml:5", "\"fle\"", "file");
        }
    }

    @Test
    void aConfigurationThatIsNotThereExitsWith78() throws IOException {
        Cli.Ended ended = Cli.at(folder).run("test", "config", "-c", "/no/such/file.yml");

        assertThat(ended.code()).isEqualTo(BAD_CONFIGURATION);
        assertThat(ended.all()).contains("/no/such/file.yml");
    }

    @Test
    void testConfigAndTestOutputSayThatAGoodConfigurationIsGood() throws IOException {
        Setup setup = Setup.toFile(folder).write();

        Cli.Ended config = Cli.at(folder).run("test", "config", "-c", setup.file());
        Cli.Ended output = Cli.at(folder).run("test", "output", "-c", setup.file());

        assertThat(config.code()).as(config.all()).isZero();
        assertThat(output.code()).as(output.all()).isZero();
        assertThat(output.all()).contains("file");
        assertThat(setup.socket()).doesNotExist();
    }

    @Test
    void testOutputExitsWith1IfADestinationCannotBeUsed() throws IOException {
        Setup setup = Setup.toFile(folder).write();
        new Destination(setup.destination()).block();

        Cli.Ended ended = Cli.at(folder).run("test", "output", "-c", setup.file());

        assertThat(ended.code()).as(ended.all()).isEqualTo(OTHER);
        assertThat(ended.all()).contains(setup.destination().toString());
    }

    @Test
    void theDefaultsAreAConfigurationAndTheSchemaIsJson() throws IOException {
        Cli.Ended defaults = Cli.at(folder).run("config", "defaults");
        Cli.Ended schema = Cli.at(folder).run("config", "schema");

        assertThat(defaults.code()).isZero();
        assertThat(String.join("\n", defaults.out())).contains("events: 4096").contains("max_inflight_bytes");
        assertThat(schema.code()).isZero();
        assertThat(Json.keys(String.join("\n", schema.out()))).contains("$schema", "shipper", "strict_mode");
    }

    @Test
    void aSecretOfTheKeystoreReachesTheConfigurationAndNoOutputOfAnyCommand() throws IOException {
        String secret = "correct-horse-battery-staple";
        Cli cli = Cli.at(folder);
        Setup setup = Setup.toFile(folder).replace("filename: events", "filename: \"${EVENT_FILE}\"");
        setup.write();

        Cli.Ended created = cli.run("keystore", "create");
        Cli.Ended added = cli.runWith(secret + "\n", "keystore", "add", "EVENT_FILE");
        Cli.Ended again = cli.runWith("other\n", "keystore", "add", "EVENT_FILE");
        Cli.Ended listed = cli.run("keystore", "list");
        Cli.Ended shown = cli.run("config", "show", "-c", setup.file());

        assertThat(List.of(created.code(), added.code(), listed.code()))
                .as(created.all() + added.all())
                .containsOnly(0);
        assertThat(again.code()).as("It is there already.").isNotZero();
        assertThat(listed.out()).contains("EVENT_FILE");
        assertThat(shown.code()).as(shown.all()).isZero();
        assertThat(created.all() + added.all() + again.all() + listed.all() + shown.all())
                .doesNotContain(secret);
        try (Shipper shipper = Shipper.start(setup);
                Wire wire = shipper.wire()) {
            wire.publish(Events.request(1, 1));
            shipper.destination().awaitAll(1, 1);
            assertThat(shipper.stop()).isZero();
            assertThat(String.join("\n", shipper.process().error())).doesNotContain(secret);
        }
        assertThat(folder.resolve("data").toFile())
                .isDirectoryRecursivelyContaining(file -> file.getName().contains("keystore"));
        assertThat(cli.run("keystore", "remove", "EVENT_FILE").code()).isZero();
        assertThat(cli.run("test", "config", "-c", setup.file()).code()).isEqualTo(BAD_CONFIGURATION);
    }

    @Test
    void sendSendsALogFileAndSaysThatEveryLineIsPersisted() throws IOException {
        List<String> lines = IntStream.rangeClosed(1, 2000)
                .mapToObj(i -> "2026-01-01 00:00:00 status installed package-" + i + ":amd64 1.0-" + i)
                .toList();
        Path log = Files.write(folder.resolve("dpkg.log"), lines);
        Setup setup = Setup.toFile(folder);
        try (Shipper shipper = Shipper.start(setup)) {

            Cli.Ended sent = Cli.at(folder).run("send", "--server", "unix://" + setup.socket(), log.toString());

            assertThat(sent.code()).as(sent.all()).isZero();
            assertThat(sent.all()).containsPattern("2,?000 of 2,?000");
            assertThat(shipper.destination().lines()).hasSize(2000);
            String arrived = String.join("\n", shipper.destination().lines());
            assertThat(lines).allMatch(arrived::contains);
        }
    }

    @Test
    void sendReadsNdjsonOfTheStandardInput() throws IOException {
        String events = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> "{\"seq\":" + i + ",\"nested\":{\"list\":[1,2.5,null,true]}}\n")
                .collect(Collectors.joining());
        Setup setup = Setup.toFile(folder);
        try (Shipper shipper = Shipper.start(setup)) {

            Cli.Ended sent = Cli.at(folder).runWith(events, "send", "--server", "unix://" + setup.socket(), "-");

            assertThat(sent.code()).as(sent.all()).isZero();
            assertThat(shipper.destination().tally(1, 100)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.destination().lines().get(0)).contains("\"list\":[1,2.5,null,true]");
        }
    }

    @Test
    void sendExitsWith1IfNobodyListens() throws IOException {
        Path log = Files.writeString(folder.resolve("one.log"), "a line\n");

        Cli.Ended sent = Cli.at(folder)
                .run("send", "--timeout", "1s", "--server", "unix://" + folder.resolve("nobody"), log.toString());

        assertThat(sent.code()).as(sent.all()).isEqualTo(OTHER);
        assertThat(sent.all()).contains("0 of 1");
    }

    @Test
    void sendGoesOnWhileTheShipperIsKilledAndStartsAgain() throws IOException {
        String events = IntStream.rangeClosed(1, 30_000)
                .mapToObj(i -> "{\"seq\":" + i + "}\n")
                .collect(Collectors.joining());
        Path log = Files.writeString(folder.resolve("events.ndjson"), events);
        Setup setup = Setup.toFile(folder);
        try (Shipper first = Shipper.start(setup);
                Running send = Cli.at(folder).begin("send", "--server", "unix://" + setup.socket(), log.toString())) {
            await().atMost(Running.PATIENCE)
                    .until(() -> !first.destination().lines().isEmpty());
            first.process().kill();

            try (Shipper second = Shipper.start(setup)) {
                assertThat(send.awaitExit())
                        .as(() -> String.join("\n", send.error()))
                        .isZero();
                assertThat(second.destination().tally(1, 30_000).lost()).isEmpty();
            }
        }
    }

    @Test
    void loadPrintsWhatItMeasured() throws IOException {
        Setup setup = Setup.of(folder, 100_000, "output: {discard: {}}");
        try (Shipper shipper = Shipper.start(setup)) {
            String server = "unix://" + setup.socket();

            Cli.Ended text = Cli.at(folder).run("load", "--server", server, "--events", "5000", "--size", "200");
            Cli.Ended json = Cli.at(folder).run("load", "--server", server, "--events", "5000", "--json");

            assertThat(text.code()).as(text.all()).isZero();
            assertThat(String.join("\n", text.out())).contains("events/s", "MiB/s", "p99", "persisted");
            assertThat(json.code()).as(json.all()).isZero();
            assertThat(Json.at(String.join("\n", json.out()), "persisted")).isEqualTo("5000");
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("default")).isEqualTo(new Balance(10_000, 10_000, 0, 0, 0, 0));
        }
    }

    @Test
    void demoShowsEventsArrivingAndCountsThem() throws IOException {
        Cli.Ended ended = Cli.at(folder).run("demo");

        assertThat(ended.code()).as(ended.all()).isZero();
        assertThat(ended.all()).containsIgnoringCase("persisted");
    }
}

package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class YamlTreeTest {

    private static final String RIGHT = "shipper: {output: {console: {}}}\n";

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder);
    }

    static Stream<Arguments> brokenFiles() {
        return Stream.of(
                arguments("shipper:\n\toutput: {}\n", "slipway.yml:2: A line is indented with a tab. Use spaces."),
                arguments(
                        "- shipper\n- output\n",
                        "slipway.yml:1: The file must be a map of settings, such as shipper: {}."),
                arguments("just a text\n", "slipway.yml:1: The file must be a map of settings, such as shipper: {}."),
                arguments(
                        RIGHT + "---\na: 1\n",
                        "slipway.yml:2: The file has a second document after ---. Write one document."),
                arguments(
                        "shipper:\n  output:\n    console: {pretty: \"x\n",
                        "slipway.yml:4: The file ends in the middle of a value. Close the quote or bracket."),
                arguments(
                        "shipper:\n  output: [a, b\n",
                        "slipway.yml:3: The file ends in the middle of a value. Close the quote or bracket."),
                arguments(
                        "shipper:\n  output:\n    a: b: c\n",
                        "slipway.yml:3: A colon stands where no key can be. Check the indentation, or put the value in quotes."),
                arguments(
                        "shipper:\n  a: *secretword\n",
                        "slipway.yml:2: A value starts with * but no anchor (&) of that name stands above. Put the value in quotes if it is a text."),
                arguments(
                        "shipper: &a\n  b: *a\n",
                        "slipway.yml:2: A value contains itself by an alias (*). Write the value out."),
                arguments(
                        "shipper:\n  a: !secretword x\n",
                        "slipway.yml:2: A value has a tag (!) that means nothing here. Put the value in quotes."),
                arguments(
                        "shipper:\n  a: @x\n",
                        "slipway.yml:2: A value starts with a letter that has a meaning in YAML. Put the value in quotes."),
                arguments(
                        "shipper:\n  ? [a]\n  : 1\n",
                        "slipway.yml:2: A key must be a word, not a list, a map or an alias."),
                arguments(
                        "shipper:\n  a: \u0001\n",
                        "slipway.yml:2: The file has the control character U+0001. Remove it."),
                arguments(
                        "shipper:\n  a\n  b: 1\n",
                        "slipway.yml:3: A colon stands where no key can be. Check the indentation, or put the value in quotes."));
    }

    @ParameterizedTest
    @MethodSource("brokenFiles")
    void tellsWhatIsNotYaml(String yaml, String sentence) {
        assertThat(desk.mistakes(yaml)).containsExactly(sentence);
    }

    @Test
    void tellsOfAKeyThatIsGivenTwice() {
        List<String> mistakes = desk.mistakes("""
                shipper:
                  output: {console: {}}
                  queue:
                    mem:
                      flush.timeout: 1s
                      flush:
                        timeout: 2s
                  output: {console: {}}
                  strict_mode: true
                  strict_mode: false
                """);

        assertThat(mistakes)
                .containsExactly(
                        "slipway.yml:7: shipper.queue.mem.flush.timeout is given twice, first in line 5. Keep one.",
                        "slipway.yml:10: shipper.strict_mode is given twice, first in line 9. Keep one.");
    }

    @Test
    void takesDotsInKeysForSteps() throws Exception {
        var plan = desk.plan("""
                shipper.output.console: {}
                shipper.queue:
                  mem.flush.timeout: 3s
                  mem.flush: {min_events: 7}
                """);

        var settings = plan.queue().settings().bind(Installed.MemorySettings.class);
        assertThat(settings.flush()).isEqualTo(new Installed.MemorySettings.Flush(7, Duration.ofSeconds(3)));
    }

    @Test
    void refusesAKeyWithAnEmptyName() {
        assertThat(desk.mistakes(RIGHT + "a..b: 1\n"))
                .containsExactly(
                        "slipway.yml:2: The file has the key \"a..b\", in which a name is empty. Write a name.");
    }

    @Test
    void mergesWhatAnAliasStandsFor() throws Exception {
        var plan = desk.plan("""
                shipper:
                  outputs:
                    one: &one {type: console, workers: 3, max_retries: 9}
                    two:
                      <<: *one
                      workers: 4
                """);

        assertThat(plan.outputs().get(1).delivery().workers()).isEqualTo(4);
        assertThat(plan.outputs().get(1).delivery().maxRetries()).isEqualTo(9);
        assertThat(plan.outputs().get(0).delivery().workers()).isEqualTo(3);
    }

    @Test
    void boundsWhatAliasesGrowTo() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String before = "*a" + (i - 1);
            bomb.append("a" + i + ": &a" + i + " [" + String.join(", ", Collections.nCopies(10, before)) + "]\n");
        }

        assertThat(desk.mistakes(bomb.toString()))
                .containsExactly("slipway.yml:5: The file has more than 100000 values, aliases (*) counted in full.");
    }

    @Test
    void boundsTheDepth() {
        assertThat(desk.mistakes("shipper: " + "[".repeat(100_000)))
                .singleElement()
                .asString()
                .contains("has more than 64 levels. No setting lies so deep.");
        assertThat(desk.mistakes("a.".repeat(100) + "a: 1\n"))
                .singleElement()
                .asString()
                .contains("has more than 64 levels. No setting lies so deep.");
    }

    @Test
    void takesAByteOrderMarkAndWindowsLines() {
        assertThat(desk.mistakes("\uFEFF# comment\r\nshipper:\r\n  output:\r\n    console: {}\r\n"))
                .isEmpty();
    }

    @Test
    void refusesWhatIsNotUtf8() throws IOException {
        byte[] latin = "shipper:\n  a: gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("latin.yml"), latin);

        assertThat(mistakes(file)).containsExactly("latin.yml:2: The file is not UTF-8. Save it as UTF-8.");
    }

    @Test
    void refusesWhatCannotBeRead() throws IOException {
        Path large = folder.resolve("large.yml");
        Files.write(large, new byte[(10 << 20) + 1]);

        assertThat(mistakes(folder.resolve("none.yml")))
                .containsExactly("\"" + folder + "/none.yml\" does not exist. Name the configuration file with -c.");
        assertThat(mistakes(folder)).containsExactly("\"" + folder + "\" is a folder.");
        assertThat(mistakes(large)).containsExactly("\"" + large + "\" is larger than 10 MiB. It is no configuration.");
    }

    private List<String> mistakes(Path file) {
        try {
            desk.configurations().read(file, List.of(), MissingPlugin.PROBLEM);
            return List.of();
        } catch (InvalidConfiguration e) {
            return e.problems().stream().map(Object::toString).toList();
        }
    }

    @Test
    void anEmptyFileMissesAnOutput() {
        assertThat(desk.mistakes("# nothing\n"))
                .containsExactly(
                        "slipway.yml:1: shipper.output is missing. Name an output, such as output: {console: {}}.");
    }
}

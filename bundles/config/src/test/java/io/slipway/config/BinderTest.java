package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.api.config.Setting;
import io.slipway.core.config.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BinderTest {

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder);
    }

    @Test
    void fillsInDefaults() throws Exception {
        assertThat(all("{}"))
                .isEqualTo(new Installed.AllSettings(
                        "a text",
                        true,
                        7,
                        8,
                        0.5,
                        Duration.ofSeconds(90),
                        ByteSize.ofMebibytes(64),
                        folder.resolve("data/all"),
                        Installed.Level.LOW,
                        List.of(),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        List.of(),
                        "",
                        1,
                        10));
    }

    static Stream<Arguments> values() {
        return Stream.of(
                value("text: ''", Installed.AllSettings::text, ""),
                value("text: 012", Installed.AllSettings::text, "012"),
                value("text: ~", Installed.AllSettings::text, "a text"),
                value("text:", Installed.AllSettings::text, "a text"),
                value("flag: no", Installed.AllSettings::flag, false),
                value("flag: Off", Installed.AllSettings::flag, false),
                value("flag: 'yes'", Installed.AllSettings::flag, true),
                value("number: -0", Installed.AllSettings::number, 0),
                value("number: '12'", Installed.AllSettings::number, 12),
                value("number: 2147483647", Installed.AllSettings::number, Integer.MAX_VALUE),
                value("number: 1e3", Installed.AllSettings::number, 1000),
                value("number: 3.0", Installed.AllSettings::number, 3),
                value("large: -9223372036854775808", Installed.AllSettings::large, Long.MIN_VALUE),
                value("ratio: 1e-3", Installed.AllSettings::ratio, 0.001),
                value("pause: 5", Installed.AllSettings::pause, Duration.ofSeconds(5)),
                value("pause: 1.5", Installed.AllSettings::pause, Duration.ofMillis(1500)),
                value("pause: 1h2m3.5s", Installed.AllSettings::pause, Duration.ofMillis(3_723_500)),
                value("pause: -250ms", Installed.AllSettings::pause, Duration.ofMillis(-250)),
                value("pause: 7µs", Installed.AllSettings::pause, Duration.ofNanos(7000)),
                value("pause: 0", Installed.AllSettings::pause, Duration.ZERO),
                value("size: 10MB", Installed.AllSettings::size, ByteSize.ofBytes(10_000_000)),
                value("size: 10G", Installed.AllSettings::size, ByteSize.ofBytes(10_000_000_000L)),
                value("folder: some/where", settings -> settings.folder().getFileName(), Path.of("where")),
                value("folder: /some/where", Installed.AllSettings::folder, Path.of("/some/where")),
                value("level: Very_High", Installed.AllSettings::level, Installed.Level.VERY_HIGH),
                value("level: very-high", Installed.AllSettings::level, Installed.Level.VERY_HIGH),
                value("hosts: one", Installed.AllSettings::hosts, List.of("one")),
                value("hosts: [one, ~, two]", Installed.AllSettings::hosts, List.of("one", "two")),
                value("hosts: 'a,b'", Installed.AllSettings::hosts, List.of("a,b")),
                value("statuses: [502, '503']", Installed.AllSettings::statuses, List.of(502, 503)),
                value(
                        "headers: {A: 1, b.c: 2, d: {e: 3}}",
                        Installed.AllSettings::headers,
                        Map.of("A", "1", "b.c", "2", "d.e", "3")),
                value("maybe: 4", Installed.AllSettings::maybe, Optional.of(4)),
                value("maybe: ~", Installed.AllSettings::maybe, Optional.empty()),
                value(
                        "rules: [{topic: a}, {topic: b, mappings: {x: y}}]",
                        Installed.AllSettings::rules,
                        List.of(
                                new Installed.AllSettings.Rule("a", Map.of()),
                                new Installed.AllSettings.Rule("b", Map.of("x", "y")))),
                value("pass: old", Installed.AllSettings::password, "old"),
                value("batch_size: 12", Installed.AllSettings::batchSize, 12));
    }

    private static Arguments value(String yaml, Function<Installed.AllSettings, Object> part, Object value) {
        return arguments(yaml, part, value);
    }

    @ParameterizedTest
    @MethodSource("values")
    void readsValuesAsUsersWriteThem(String yaml, Function<Installed.AllSettings, Object> part, Object value)
            throws Exception {
        assertThat(part.apply(all(yaml))).isEqualTo(value);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments("text: [a]", ".text must be one value, not a list."),
                arguments("text: {a: 1}", ".text must be one value, not a map."),
                arguments("flag: 1", ".flag: \"1\" must be true or false."),
                arguments("number: 1.5", ".number: \"1.5\" must be a whole number."),
                arguments("number: ten", ".number: \"ten\" must be a whole number."),
                arguments("number: 1e999999999", ".number: \"1e999999999\" must be a whole number."),
                arguments(
                        "number: 2147483648",
                        ".number: \"2147483648\" must be a whole number from -2147483648 to 2147483647."),
                arguments("number: -1", ".number: \"-1\" must not be negative."),
                arguments("ratio: NaN", ".ratio: \"NaN\" must be a number."),
                arguments("pause: 5 minutes", ".pause: \"5 minutes\" must be a duration such as 30s, 1m30s or 250ms."),
                arguments("pause: 9999999h", ".pause: \"9999999h\" is longer than any duration can be."),
                arguments("size: big", ".size: \"big\" must be a size such as 64MiB, 10MB or 4096."),
                arguments("size: -1", ".size: \"-1\" must be a size such as 64MiB, 10MB or 4096."),
                arguments("folder: ''", ".folder: \"\" must not be empty."),
                arguments("level: hgih", ".level: \"hgih\" must be one of low, very_high."),
                arguments("statuses: [502, x]", ".statuses[1]: \"x\" must be a whole number."),
                arguments("headers: a", ".headers must be a map of names and values."),
                arguments(
                        "rules: [{tpic: a}]",
                        ".rules[0].topic is missing. Where to.|.rules[0].tpic is not a setting here. Did you mean topic?"),
                arguments("rules: x", ".rules: \"x\" must be a group of settings: mappings, topic."),
                arguments(
                        "password: a\n      pass: b",
                        ".pass is another name of password, which is given too. Keep one."),
                arguments("pin: abc", ".pin: \"***\" must be a whole number."),
                arguments("pin: -5", ".pin: \"***\" must not be negative."),
                arguments("nmber: 1", ".nmber is not a setting here. Did you mean number?"),
                arguments("wrokers: 1", ".wrokers is not a setting here. Did you mean workers?"),
                arguments("workers: 0", ".workers: \"0\" must be at least 1."),
                arguments("backoff: {init: 0}", ".backoff.init: \"0\" must be longer than 0s."),
                arguments("backoff.max: 10ms", ".backoff.max: \"10ms\" must not be shorter than init."),
                arguments("backoff: 5s", ".backoff: \"5s\" must be a group of settings: init, max."),
                arguments("number: " + "9".repeat(300), ".number: \"" + "9".repeat(200) + "…\" is too long."));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void tellsWhatIsWrong(String yaml, String sentences) {
        List<String> found = desk.mistakes("shipper:\n  output:\n    all:\n      " + yaml + "\n");

        assertThat(found).allMatch(sentence -> sentence.matches("(?s)slipway.yml:[45]: .*"));
        assertThat(found)
                .extracting(sentence -> sentence.replaceFirst("slipway.yml:\\d+: ", ""))
                .containsExactlyInAnyOrder(Stream.of(sentences.split("\\|"))
                        .map(sentence -> "shipper.output.all" + sentence)
                        .toArray(String[]::new));
    }

    @Test
    void namesAllSettingsWhereNoneIsNear() {
        assertThat(desk.mistakes("shipper: {output: {console: {}}, queue: {mem: {elephant: 1}}}"))
                .containsExactly(
                        "slipway.yml:1: shipper.queue.mem.elephant is not a setting here. Settings: events, flush.");
    }

    @Test
    void tellsSeveralBrokenRulesOfOneRecord() {
        assertThat(desk.mistakes("shipper:\n  output:\n    all:\n      pin: -1\n      number: -1\n      flag: 7\n"))
                .containsExactly(
                        "slipway.yml:4: shipper.output.all.pin: \"***\" must not be negative.",
                        "slipway.yml:5: shipper.output.all.number: \"-1\" must not be negative.",
                        "slipway.yml:6: shipper.output.all.flag: \"7\" must be true or false.");
    }

    @Test
    void placesARefusalOfANestedSetting() {
        assertThat(
                        desk.mistakes(
                                "shipper:\n  output: {console: {}}\n  queue.mem:\n    events: 5\n    flush:\n      min_events: 6\n"))
                .containsExactly("slipway.yml:6: shipper.queue.mem.flush.min_events: \"6\" must not be above events.");
    }

    @Test
    void warnsOfOtherNames() {
        Plan plan = desk.plan("shipper:\n  output:\n    all:\n      worker: 3\n      pass: x\n");

        assertThat(plan.outputs().get(0).delivery().workers()).isEqualTo(3);
        assertThat(Desk.notices(plan))
                .containsExactly(
                        "slipway.yml:4: shipper.output.all.worker is another name of workers. It works; write workers.",
                        "slipway.yml:5: shipper.output.all.pass is another name of password. It works; write password.");
    }

    @Test
    void anOutputsOwnKeyWinsOverAnotherNameOfTheDelivery() throws Exception {
        Plan plan = desk.plan("shipper: {output: {all: {batch_size: 12}}}");
        Plan other = desk.plan("shipper: {output: {console: {batch_size: 12}}}");

        assertThat(plan.outputs().get(0).delivery().maximumBatchSize()).isEqualTo(ByteSize.ofMebibytes(5));
        assertThat(other.outputs().get(0).delivery().maximumBatchSize()).isEqualTo(ByteSize.ofBytes(12));
    }

    static Stream<Arguments> codecs() {
        return Stream.of(
                arguments("", new EncoderChoice("json", new Installed.JsonSettings(false))),
                arguments("codec: json", new EncoderChoice("json", new Installed.JsonSettings(false))),
                arguments("codec: {json: }", new EncoderChoice("json", new Installed.JsonSettings(false))),
                arguments("codec.json.pretty: true", new EncoderChoice("json", new Installed.JsonSettings(true))),
                arguments(
                        "codec: {format: {string: '%{[message]}'}}",
                        new EncoderChoice("format", new Installed.FormatSettings("%{[message]}"))));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void readsWhichEncoder(String yaml, EncoderChoice choice) throws Exception {
        Plan plan = desk.plan("shipper:\n  output:\n    console:\n      " + yaml + "\n");

        assertThat(plan.outputs()
                        .get(0)
                        .settings()
                        .bind(Installed.ConsoleSettings.class)
                        .codec())
                .isEqualTo(choice);
    }

    static Stream<Arguments> wrongCodecs() {
        return Stream.of(
                arguments(
                        "{json: {}, format: {}}",
                        " must name exactly one encoder, such as json: {}. Installed: format, json."),
                arguments("{}", " must name exactly one encoder, such as json: {}. Installed: format, json."),
                arguments("[json]", " must name exactly one encoder, such as json: {}. Installed: format, json."),
                arguments("{jsn: {}}", ": \"jsn\" is not installed. Did you mean json? Installed: format, json."),
                arguments("{json: 1}", ".json must be a group of settings."),
                arguments("{json: {prety: true}}", ".json.prety is not a setting here. Did you mean pretty?"),
                arguments("format", ".format.string is missing. The format string."));
    }

    @ParameterizedTest
    @MethodSource("wrongCodecs")
    void tellsWhatIsWrongWithAnEncoder(String yaml, String sentence) {
        assertThat(desk.mistakes("shipper: {output: {console: {codec: " + yaml + "}}}"))
                .containsExactly("slipway.yml:1: shipper.output.console.codec" + sentence);
    }

    record Faulty(
            @Setting(value = "A text.", byDefault = "x") String text) {
        Faulty {
            throw new NullPointerException("secret");
        }
    }

    record Unmarked(String text) {}

    @Test
    void aFaultOfAPluginSpoilsItsSectionOnly() {
        desk.plugins.output("faulty", Faulty.class).output("unmarked", Unmarked.class);

        assertThat(desk.mistakes("shipper: {output: {faulty: {}}}"))
                .containsExactly(
                        "slipway.yml:1: shipper.output.faulty cannot be read by a fault of its plugin: Faulty throws NullPointerException.");
        assertThat(desk.mistakes("shipper: {output: {unmarked: {}}}"))
                .singleElement()
                .asString()
                .startsWith("slipway.yml:1: shipper.output.unmarked cannot be read by a fault of its plugin: ");
    }

    private Installed.AllSettings all(String yaml) throws Exception {
        return desk.plan("shipper:\n  output:\n    all:\n      " + yaml + "\n")
                .outputs()
                .get(0)
                .settings()
                .bind(Installed.AllSettings.class);
    }
}

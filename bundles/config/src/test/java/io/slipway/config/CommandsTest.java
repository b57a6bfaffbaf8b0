package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder);
    }

    @Test
    void saysThatAConfigurationIsRight() {
        int code = testConfig("type: console\nshipper: {output: {console: {}}}\n");

        assertThat(code).isZero();
        assertThat(out).hasToString("Config OK\n");
        assertThat(err).hasToString("slipway.yml:1: type is without effect here." + System.lineSeparator());
    }

    @Test
    void saysAllThatIsWrongWithAConfiguration() {
        int code = testConfig("shipper: {output: {console: {}},\n a: 1,\n b: 2}\n");

        assertThat(code).isEqualTo(78);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("slipway.yml:2: shipper.a is not")
                .contains("\nslipway.yml:3: shipper.b is not");
    }

    @Test
    void takesOverridesInTheirOrder() {
        Map<String, String> options = Map.of(
                "config", desk.write("shipper: {output: {console: {}}}\n").toString(),
                "set.0", "shipper.strict_mode=7",
                "set.1", "shipper.strict_mode=true");

        assertThat(new CommandOptions(options).overrides())
                .containsExactly("shipper.strict_mode=7", "shipper.strict_mode=true");
        assertThat(new TestConfigCommand(desk.configurations()).run(new CommandOptions(options), terminal("")))
                .isZero();
    }

    @Test
    void theDefaultsAreAConfigurationThatIsRight() throws Exception {
        String defaults = DefaultsText.of(desk.plugins);

        assertThat(defaults.lines()).allMatch(line -> line.isEmpty() || line.startsWith("#"));
        String uncommented = defaults.replaceAll("(?m)^#", "");
        assertThat(desk.mistakes(uncommented)).isEmpty();
        var plan = desk.plan(uncommented);
        assertThat(plan.notices()).isEmpty();
        assertThat(plan.outputs()).hasSize(3);
        assertThat(plan.server())
                .isEqualTo(desk.plan("shipper: {output: {console: {}}}").server());
        assertThat(plan.pipeline())
                .isEqualTo(desk.plan("shipper: {output: {console: {}}}").pipeline());
        assertThat(plan.outputs().get(0).settings().bind(Installed.AllSettings.class))
                .isEqualTo(desk.plan("shipper: {output: {all: {}}}")
                        .outputs()
                        .get(0)
                        .settings()
                        .bind(Installed.AllSettings.class));
    }

    @Test
    void showsWhatReadsBackAsTheSame() throws Exception {
        String yaml = """
                shipper:
                  server: {server: ['localhost:1', /run/a.sock], max_connections: 7}
                  queue: {mem: {events: 5000}}
                  outputs:
                    a: {type: file, path: x, codec: {format: {string: "%{[a]} $$ \\"q\\": \\t#"}}}
                    b: {type: all, text: "null", headers: {x.y: "a: b"}, rules: [{topic: t, mappings: {k: v}}, {topic: u}], maybe: 3, pause: 1h2ms}
                    c: {type: elasticsearch, hosts: [one, two], deep: {er: [{a: 1, b: [2]}, []]}}
                """;

        String shown = show(yaml);

        var plan = desk.start(yaml);
        var again = desk.start(shown);
        assertThat(again.server()).isEqualTo(plan.server());
        assertThat(again.pipeline()).isEqualTo(plan.pipeline());
        assertThat(again.outputs().get(0).settings().bind(Installed.FileSettings.class))
                .isEqualTo(plan.outputs().get(0).settings().bind(Installed.FileSettings.class));
        assertThat(again.outputs().get(1).settings().bind(Installed.AllSettings.class))
                .isEqualTo(plan.outputs().get(1).settings().bind(Installed.AllSettings.class));
        assertThat(again.outputs().get(2).settings())
                .isEqualTo(plan.outputs().get(2).settings());
        assertThat(show(shown)).isEqualTo(shown);
    }

    @Test
    void theSchemaIsJson() throws IOException {
        String schema = SchemaText.of(desk.plugins);

        try (JsonParser json = new JsonFactory().createParser(schema)) {
            while (json.nextToken() != null) {
                json.skipChildren();
            }
        }
        assertThat(schema)
                .contains("\"max_inflight_bytes\"", "\"flushminevents\"", "\"roll_size\"", "\"const\" : \"file\"");
    }

    @Test
    void theReferenceHasEverySettingAndIsAlwaysTheSame() {
        String reference = ReferenceText.of(desk.plugins);

        assertThat(reference)
                .contains(
                        "| `shutdown_timeout` | duration | `30s` | How long a stop may take to deliver what is queued in memory. With a queue on disk it only waits for what outputs have in hand, and not longer than 10s. |",
                        "| `ssl.key` | text | none | The private key of the certificate: PEM, or the path of a PEM file. Never shown. |",
                        "| `flush.min_events` | whole number | `2048` | The fewest events. Also: `flushminevents`. |",
                        "| `workers` | whole number | `2` | How many workers deliver at once; 1 keeps the order. The output may allow fewer. Also: `worker`, `num_workers`. |",
                        "| `path` | path | required | The folder of the files. |",
                        "| `level` | `low`, `very_high` | `low` | A level. |",
                        "| `rules` | list of group | none | Rules. |",
                        "| `rules[].topic` | text | required | Where to. |",
                        "## Encoder `format`");
        assertThat(ReferenceText.of(new Installed())).isEqualTo(reference);
    }

    @Test
    void keepsSecrets() throws IOException {
        assertThat(keystore("", commands -> commands.list())).isEqualTo(1);
        assertThat(keystore("", commands -> commands.create(false))).isZero();
        assertThat(keystore("hunter2\r\nmore", commands -> commands.add("B", false)))
                .isZero();
        assertThat(keystore(" spaced ", commands -> commands.add("A", false))).isZero();
        assertThat(keystore("other", commands -> commands.add("A", false))).isEqualTo(1);
        assertThat(new Keystore(desk.folders.keystore()).read())
                .hasValue(new TreeMap<>(Map.of("A", " spaced ", "B", "hunter2")));

        out.reset();
        assertThat(keystore("", commands -> commands.list())).isZero();
        assertThat(out).hasToString("A\nB\n");

        assertThat(keystore("other", commands -> commands.add("A", true))).isZero();
        assertThat(keystore("", commands -> commands.remove("B"))).isZero();
        assertThat(keystore("", commands -> commands.remove("B"))).isEqualTo(1);
        assertThat(keystore("", commands -> commands.create(false))).isEqualTo(1);
        assertThat(new Keystore(desk.folders.keystore()).read()).hasValue(new TreeMap<>(Map.of("A", "other")));
        assertThat(out + " " + err).doesNotContain("hunter2", "spaced", "other");

        assertThat(keystore("", commands -> commands.create(true))).isZero();
        assertThat(new Keystore(desk.folders.keystore()).read()).hasValue(new TreeMap<>());
    }

    @Test
    void refusesASecretThatIsNone() {
        assertThat(keystore("\n", commands -> commands.add("A", false))).isEqualTo(1);
        assertThat(keystore("x", commands -> commands.add("a}b", false))).isEqualTo(1);
        assertThat(keystore("x".repeat(70_000), commands -> commands.add("A", false)))
                .isEqualTo(1);
        assertThat(Files.exists(desk.folders.keystore())).isFalse();
    }

    @Test
    void neverWritesOverADamagedKeystore() throws IOException {
        keystore("", commands -> commands.create(false));
        Files.writeString(desk.folders.keystore(), "v1damaged");

        assertThat(keystore("", commands -> commands.create(true))).isEqualTo(1);
        assertThat(keystore("x", commands -> commands.add("A", true))).isEqualTo(1);
        assertThat(keystore("", commands -> commands.remove("A"))).isEqualTo(1);

        assertThat(desk.folders.keystore()).hasContent("v1damaged");
        assertThat(err.toString()).contains("is damaged: its content was changed or cut.");
        assertThat(desk.mistakes("shipper: {output: {all: {text: '${A}'}}}"))
                .first()
                .asString()
                .startsWith("The keystore \"");
    }

    private int testConfig(String yaml) {
        return new TestConfigCommand(desk.configurations())
                .run(new CommandOptions(Map.of("config", desk.write(yaml).toString())), terminal(""));
    }

    private String show(String yaml) {
        out.reset();
        int code = new ConfigShowCommand(desk.configurations(), desk.plugins)
                .run(new CommandOptions(Map.of("config", desk.write(yaml).toString())), terminal(""));
        assertThat(code).as(err.toString()).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private int keystore(String input, KeystoreCommands.Step step) {
        return new KeystoreCommands(desk.folders.keystore(), terminal(input)).run(step);
    }

    private Terminal terminal(String input) {
        return new Terminal(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}

package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    private static final String SECRET = "planted7f3a";

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() throws Exception {
        desk = new Desk(folder);
        new Keystore(desk.folders.keystore()).write(new TreeMap<>(Map.of("S", SECRET)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shipper: {output: {all: {text: 'a ${S} b'}}}",
                "shipper: {output: {all: {password: '${S}'}}}",
                "shipper: {output: {all: {pass: planted7f3a}}}",
                "shipper: {output: {all: {pin: planted7f3a}}}",
                "shipper: {output: {all: {number: '${S}'}}}",
                "shipper: {output: {all: {flag: '${S}', pause: '${S}', size: '${S}', level: '${S}', ratio: '${S}'}}}",
                "shipper: {output: {all: {folder: '/a/${S}', hosts: ['${S}'], headers: {a: '${S}'}}}}",
                "shipper: {output: {all: {statuses: ['${S}'], maybe: '${S}', rules: '${S}'}}}",
                "shipper: {output: {all: {rules: [{topic: '${S}', mappings: {x: '${S}'}}]}}}",
                "shipper: {output: {all: {text: '${shipper.output.all.password}', password: '${S}'}}}",
                "shipper: {output: {all: {text: '${NONE:?${S}}'}}}",
                "shipper: {output: {all: {text: '${NONE:${S}}'}}}",
                "shipper: {output: {console: {codec: '${S}'}}}",
                "shipper: {output: {console: {codec: {json: '${S}'}}}}",
                "shipper: {output: {console: {codec: {json: {pretty: '${S}'}}}}}",
                "shipper: {output: {console: {codec: {format: {string: '${S}'}}}}}",
                "shipper: {output: {console: {enabled: '${S}', workers: '${S}', backoff: '${S}'}}}",
                "shipper: {outputs: {a: {type: '${S}'}}}",
                "shipper: {outputs: {a: {type: [planted7f3a]}}}",
                "shipper: {output: {elasticsearch: {password: planted7f3a, api_key: planted7f3a, a: {secret_token: planted7f3a}}}}",
                "shipper: {output: {elasticsearch: {hosts: ['http://u:planted7f3a@h:1'], x: '${S}'}}}",
                "shipper: {output: {console: {}}, server: {server: '${S}:x:y'}}",
                "shipper: {output: {console: {}}, server: {server: ['http://${S}', '/run/${S}.sock']}}",
                "shipper: {output: {console: {}}, server: {server: ['/run/${S}.sock']}}",
                "shipper: {output: {console: {}}, server: {max_connections: '${S}', ssl: '${S}'}}",
                "shipper: {output: {console: {}}, server: {ssl: {certificate: '${S}', key: '${S}', certificate_authorities: ['${S}']}}}",
                "shipper: {output: {console: {}}, server: {ssl: {certificate: '----', key: '-----planted7f3a'}}}",
                "shipper: {output: {console: {}}, server: {ssl: {certificate: '----', key: \"begin\\nplanted7f3a\"}}}",
                "shipper: {output: {console: {}}, strict_mode: '${S}', shutdown_timeout: '${S}'}",
                "shipper: {output: {console: {}}, queue: {mem: {events: '${S}', flush: '${S}'}}}",
                "output: {console: {}}\nserver: {port: '${S}', tls: true, cert: '${S}', key: '${S}'}",
                "shipper: {output: {all: {password: *planted7f3a}}}",
                "shipper: {output: {all: {password: !planted7f3a x}}}",
                "shipper: {output: {all: {password: !planted7f3a!x y}}}",
                "shipper: {output: {all: {password: planted7f3a: x}}}",
                "shipper: {output: {all: {password: 'planted7f3a}}}",
                "shipper: {output: {all: {password: \"planted7f3a\\qx\"}}}",
                "shipper: {output: {all: {password: [planted7f3a]}}}",
                "shipper: {output: {all: {password: {planted: planted7f3a}}}}",
                "shipper:\n  output:\n    all:\n      password: @planted7f3a",
                "shipper:\n  output:\n    all:\n      password: a\n       planted7f3a\n      b: %planted7f3a",
            })
    void areNeverShown(String yaml) {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(shown, true);
        Terminal terminal = new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream);
        CommandOptions options =
                new CommandOptions(Map.of("config", desk.write(yaml).toString()));

        new TestConfigCommand(desk.configurations()).run(options, terminal);
        new ConfigShowCommand(desk.configurations(), desk.plugins).run(options, terminal);
        try {
            stream.println(desk.configurations()
                    .read(options.config(), List.of(), MissingPlugin.NOTICE)
                    .toString()
                    .replaceAll("settings=Installed.*", ""));
        } catch (InvalidConfiguration e) {
            stream.println(e);
        }

        assertThat(shown.size()).isPositive();
        assertThat(withoutAddresses(shown.toString())).doesNotContain(SECRET);
    }

    /** A plan's own text has its addresses, which a log of the start shows too. */
    private static String withoutAddresses(String text) {
        return text.replaceAll("ServerPlan\\[listen=\\[[^\\]]*\\]", "");
    }

    @Test
    void ofTheEnvironmentAreHiddenWhereTheSettingIsSecret() {
        desk.environment.put("E", SECRET);

        assertThat(desk.mistakes("shipper: {output: {all: {pin: '${E}'}}}"))
                .containsExactly("slipway.yml:1: shipper.output.all.pin: \"***\" must be a whole number.");
    }
}

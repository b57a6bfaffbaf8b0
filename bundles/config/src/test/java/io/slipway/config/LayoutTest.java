package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.slipway.api.config.Setting;
import io.slipway.api.queue.EventQueue;
import io.slipway.core.config.Address;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.Plan;
import io.slipway.core.config.TlsPlan;
import io.slipway.core.config.TlsPlan.ClientAuthentication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutTest {

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder);
    }

    @Test
    void readsAFileOfTheElasticShipperSince88() throws Exception {
        Plan plan = desk.plan("""
                type: console
                http:
                  enabled: true
                  host: localhost
                  port: 8282
                  expvar: {enabled: true}
                monitoring.enabled: true
                logging:
                  level: debug
                path.data: /elsewhere
                shipper:
                  strict_mode: true
                  server:
                    server: "unix:///tmp/grpc.socket"
                    ssl:
                      certificate_authorities: []
                      certificate: ""
                      key: ""
                  queue:
                    mem:
                      events: 1024
                      flushminevents: 256
                      flushtimeout: 5ms
                  output:
                    console:
                      enabled: true
                """);

        assertThat(plan.server().listen()).containsExactly(new Address.UnixSocket(Path.of("/tmp/grpc.socket")));
        assertThat(plan.server().strictMode()).isTrue();
        assertThat(plan.server().tls()).isEmpty();
        assertThat(plan.queue()
                        .settings()
                        .bind(Installed.MemorySettings.class)
                        .flush()
                        .minEvents())
                .isEqualTo(256);
        assertThat(plan.outputs()).extracting(OutputPlan::type).containsExactly("console");
        assertThat(Desk.notices(plan))
                .containsExactly(
                        "slipway.yml:1: type is without effect here.",
                        "slipway.yml:2: http is without effect here.",
                        "slipway.yml:7: monitoring is without effect here.",
                        "slipway.yml:8: logging is without effect here (only on the command line, with -E).",
                        "slipway.yml:10: path is without effect here (only on the command line, with -E).",
                        "slipway.yml:22: shipper.queue.mem.flushminevents is another name of flush.min_events. It works; write flush.min_events.",
                        "slipway.yml:23: shipper.queue.mem.flushtimeout is another name of flush.timeout. It works; write flush.timeout.");
    }

    @Test
    void readsAFileOfTheElasticShipperBefore88() throws Exception {
        Path certificate = Files.writeString(folder.resolve("cert.pem"), "x");
        Path key = Files.writeString(folder.resolve("key.pem"), "x");

        Plan plan = desk.plan("""
                server:
                  strict_mode: true
                  port: 50052
                  tls: true
                  cert: cert.pem
                  key: key.pem
                logging: {level: info}
                monitoring:
                  enabled: true
                  interval: 5s
                  log: true
                  http: {enabled: false, Host: localhost, port: 8080, name: queue}
                queue.mem.events: 5120
                output:
                  elasticsearch: {enabled: false, hosts: [localhost]}
                  console:
                    enabled: true
                """);

        assertThat(plan.server().listen()).containsExactly(new Address.Tcp("localhost", 50052));
        assertThat(plan.server().strictMode()).isTrue();
        assertThat(plan.server().tls())
                .hasValue(new TlsPlan(certificate.toString(), key.toString(), List.of(), ClientAuthentication.NONE));
        assertThat(plan.queue().settings().bind(Installed.MemorySettings.class).events())
                .isEqualTo(5120);
        assertThat(plan.outputs()).extracting(OutputPlan::type).containsExactly("console");
        assertThat(Desk.notices(plan))
                .containsExactly(
                        "slipway.yml:7: logging is without effect here (only on the command line, with -E).",
                        "slipway.yml:8: monitoring is without effect here.",
                        "slipway.yml:15: output.elasticsearch is left out: enabled is false.");
    }

    @Test
    void theOldServerSectionListensOnItsOldPort() {
        Plan plan = desk.plan("server: {tls: false}\noutput: {console: {}}\n");

        assertThat(plan.server().listen()).containsExactly(new Address.Tcp("localhost", 50051));
    }

    static Stream<Arguments> addresses() {
        return Stream.of(
                arguments("localhost:50051", new Address.Tcp("localhost", 50051)),
                arguments("tcp://localhost:0", new Address.Tcp("localhost", 0)),
                arguments("'[::1]:80'", new Address.Tcp("::1", 80)),
                arguments("/run/a.sock", new Address.UnixSocket(Path.of("/run/a.sock"))),
                arguments("unix:///run/a.sock", new Address.UnixSocket(Path.of("/run/a.sock"))),
                arguments("unix:/run/a.sock", new Address.UnixSocket(Path.of("/run/a.sock"))));
    }

    @ParameterizedTest
    @MethodSource("addresses")
    void readsWhereToListen(String text, Address address) {
        Plan plan = desk.plan("shipper: {server: {server: " + text + "}, output: {console: {}}}");

        assertThat(plan.server().listen()).containsExactly(address);
    }

    @Test
    void aRelativeSocketLiesInTheDataFolder() {
        Plan plan = desk.plan("shipper: {server: {server: [a.sock, '127.0.0.1:1', a.sock]}, output: {console: {}}}");

        assertThat(plan.server().listen())
                .containsExactly(
                        new Address.UnixSocket(folder.resolve("data/a.sock")), new Address.Tcp("127.0.0.1", 1));
    }

    static Stream<Arguments> wrongServers() {
        return Stream.of(
                arguments(
                        "server: '\\\\.\\pipe\\shipper'",
                        ".server: \"\\\\.\\pipe\\shipper\" is a named pipe, which does not exist here. Use a Unix socket, which Windows has too, or localhost:port."),
                arguments(
                        "server: http://localhost:80",
                        ".server: \"http://localhost:80\" must be unix:///path, a path, host:port or tcp://host:port."),
                arguments(
                        "server: tcp://localhost",
                        ".server: \"tcp://localhost\" must name a host and a port, such as tcp://localhost:50051."),
                arguments(
                        "server: 'localhost:99999'", ".server: \"localhost:99999\" must have a port from 0 to 65535."),
                arguments(
                        "server: ':50051'",
                        ".server: \":50051\" must name a host before the port, such as localhost:50051."),
                arguments("server: unix://", ".server: \"unix://\" must name the socket's path."),
                arguments("server: []", ".server must have an address, such as unix:///run/slipway.sock."),
                arguments(
                        "server: /" + "a".repeat(120),
                        ".server: \"/" + "a".repeat(120)
                                + "\" is a path of 121 bytes, and the path of a socket may have 107. Choose a shorter one."),
                arguments("max_inflight_bytes: 1", ".max_inflight_bytes: \"1\" must be at least 1MiB."),
                arguments(
                        "ssl: {certificate: none.pem, key: '-----BEGIN'}",
                        ".ssl.certificate: \"none.pem\" is neither PEM nor a file that can be read."),
                arguments("ssl: {certificate: '-----BEGIN'}", ".ssl.key is missing. TLS needs it and certificate."),
                arguments("ssl: {key: '-----BEGIN'}", ".ssl.certificate is missing. TLS needs it and key."),
                arguments(
                        "ssl: {certificate: '-----BEGIN', key: '-----BEGIN', client_authentication: required}",
                        ".ssl.certificate_authorities is missing. Without it no client's certificate can be checked."),
                arguments("ssl: {certificat: x}", ".ssl.certificat is not a setting here. Did you mean certificate?"));
    }

    @ParameterizedTest
    @MethodSource("wrongServers")
    void tellsWhatIsWrongWithTheServer(String yaml, String sentence) {
        assertThat(desk.mistakes("shipper:\n  output: {console: {}}\n  server:\n    " + yaml + "\n"))
                .containsExactly("slipway.yml:4: shipper.server" + sentence);
    }

    @Test
    void readsMutualTls() throws IOException {
        Path authority = Files.writeString(folder.resolve("ca.pem"), "x");

        Plan plan = desk.plan("""
                shipper:
                  output: {console: {}}
                  server:
                    server: 0.0.0.0:50051
                    ssl:
                      certificate: |
                        -----BEGIN CERTIFICATE-----
                      key: "-----BEGIN PRIVATE KEY-----"
                      certificate_authorities: ca.pem
                      verification_mode: full
                """);

        assertThat(plan.server().tls())
                .hasValue(new TlsPlan(
                        "-----BEGIN CERTIFICATE-----",
                        "-----BEGIN PRIVATE KEY-----",
                        List.of(authority.toString()),
                        ClientAuthentication.REQUIRED));
        assertThat(Desk.notices(plan))
                .containsExactly("slipway.yml:10: shipper.server.ssl.verification_mode is without effect here.");
    }

    @Test
    void warnsOfADoorThatStandsOpen() {
        Plan plan = desk.plan("shipper: {server: {server: '0.0.0.0:1'}, output: {console: {}}}");

        assertThat(Desk.notices(plan))
                .containsExactly(
                        "slipway.yml:1: shipper.server.server: \"0.0.0.0:1\" can be reached by other machines, without TLS.");
    }

    @Test
    void cutsTheMemoryOfRequestsToAQuarterOfTheHeap() {
        Plan plan = desk.plan("shipper: {server: {max_inflight_bytes: 1GiB}, output: {console: {}}}");

        assertThat(plan.server().maxInflightBytes()).isEqualTo(Desk.HEAP / 4);
        assertThat(Desk.notices(plan))
                .containsExactly(
                        "slipway.yml:1: shipper.server.max_inflight_bytes: \"1GiB\" is more than a quarter of the heap; 256MiB are used.");
    }

    static Stream<Arguments> wrongLayouts() {
        return Stream.of(
                arguments(
                        "shippr: {}",
                        "slipway.yml:1: shippr is not a setting here. Did you mean shipper?|slipway.yml:1: shipper.output is missing. Name an output, such as output: {console: {}}."),
                arguments(
                        "shipper: 5",
                        "slipway.yml:1: shipper must be a group of settings, not one value.|slipway.yml:1: shipper.output is missing. Name an output, such as output: {console: {}}."),
                arguments(
                        "shipper: {output: {console: {}}, queu: {}}",
                        "slipway.yml:1: shipper.queu is not a setting here. Did you mean queue?"),
                arguments(
                        "shipper: {output: {console: {}}}\noutput: {console: {}}",
                        "slipway.yml:2: output and shipper.output are both given. Keep shipper.output."),
                arguments(
                        "shipper: {output: {console: {}}, server: {}}\nserver: {port: 1}",
                        "slipway.yml:2: server and shipper.server are both given. Keep shipper.server."),
                arguments(
                        "shipper: {output: {console: {}}, outputs: {a: {type: console}}}",
                        "slipway.yml:1: shipper.output and shipper.outputs are both given. Keep one; outputs takes several by name."),
                arguments(
                        "shipper: {output: {console: {enabled: false}}}",
                        "slipway.yml:1: shipper.output has no output left: enabled is false. Set it to true or name another output."),
                arguments(
                        "shipper: {output: {console: 5}}",
                        "slipway.yml:1: shipper.output.console must be a group of settings, not one value."),
                arguments(
                        "shipper: {output: {console: {enabled: perhaps}}}",
                        "slipway.yml:1: shipper.output.console.enabled: \"perhaps\" must be true or false."),
                arguments(
                        "shipper: {outputs: {a: {}}}",
                        "slipway.yml:1: shipper.outputs.a.type is missing. Installed: all, console, file."),
                arguments(
                        "shipper: {outputs: {a: {type: [console]}}}",
                        "slipway.yml:1: shipper.outputs.a.type must be the word of an output."),
                arguments(
                        "shipper: {outputs: {'a b': {type: console}}}",
                        "slipway.yml:1: shipper.outputs.\"a b\" must be a name of at most 64 letters, digits, - and _, with a letter or digit first."),
                arguments(
                        "shipper: {outputs: {}}",
                        "slipway.yml:1: shipper.output is missing. Name an output, such as output: {console: {}}."),
                arguments(
                        "shipper: {output: {elasticsearch: {hosts: [a]}}}",
                        "slipway.yml:1: shipper.output.elasticsearch: \"elasticsearch\" is not installed. Installed: all, console, file."),
                arguments(
                        "shipper: {output: {console: {}}, queue: {disk: {max_size: 10G}}}",
                        "slipway.yml:1: shipper.queue: \"disk\" is not installed. Installed: mem."),
                arguments(
                        "shipper: {output: {console: {}}, queue: {memory: {}}}",
                        "slipway.yml:1: shipper.queue.memory is not a setting here. Settings: disk, mem."),
                arguments(
                        "shipper: {output: {console: {}}, queue: {mem: {flushtimeout: 1s, flush: {timeout: }}}}",
                        "slipway.yml:1: shipper.queue.mem.flushtimeout is another name of flush.timeout, which is given too. Keep one."),
                arguments(
                        "shipper: {output: {console: {when_full: drop_oldest}}}",
                        "slipway.yml:1: shipper.output.console.when_full: \"drop_oldest\" takes a queue that keeps events, and queue.mem keeps none. Use queue.disk, or leave it at block."),
                arguments(
                        "shipper: {output: {console: {when_full: drop, start: now}}}",
                        "slipway.yml:1: shipper.output.console.when_full: \"drop\" must be one of block, drop_oldest.|slipway.yml:1: shipper.output.console.start: \"now\" must be one of end, oldest."),
                arguments(
                        "shipper: {output: {console: {}}, shutdown_timeout: -1s}",
                        "slipway.yml:1: shipper.shutdown_timeout: \"-1s\" must not be negative."),
                arguments(
                        "output: {console: {}}\nserver: {port: 70000, tls: true}",
                        "slipway.yml:2: server.port: \"70000\" must be from 0 to 65535."),
                arguments(
                        "output: {console: {}}\nserver: {tls: true, key: '-----BEGIN'}",
                        "slipway.yml:2: server.cert is missing. TLS needs it."));
    }

    @ParameterizedTest
    @MethodSource("wrongLayouts")
    void tellsWhatIsWrongWithTheLayout(String yaml, String sentences) {
        assertThat(desk.mistakes(yaml)).containsExactly(sentences.split("\\|"));
    }

    @Test
    void anOutputMayDropTheOldestOfAQueueOnDisk() {
        desk.plugins.queue("disk", Installed.MemorySettings.class);

        Plan plan =
                desk.plan("shipper: {queue: {disk: {}}, output: {console: {when_full: drop_oldest, start: oldest}}}");

        assertThat(plan.outputs().get(0).delivery().whenFull()).isEqualTo(EventQueue.WhenFull.DROP_OLDEST);
        assertThat(plan.outputs().get(0).delivery().start()).isEqualTo(EventQueue.Start.OLDEST);
        assertThat(Desk.notices(plan)).isEmpty();
    }

    @Test
    void theFirstOutputOfTheOldOrderServes() {
        desk.plugins.output("kafka", Installed.ConsoleSettings.class);

        Plan plan = desk.plan("shipper:\n  output:\n    file: {path: a}\n    console: {}\n    kafka:\n");

        assertThat(plan.outputs()).extracting(OutputPlan::type).containsExactly("kafka");
        assertThat(Desk.notices(plan))
                .containsExactly(
                        "slipway.yml:3: shipper.output.file is without effect: output takes one, here kafka. Write outputs for several.",
                        "slipway.yml:4: shipper.output.console is without effect: output takes one, here kafka. Write outputs for several.");
    }

    @Test
    void readsSeveralOutputs() throws Exception {
        Plan plan = desk.plan("""
                shipper:
                  outputs:
                    archive:
                      type: file
                      path: /var/log/slipway
                      maximum_batch_events: 10
                    screen: {type: console, workers: 1}
                    off: {type: console, enabled: false}
                """);

        assertThat(plan.outputs()).extracting(OutputPlan::name).containsExactly("archive", "screen");
        assertThat(plan.outputs().get(0).settings().path()).isEqualTo("shipper.outputs.archive");
        assertThat(plan.outputs().get(0).delivery().maximumBatchEvents()).isEqualTo(10);
        assertThat(plan.outputs().get(1).delivery().workers()).isEqualTo(1);
        assertThat(Desk.notices(plan))
                .containsExactly("slipway.yml:8: shipper.outputs.off is left out: enabled is false.");
    }

    @Test
    void aMissingPluginIsANoticeAtAStart() {
        Plan plan = desk.start(
                "shipper: {output: {elasticsearch: {hosts: [a], bulk_max_size: 7}}, queue: {disk: {max_size: 10G}, mem: {}}}");

        assertThat(plan.outputs()).extracting(OutputPlan::type).containsExactly("elasticsearch");
        assertThat(plan.outputs().get(0).delivery().maximumBatchEvents()).isEqualTo(7);
        assertThat(plan.queue().type()).isEqualTo("disk");
        assertThat(Desk.notices(plan))
                .containsExactlyInAnyOrder(
                        "slipway.yml:1: shipper.output.elasticsearch.bulk_max_size is another name of maximum_batch_events. It works; write maximum_batch_events.",
                        "slipway.yml:1: shipper.output.elasticsearch: \"elasticsearch\" is not installed. Installed: all, console, file. Its events wait in the queue until it is.",
                        "slipway.yml:1: shipper.queue: \"disk\" is not installed. Installed: mem. No event is taken until it is.",
                        "slipway.yml:1: shipper.queue.mem is without effect beside disk.");
    }

    record Elastic(@Setting("Where to.") List<String> hosts) {}

    @Test
    void aSectionIsBoundOnceItsPluginIsThere() throws Exception {
        Plan plan = desk.start("shipper: {output: {elasticsearch: {hosts: a, workers: 3}}}");

        assertThat(plan.outputs().get(0).settings().bind(Elastic.class)).isEqualTo(new Elastic(List.of("a")));
    }

    @Test
    void aMissingEncoderIsANoticeAtAStart() {
        desk.plugins.withoutEncoder("json");

        Plan plan = desk.start("shipper: {output: {console: {}}}");

        assertThat(Desk.notices(plan))
                .containsExactly(
                        "slipway.yml:1: shipper.output.console.codec: \"json\" is not installed. Installed: format. What needs it waits.");
        assertThat(desk.mistakes("shipper: {output: {console: {}}}"))
                .containsExactly(
                        "slipway.yml:1: shipper.output.console.codec: \"json\" is not installed. Installed: format.");
    }

    @Test
    void theCommandLineWinsOverTheFile() throws Exception {
        Plan plan = desk.plan(
                "shipper: {queue: {mem: {events: 4000, flush.timeout: 2s}}, output: {all: {hosts: [x]}}}",
                "shipper.queue.mem.events=5000",
                "shipper.strict_mode",
                "shipper.output.all.hosts=a,b",
                "shipper.output.all.text=first",
                "shipper.output.all.text=a=b: c",
                "shipper.output.all.headers={x: 1}",
                "shipper.output.all.statuses=[1, 2]");

        var settings = plan.outputs().get(0).settings().bind(Installed.AllSettings.class);
        assertThat(plan.queue().settings().bind(Installed.MemorySettings.class).events())
                .isEqualTo(5000);
        assertThat(plan.queue()
                        .settings()
                        .bind(Installed.MemorySettings.class)
                        .flush()
                        .timeout())
                .hasSeconds(2);
        assertThat(plan.server().strictMode()).isTrue();
        assertThat(settings.hosts()).containsExactly("a", "b");
        assertThat(settings.text()).isEqualTo("a=b: c");
        assertThat(settings.headers()).containsEntry("x", "1");
        assertThat(settings.statuses()).containsExactly(1, 2);
    }

    @Test
    void mistakesOfTheCommandLineComeLast() {
        assertThat(desk.mistakes(
                        "shipper:\n  output: {console: {}}\n  strict_mode: 7\n",
                        "shipper.queue.mem.events=-1",
                        "shipper.queue.mem.evnts=1"))
                .containsExactly(
                        "slipway.yml:3: shipper.strict_mode: \"7\" must be true or false.",
                        "-E: shipper.queue.mem.evnts is not a setting here. Did you mean events?",
                        "-E: shipper.queue.mem.events: \"-1\" must be at least 1.");
    }

    @Test
    void plansAreEqualIfTheySayTheSame() {
        Plan one = desk.plan("shipper:\n  output:\n    all: {text: 5, headers: {a: 1, b: 2}}\n");
        Plan same = desk.plan("# more\nshipper:\n  output.all:\n    headers: {b: 2, a: 1}\n    text: '5'\n");
        Plan other = desk.plan("shipper:\n  output:\n    all: {text: 6, headers: {a: 1, b: 2}}\n");
        Plan delivery = desk.plan("shipper:\n  output:\n    all: {text: 5, headers: {a: 1, b: 2}, workers: 7}\n");

        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(one.outputs()).isNotEqualTo(other.outputs());
        assertThat(one.outputs().get(0).settings())
                .isEqualTo(delivery.outputs().get(0).settings());
        assertThat(one.outputs()).isNotEqualTo(delivery.outputs());
    }
}

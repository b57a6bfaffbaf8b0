package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.core.config.Address;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.Plan;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlConfigurationsTest {

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder);
    }

    @Test
    void makesAPlanOfAMinimalFile() throws Exception {
        Plan plan = desk.plan("""
                shipper:
                  output:
                    console: {}
                """);

        assertThat(plan.server().listen()).containsExactly(new Address.UnixSocket(folder.resolve("data/slipway.sock")));
        assertThat(plan.server().maxInflightBytes()).isEqualTo(128L << 20);
        assertThat(plan.server().tls()).isEmpty();
        assertThat(plan.queue().type()).isEqualTo("mem");
        assertThat(plan.queue().settings().bind(Installed.MemorySettings.class).events())
                .isEqualTo(4096);
        assertThat(plan.outputs()).extracting(OutputPlan::name).containsExactly("default");
        assertThat(plan.outputs()).extracting(OutputPlan::type).containsExactly("console");
        assertThat(plan.outputs().get(0).delivery().workers()).isEqualTo(2);
        assertThat(plan.notices()).isEmpty();
    }

    @Test
    void tellsEveryMistakeInTheOrderOfTheFile() {
        assertThat(desk.mistakes("""
                shipper:
                  server:
                    sever: localhost:50051
                    max_connections: 0
                  queue:
                    mem:
                      events: many
                      flush.timeout: soon
                  outputs:
                    archive:
                      type: file
                      roll_size: 10KiB
                      rol_size: 1
                      workers: 99999999999
                    other:
                      type: fle
                """))
                .containsExactly(
                        "slipway.yml:3: shipper.server.sever is not a setting here. Did you mean server?",
                        "slipway.yml:4: shipper.server.max_connections: \"0\" must be at least 1.",
                        "slipway.yml:7: shipper.queue.mem.events: \"many\" must be a whole number.",
                        "slipway.yml:8: shipper.queue.mem.flush.timeout: \"soon\" must be a duration such as 30s, 1m30s or 250ms.",
                        "slipway.yml:10: shipper.outputs.archive.path is missing. The folder of the files.",
                        "slipway.yml:12: shipper.outputs.archive.roll_size: \"10KiB\" must be at least 1MiB.",
                        "slipway.yml:13: shipper.outputs.archive.rol_size is not a setting here. Did you mean roll_size?",
                        "slipway.yml:14: shipper.outputs.archive.workers: \"99999999999\" must be a whole number from -2147483648 to 2147483647.",
                        "slipway.yml:15: shipper.outputs.other.type: \"fle\" is not installed. Did you mean file? Installed: all, console, file.");
    }
}

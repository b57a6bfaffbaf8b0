package io.slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class LoadCommandTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final CommandLine line = Main.commandLine().setOut(new PrintWriter(out));

    @Test
    void sendsExactlyWhatWasAskedForAndReports() throws IOException {
        try (FakeShipper shipper = new FakeShipper(folder.resolve("s"), true, event -> false)) {
            int code = line.execute(
                    "load",
                    "--server",
                    shipper.address(),
                    "--events",
                    "1234",
                    "--size",
                    "100",
                    "--batch",
                    "50",
                    "--connections",
                    "2",
                    "--inflight",
                    "3");

            assertThat(code).isEqualTo(ExitCode.FINE);
            assertThat(shipper.events())
                    .hasSize(1234)
                    .allSatisfy(event -> assertThat(
                                    event.getFields().getDataOrThrow("message").getStringValue())
                            .hasSize(100));
        }
        assertThat(out.toString())
                .contains("events/s", "MiB/s", "accepted  ms  p50", "persisted ms  p50", "1,234 of 1,234 persisted");
    }

    @Test
    void reportsAsJson() throws IOException {
        try (FakeShipper shipper = new FakeShipper(folder.resolve("s"), true, event -> false)) {
            line.execute("load", "--server", shipper.address(), "--events", "10", "--json");
        }
        assertThat(out.toString())
                .startsWith("{\"events\":10,")
                .contains("\"persisted\":10,", "\"complete\":true", "\"persisted_ms\":{\"p50\":")
                .endsWith("}}" + System.lineSeparator());
    }

    @Test
    void failsWhenItIsNotAllPersisted() throws IOException {
        try (FakeShipper shipper = new FakeShipper(folder.resolve("s"), false, event -> false)) {
            int code = line.execute("load", "--server", shipper.address(), "--events", "10", "--timeout", "500ms");

            assertThat(code).isEqualTo(ExitCode.OTHER);
        }
        assertThat(out.toString()).contains("0 of 10 persisted");
    }
}

package io.slipway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class LoggingTest {

    private static final Logger LOG = LoggerFactory.getLogger("io.slipway.some.part");

    @TempDir
    Path logs;

    @AfterEach
    void stop() {
        Logging.stop();
    }

    @Test
    void writesEcsLinesToAFileOfItsOwn() throws IOException {
        start(Map.of("logging.files.permissions", "0640"));

        LOG.warn("output archive: waits");

        Path file = logs.resolve("slipway.ndjson");
        assertThat(Files.readString(file))
                .contains("\"service.name\":\"slipway\"")
                .contains("\"log.level\": \"WARN\"")
                .contains("\"message\":\"output archive: waits\"");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
    }

    @Test
    void keepsNoMoreFilesThanItMay() throws IOException {
        start(Map.of("logging.files.rotateeverybytes", "102400", "logging.files.keepfiles", "2"));

        for (int i = 0; i < 5_000; i++) {
            LOG.info("line {} {}", i, "x".repeat(200));
        }

        try (Stream<Path> files = Files.list(logs)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("slipway.ndjson", "slipway.1.ndjson", "slipway.2.ndjson");
        }
    }

    @Test
    void logsAPartAtDebugWhenAskedTo() throws IOException {
        start(Map.of("logging.selectors", "some.part"));

        LOG.debug("seen");
        LoggerFactory.getLogger("io.slipway.other").debug("hidden");

        assertThat(Files.readString(logs.resolve("slipway.ndjson")))
                .contains("seen")
                .doesNotContain("hidden");
    }

    private void start(Map<String, String> settings) {
        Logging.start(LogSettings.of(settings, Level.INFO, true, logs), "1", false);
    }
}

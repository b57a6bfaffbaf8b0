package io.slipway.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogSettingsTest {

    private static final Path LOGS = Path.of("/var/log/slipway");

    @Test
    void hasDefaults() {
        LogSettings settings = read(Map.of());

        assertThat(settings.level()).isEqualTo(Level.INFO);
        assertThat(settings.toFiles()).isFalse();
        assertThat(settings.files())
                .isEqualTo(new LogSettings.Files(
                        LOGS, "slipway", 10 * 1024 * 1024, 7, PosixFilePermissions.fromString("rw-------")));
    }

    @Test
    void readsEveryKey() {
        LogSettings settings = read(Map.of(
                "logging.level", "warning",
                "logging.selectors", "[pipeline, \"ingest.grpc\"]",
                "logging.to_files", "true",
                "logging.files.path", "/tmp/x",
                "logging.files.name", "other",
                "logging.files.rotateeverybytes", "1048576",
                "logging.files.keepfiles", "3",
                "logging.files.permissions", "0640"));

        assertThat(settings.level()).isEqualTo(Level.WARN);
        assertThat(settings.selectors()).containsExactly("pipeline", "ingest.grpc");
        assertThat(settings.toFiles()).isTrue();
        assertThat(settings.files())
                .isEqualTo(new LogSettings.Files(
                        Path.of("/tmp/x"), "other", 1048576, 3, PosixFilePermissions.fromString("rw-r-----")));
    }

    @Test
    void prefersTheStandardErrorStreamWhenBothAreAskedFor() {
        assertThat(read(Map.of("logging.to_files", "true", "logging.to_stderr", "true"))
                        .toFiles())
                .isFalse();
    }

    @Test
    void namesEveryValueThatDoesNotFit() {
        assertThatThrownBy(() -> read(Map.of(
                        "logging.level", "loud",
                        "logging.files.keepfiles", "2000",
                        "logging.files.permissions", "rw")))
                .isInstanceOf(LogSettings.Invalid.class)
                .hasMessageContaining("logging.level: \"loud\" must be one of error, warning, info, debug.")
                .hasMessageContaining(
                        "logging.files.keepfiles: \"2000\" must be a whole number of at least 1 and at most 1024.")
                .hasMessageContaining("logging.files.permissions: \"rw\" must be an octal number such as 0600.");
    }

    private static LogSettings read(Map<String, String> settings) {
        return LogSettings.of(settings, Level.INFO, false, LOGS);
    }
}

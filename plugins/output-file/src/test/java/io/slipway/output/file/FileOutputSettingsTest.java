package io.slipway.output.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.config.SettingException;
import io.slipway.testkit.SettingsTable;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileOutputSettingsTest {

    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:30:00Z");

    @Test
    void putsTheTimeOfOpeningIntoThePath() {
        FileOutputSettings settings = new Sample(Path.of("/a/%{+yyyy}/%{+MM.dd}/b")).settings();

        assertThat(settings.folder(NEW_YEAR)).isEqualTo(Path.of("/a/2026/01.01/b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/%{}", "/a/%{[host.name]}", "/a/%{+QQ}", "/a/%{+}"})
    void refusesAPathThatHoldsMoreThanTimes(String path) {
        assertThatThrownBy(() -> new Sample(Path.of(path)).settings())
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("path: \"" + path + "\" may hold times only");
    }

    @ParameterizedTest
    @CsvSource({"0600,rw-------", "640,rw-r-----", "0751,rwxr-x--x", "0000,---------"})
    void readsRightsInOctal(String octal, String rights) {
        FileOutputSettings settings =
                new Sample(Path.of("a")).permissions(octal).settings();

        assertThat(settings.rights()).isEqualTo(PosixFilePermissions.fromString(rights));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0800", "rw-------", "60", "06000", ""})
    void refusesRightsThatAreNotOctal(String text) {
        assertThatThrownBy(() -> new Sample(Path.of("a")).permissions(text).settings())
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("permissions: ");
    }

    @Test
    void isDescribedInTheReadme() throws Exception {
        SettingsTable.assertIn(Path.of("README.md"), FileOutputSettings.class);
    }
}

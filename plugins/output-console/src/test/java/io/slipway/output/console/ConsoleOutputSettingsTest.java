package io.slipway.output.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.config.SettingException;
import io.slipway.testkit.SettingsTable;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsoleOutputSettingsTest {

    @Test
    void passesTheOldFormOnToTheEncoder() {
        EncoderChoice json = new EncoderChoice("json", new Json(false, true));

        ConsoleOutputSettings settings = new ConsoleOutputSettings(json, Optional.of(true));

        assertThat(settings.encoder()).isEqualTo(new EncoderChoice("json", new Json(true, true)));
    }

    @Test
    void leavesTheEncoderAloneWithoutTheOldForm() {
        EncoderChoice json = new EncoderChoice("json", new Json(true, false));

        assertThat(new ConsoleOutputSettings(json, Optional.empty()).encoder()).isSameAs(json);
    }

    @Test
    void refusesTheOldFormForAnEncoderThatDoesNotKnowIt() {
        EncoderChoice format = new EncoderChoice("format", new Format("x"));

        assertThatThrownBy(() -> new ConsoleOutputSettings(format, Optional.of(true)))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("pretty: \"true\" works only with");
    }

    @Test
    void isDescribedInTheReadme() throws Exception {
        SettingsTable.assertIn(Path.of("README.md"), ConsoleOutputSettings.class);
    }

    private record Json(boolean pretty, boolean escapeHtml) {}

    private record Format(String string) {}
}

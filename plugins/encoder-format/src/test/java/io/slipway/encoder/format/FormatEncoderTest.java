package io.slipway.encoder.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.config.SettingException;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import io.slipway.testkit.EncoderContract;
import io.slipway.testkit.Events;
import io.slipway.testkit.SettingsTable;
import io.slipway.testkit.TestContext;
import io.slipway.testkit.TestSerializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatEncoderTest extends EncoderContract {

    @TempDir
    Path folder;

    @Override
    protected Encoder encoder() {
        return encoder("%{+HH:mm:ss} %{[message]:-} %{[log.level]:\u00fcber}");
    }

    @Test
    void writesItsTextAsUtf8() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        encoder("\u00bb%{[message]}\u00ab from %{[data_stream.dataset]}").encode(Events.event("gr\u00fcn"), out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\u00bbgr\u00fcn\u00ab from generic");
    }

    @Test
    void writesAConstantForAnyEvent() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Event unreadable = Event.ofBytes(EventId.of(1), new TestSerializer(), ByteSlice.of(new byte[0]));

        encoder("tick").encode(unreadable, out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("tick");
    }

    @Test
    void namesTheFieldThatAnEventDoesNotHave() {
        assertThatThrownBy(() -> encoder("%{[no.such]}").encode(Events.event("hi"), new ByteArrayOutputStream()))
                .isInstanceOf(EncodingException.class)
                .hasMessage("The event has no text at no.such.");
    }

    @Test
    void refusesAFormatThatIsNone() {
        assertThatThrownBy(() -> new FormatEncoderSettings("%{message}"))
                .isInstanceOf(SettingException.class)
                .hasMessage("string: \"%{message}\" must have a [ or a + behind the %{ at position 1.");
    }

    @Test
    void refusesAnEmptyFormat() {
        assertThatThrownBy(() -> new FormatEncoderSettings(""))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("must not be empty");
    }

    @Test
    void hasItsSettingsInItsPage() throws IOException {
        SettingsTable.assertIn(Path.of("README.md"), FormatEncoderSettings.class);
    }

    private Encoder encoder(String format) {
        return new FormatEncoderFactory().open(new FormatEncoderSettings(format), TestContext.in(folder));
    }
}

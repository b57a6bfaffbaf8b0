package io.slipway.queue.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.SettingException;
import io.slipway.queue.memory.MemoryQueueSettings.Flush;
import io.slipway.testkit.SettingsTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryQueueSettingsTest {

    private static final Flush FLUSH = new Flush(2048, ByteSize.ofMebibytes(4), Duration.ofSeconds(1));

    @Test
    void takesAtMostAnEighthOfTheHeapIfNotToldOtherwise() {
        MemoryQueueSettings settings = new MemoryQueueSettings(4096, Optional.empty(), FLUSH);

        assertThat(settings.bytesWithin(128L << 20)).isEqualTo(16L << 20);
        assertThat(settings.bytesWithin(8L << 30)).isEqualTo(64L << 20);
    }

    @Test
    void takesWhatItIsTold() {
        MemoryQueueSettings settings = new MemoryQueueSettings(4096, Optional.of(ByteSize.ofMebibytes(100)), FLUSH);

        assertThat(settings.bytesWithin(128L << 20)).isEqualTo(100L << 20);
    }

    @Test
    void refusesBoundsThatLetNothingIn() {
        assertThatThrownBy(() -> new MemoryQueueSettings(0, Optional.empty(), FLUSH))
                .isInstanceOf(SettingException.class)
                .hasMessage("events: \"0\" must be at least 1.");
        assertThatThrownBy(() -> new MemoryQueueSettings(1, Optional.of(ByteSize.ofBytes(1023)), FLUSH))
                .isInstanceOf(SettingException.class)
                .hasMessage("bytes: \"1023\" must be at least 1KiB.");
    }

    @Test
    void isDescribedInTheReadme() throws Exception {
        SettingsTable.assertIn(Path.of("README.md"), MemoryQueueSettings.class);
    }
}

package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.SettingException;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.queue.disk.DiskQueueSettings.Encryption;
import io.slipway.queue.disk.DiskQueueSettings.Key;
import io.slipway.testkit.SettingsTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiskQueueSettingsTest {

    private static final long HEAP = 256L << 20;

    @Test
    void beginsAFileWhenATenthOfTheBoundOr64MebibytesAreFull() {
        assertThat(limits("10GB", Optional.empty()).segment()).isEqualTo(64L << 20);
        assertThat(limits("100MB", Optional.empty()).segment()).isEqualTo(10_000_000);
        assertThat(limits("0", Optional.empty()).segment()).isEqualTo(64L << 20);
        assertThat(limits("10GB", Optional.of("5MB")).segment()).isEqualTo(5_000_000);
        assertThat(limits("10GB", Optional.of("1GB")).segment()).isEqualTo(256L << 20);
    }

    @Test
    void takesEventsOfAnEighthOfTheHeapIfTheyFitIntoAFile() {
        assertThat(limits("10GB", Optional.empty()).event()).isEqualTo(32 << 20);
        assertThat(limits("100MB", Optional.empty()).event()).isEqualTo(10_000_000);
    }

    @Test
    void refusesBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> settings("9MB", Optional.empty(), "1s", "30s"))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("max_size")
                .hasMessageContaining("at least 10MB");
        assertThatThrownBy(() -> settings("10MB", Optional.of("6MB"), "1s", "30s"))
                .hasMessageContaining("segment_size")
                .hasMessageContaining("at most half of max_size");
        assertThatThrownBy(() -> settings("10GB", Optional.of("999999"), "1s", "30s"))
                .hasMessageContaining("must be at least 1MB");
        assertThatThrownBy(() -> settings("10GB", Optional.empty(), "2m", "1m"))
                .hasMessageContaining("must not be shorter than retry_interval");
        assertThatThrownBy(() -> settings("10GB", Optional.empty(), "0s", "1m"))
                .hasMessageContaining("must be longer than 0s");
    }

    @Test
    void refusesKeysFromNowhereOrTwoPlacesOrWithOneName() {
        assertThatThrownBy(() -> new Key("a", Optional.empty(), Optional.empty(), List.of()))
                .hasMessageContaining("exactly one of value, file and command");
        assertThatThrownBy(() -> new Key("a", Optional.of("x"), Optional.of(Path.of("x")), List.of()))
                .hasMessageContaining("exactly one of value, file and command");
        Key key = new Key("a", Optional.of("correct horse battery"), Optional.empty(), List.of());
        assertThatThrownBy(() -> new Encryption(List.of(key, key))).hasMessageContaining("names two keys");
    }

    @Test
    void understandsOlderConfigurations() {
        DiskQueueSettings old = new DiskQueueSettings(
                Optional.empty(),
                size("10GB"),
                Optional.empty(),
                Optional.empty(),
                Durability.SYNC,
                Duration.ofMillis(500),
                Optional.empty(),
                Compression.NONE,
                new Encryption(List.of()),
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Optional.of(true),
                Optional.of(""),
                Optional.of(512),
                Optional.of(2048));

        assertThat(old.compression()).isEqualTo(Compression.LZ4);
        assertThat(old.encryptionPassword()).isEmpty();
    }

    @Test
    void isDescribedInTheReadme() throws Exception {
        SettingsTable.assertIn(Path.of("README.md"), DiskQueueSettings.class);
    }

    private static Limits limits(String max, Optional<String> segment) {
        return Limits.of(settings(max, segment, "1s", "30s"), HEAP);
    }

    private static DiskQueueSettings settings(String max, Optional<String> segment, String retry, String maxRetry) {
        return new DiskQueueSettings(
                Optional.empty(),
                size(max),
                segment.map(DiskQueueSettingsTest::size),
                Optional.empty(),
                Durability.SYNC,
                Duration.ofMillis(500),
                Optional.empty(),
                Compression.NONE,
                new Encryption(List.of()),
                duration(retry),
                duration(maxRetry),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static ByteSize size(String text) {
        return ByteSize.parse(text);
    }

    private static Duration duration(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }
}

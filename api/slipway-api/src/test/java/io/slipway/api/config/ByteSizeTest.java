package io.slipway.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "4096, 4096",
        "64MiB, 67108864",
        "10MB, 10000000",
        "10KB, 10000",
        "10G, 10000000000",
        "1.5GiB, 1610612736",
        "'5 kb', 5000",
        "12B, 12"
    })
    void readsWhatUsersWrite(String text, long bytes) {
        assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "big", "-1", "10 apples", "1e3", "MiB"})
    void saysTheFormForWhatIsNoSize(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).hasMessage("must be a size such as 64MiB, 10MB or 4096");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9000000TiB", "99999999999999999999"})
    void refusesWhatNoSizeCanBe(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).hasMessage("is larger than any size can be");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1023, 1024, 10_000_000, 67_108_864, 5L << 40})
    void isShownSoThatItReadsBackTheSame(long bytes) {
        assertThat(ByteSize.parse(ByteSize.ofBytes(bytes).toString()).bytes()).isEqualTo(bytes);
    }
}

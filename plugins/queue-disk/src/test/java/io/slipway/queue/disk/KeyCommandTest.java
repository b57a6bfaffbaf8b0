package io.slipway.queue.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are those of a Unix shell")
class KeyCommandTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void givesWhatTheProgramPrints() throws IOException {
        assertThat(new String(shell("printf 'a b'", LONG).output(), UTF_8)).isEqualTo("a b");
    }

    @Test
    void isReadAsTheTextOfAKey() throws IOException {
        DiskQueueSettings.Key key = new DiskQueueSettings.Key(
                "k", Optional.empty(), Optional.empty(), List.of("/bin/sh", "-c", "echo the text"));

        assertThat(new KeySource("the key").read(key)).containsExactly("the text".toCharArray());
    }

    @Test
    void givesTheProgramNothingToRead() throws IOException {
        assertThat(shell("cat; printf end", LONG).output()).isEqualTo("end".getBytes(UTF_8));
    }

    @Test
    void saysTheCodeAndTheFirstLineOfTheErrorsAndNotTheOutput() {
        assertThatIOException()
                .isThrownBy(() -> shell("echo kestrel; echo >&2; echo sealed >&2; echo two >&2; exit 3", LONG)
                        .output())
                .withMessage("the key cannot be read: \"/bin/sh\" ended with code 3: sealed.");
    }

    @Test
    void saysThatAProgramIsNotThere() {
        assertThatIOException()
                .isThrownBy(() -> new KeyCommand("the key", List.of("/none/such"), LONG).output())
                .withMessageStartingWith("the key cannot be read: \"/none/such\" does not start");
    }

    @Test
    void endsAProgramThatTakesTooLong() {
        assertThatIOException()
                .isThrownBy(() -> shell("echo half; exec sleep 60", Duration.ofMillis(300))
                        .output())
                .withMessageContaining("did not end within");
        assertThatIOException()
                .isThrownBy(() -> shell("exec sleep 60 >/dev/null", Duration.ofMillis(300))
                        .output())
                .withMessageContaining("did not end within");
    }

    @Test
    void readsNoMoreThanAKeyMayHave() {
        assertThatIOException()
                .isThrownBy(() -> shell("yes", LONG).output())
                .withMessageContaining("printed more than 64KiB");
    }

    @Test
    void isNotHeldUpByErrorsThatNobodyReads() throws IOException {
        assertThat(shell("head -c 60000 /dev/zero >&2; printf fine", LONG).output())
                .isEqualTo("fine".getBytes(UTF_8));
    }

    @Test
    void keepsAnInterrupt() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedIOException.class)
                .isThrownBy(() -> shell("sleep 60", LONG).output());

        assertThat(Thread.interrupted()).isTrue();
    }

    private static KeyCommand shell(String script, Duration patience) {
        return new KeyCommand("the key", List.of("/bin/sh", "-c", script), patience);
    }
}

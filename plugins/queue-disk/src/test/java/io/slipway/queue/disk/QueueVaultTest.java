package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.slipway.api.queue.Vault;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.queue.disk.DiskQueueSettings.Key;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueVaultTest {

    private static final byte[] LETTER = "the password is swordfish".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path folder;

    private static Vault vault(String... aliases) throws IOException {
        return QueueVault.of(TestKeys.ring(aliases));
    }

    private static DiskQueueSettings settings(Key... keys) {
        return Queues.settings(Compression.NONE, List.of(keys), Durability.SYNC);
    }

    private Optional<Vault> ofFactory(Key... keys) throws IOException {
        return new DiskQueueFactory().vault(settings(keys), TestContext.in(folder));
    }

    @Test
    void givesBackWhatItSealed() throws IOException {
        Vault vault = vault("winter");

        for (int length : new int[] {0, 1, 16_384, 100_000}) {
            byte[] plain = Arrays.copyOf(LETTER, length);
            assertThat(vault("winter").open(vault.seal(plain))).isEqualTo(plain);
        }
    }

    @Test
    void leavesNothingReadable() throws IOException {
        String sealed = new String(vault("winter").seal(LETTER), StandardCharsets.ISO_8859_1);

        assertThat(sealed).doesNotContain("password", "swordfish");
    }

    @Test
    void opensWhatAnOlderKeySealedWhileItIsListed() throws IOException {
        byte[] sealed = vault("winter").seal(LETTER);

        assertThat(vault("spring", "winter").open(sealed)).isEqualTo(LETTER);
        assertThatIOException()
                .isThrownBy(() -> vault("spring").open(sealed))
                .withMessageMatching("the key with the id [0-9a-f]{16} is not given; add it .*");
    }

    @Test
    void noByteOfAPieceCanBeChanged() throws IOException {
        Vault vault = vault("winter");
        byte[] sealed = vault.seal(LETTER);

        for (int at = 0; at < sealed.length; at++) {
            byte[] damaged = sealed.clone();
            damaged[at] ^= 1;
            assertThatIOException().as("byte %d", at).isThrownBy(() -> vault.open(damaged));
            byte[] cut = Arrays.copyOf(sealed, at);
            assertThatIOException().as("cut at %d", at).isThrownBy(() -> vault.open(cut));
        }
    }

    @Test
    void aBlockOfTheQueueIsNoPiece() throws IOException {
        try (BlockCodec codec = new BlockCodec(Compression.NONE, TestKeys.ring("winter"))) {
            Body body = codec.encode(List.of(TestBodies.event(LETTER)), TestBodies.DENSE, 1);
            ByteBuffer block = ByteBuffer.allocate(body.totalLength());
            body.unplaced().write(block);
            body.writeTo(block);

            assertThatIOException().isThrownBy(() -> vault("winter").open(block.array()));
        }
    }

    @Test
    void thereIsOneOnlyWithAKey() throws IOException {
        assertThat(ofFactory()).isEmpty();
        assertThat(ofFactory(TestKeys.key("winter"))).isPresent();
    }

    @Test
    void aPassPhraseOpensAgainWithTheSaltThatTheQueueKeeps() throws IOException {
        Key phrase = TestKeys.value("phrase", "correct horse battery staple");
        Vault early = ofFactory(phrase).orElseThrow();
        assertThatIllegalStateException().isThrownBy(() -> early.seal(LETTER));

        byte[] sealed;
        try (DiskQueue queue = Queues.open(settings(phrase), folder, Queues.SMALL, new LocalDisk())) {
            assertThat(queue.generation()).isNotEmpty();
            sealed = ofFactory(phrase).orElseThrow().seal(LETTER);
        }

        assertThat(ofFactory(phrase).orElseThrow().open(sealed)).isEqualTo(LETTER);
    }
}

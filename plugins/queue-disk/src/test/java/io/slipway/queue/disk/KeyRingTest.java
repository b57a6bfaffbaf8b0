package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.config.SettingException;
import io.slipway.queue.disk.DiskQueueSettings.Encryption;
import io.slipway.queue.disk.DiskQueueSettings.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRingTest {

    private static final byte[] SECRET = new byte[32];
    private static final String PASS_PHRASE = "correct horse battery staple";

    static {
        for (int i = 0; i < SECRET.length; i++) {
            SECRET[i] = (byte) (i * 37);
        }
    }

    @TempDir
    Path folder;

    @Test
    void takesTheSameKeyInBase64AndInHexadecimalDigits() throws IOException {
        String base64 = Base64.getEncoder().encodeToString(SECRET);
        long id = new MasterKey("k", SECRET).id();

        for (String text : List.of(
                base64,
                base64.substring(0, 43),
                HexFormat.of().formatHex(SECRET),
                HexFormat.of().withUpperCase().formatHex(SECRET))) {
            KeyRing ring = ring(TestKeys.value("k", text));
            assertThat(ring.sealing().orElseThrow().id()).isEqualTo(id);
            assertThat(ring.salts()).isEmpty();
        }
    }

    @Test
    void sealsWithTheFirstAndOpensWithEach() {
        KeyRing ring = TestKeys.ring("new", "old");

        assertThat(ring.sealing().orElseThrow().alias()).isEqualTo("new");
        assertThat(ring.opens(TestKeys.ring("old").sealing().orElseThrow().id()))
                .isTrue();
        assertThat(ring.opens(TestKeys.ring("else").sealing().orElseThrow().id()))
                .isFalse();
        assertThat(KeyRing.EMPTY.sealing()).isEmpty();
    }

    @Test
    void makesTheSameKeyOfAPassPhraseAndItsSalt() throws IOException {
        KeyRing first = ring(TestKeys.value("k", PASS_PHRASE));

        KeyRing again = KeyRing.open(
                new Encryption(List.of(TestKeys.value("k", PASS_PHRASE))), Optional.empty(), first.salts());
        KeyRing elsewhere = ring(TestKeys.value("k", PASS_PHRASE));

        assertThat(first.salts().get("k")).hasSize(16);
        assertThat(again.sealing().orElseThrow().id())
                .isEqualTo(first.sealing().orElseThrow().id());
        assertThat(elsewhere.sealing().orElseThrow().id())
                .isNotEqualTo(first.sealing().orElseThrow().id());
    }

    @Test
    void keepsSaltsThatItHasNoUseFor() throws IOException {
        Map<String, byte[]> salts = Map.of("gone", new byte[16]);

        KeyRing ring = KeyRing.open(new Encryption(List.of(TestKeys.key("k"))), Optional.empty(), salts);

        assertThat(ring.salts()).containsOnlyKeys("gone");
    }

    @Test
    void takesThePasswordOfOlderConfigurationsLast() throws IOException {
        Encryption none = new Encryption(List.of());
        KeyRing before = KeyRing.open(none, Optional.of(PASS_PHRASE), Map.of());

        KeyRing after =
                KeyRing.open(new Encryption(List.of(TestKeys.key("k"))), Optional.of(PASS_PHRASE), before.salts());

        assertThat(before.sealing().orElseThrow().alias()).isEqualTo("password");
        assertThat(after.sealing().orElseThrow().alias()).isEqualTo("k");
        assertThat(after.opens(before.sealing().orElseThrow().id())).isTrue();
    }

    @Test
    void refusesAnAliasThatThePasswordHas() {
        assertThatIOException()
                .isThrownBy(() -> KeyRing.open(
                        new Encryption(List.of(TestKeys.key("password"))), Optional.of(PASS_PHRASE), Map.of()))
                .withMessageContaining("give the key another one");
    }

    @Test
    void refusesAShortPassPhraseWithoutSayingIt() {
        assertThatThrownBy(() -> ring(TestKeys.value("k1", "kestrel")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("a pass phrase of 12 characters and more")
                .hasMessageNotContaining("kestrel");
    }

    @Test
    void takesAnyPassPhraseOfAnOlderConfiguration() throws Exception {
        KeyRing ring = KeyRing.open(new Encryption(List.of()), Optional.of("kestrel"), Map.of());

        assertThat(ring.sealing()).isPresent();
    }

    @Test
    void saysAliasesAndIdsAndNoSecret() {
        KeyRing ring = TestKeys.ring("new", "old");

        assertThat(ring)
                .hasToString(String.format(
                        "[new (id %016x), old (id %016x)]",
                        ring.sealing().orElseThrow().id(),
                        TestKeys.ring("old").sealing().orElseThrow().id()));
    }

    @Test
    void makesOtherDataKeysOfOtherSaltsAndMasters() throws IOException {
        MasterKey key = new MasterKey("k", SECRET);
        byte[] data = key.forData(1, 2).getEncoded();

        assertThat(data).hasSize(32).isEqualTo(key.forData(1, 2).getEncoded());
        assertThat(key.forData(1, 3).getEncoded()).isNotEqualTo(data);
        assertThat(new MasterKey("k", new byte[32]).forData(1, 2).getEncoded()).isNotEqualTo(data);
    }

    @Test
    void readsAKeyFromAFileWithoutTheEndOfItsLine() throws IOException {
        long id = ring(TestKeys.key("k")).sealing().orElseThrow().id();
        String text = TestKeys.key("k").value().orElseThrow();

        for (String end : List.of("", "\n", "\r\n")) {
            Path file = Files.writeString(folder.resolve("key"), text + end);
            assertThat(ring(file("k", file)).sealing().orElseThrow().id()).isEqualTo(id);
        }
    }

    @Test
    void saysWhyAFileCannotBeRead() throws IOException {
        Path large = Files.write(folder.resolve("large"), new byte[70_000]);
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 1, 2});

        assertThatIOException()
                .isThrownBy(() -> ring(file("k", folder.resolve("none"))))
                .withMessage(
                        "encryption.keys: the key \"k\" cannot be read: there is no file \"%s\".",
                        folder.resolve("none"));
        assertThatIOException().isThrownBy(() -> ring(file("k", folder))).withMessageContaining("cannot be read from");
        assertThatIOException().isThrownBy(() -> ring(file("k", large))).withMessageContaining("more than 64KiB");
        assertThatIOException().isThrownBy(() -> ring(file("k", binary))).withMessageContaining("is not text");
    }

    private static KeyRing ring(Key... keys) throws IOException {
        return KeyRing.open(new Encryption(List.of(keys)), Optional.empty(), Map.of());
    }

    private static Key file(String alias, Path file) {
        return new Key(alias, Optional.empty(), Optional.of(file), List.of());
    }
}

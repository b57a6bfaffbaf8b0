package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeystoreTest {

    /** Made by another implementation of the form. */
    private static final String FOREIGN =
            "v1AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P2RlZmdoaWprbG1ub8/iMwgPrAxzvCIFYLYxTJi/KAzFe8YSb4TOWjAI8MR+nu7b87CXCiPgfmhptQicarefyMOB6Tg/ZfWey3kT13KjZgQR5Ammv6F9q57HGA==";

    @TempDir
    Path folder;

    private Path file;
    private Keystore keystore;

    @BeforeEach
    void setUp() {
        file = folder.resolve("data/slipway.keystore");
        keystore = new Keystore(file);
    }

    @Test
    void readsWhatItWrote() throws IOException {
        keystore.write(new TreeMap<>(Map.of("A", "one", "B", "zwei \u00fc\n")));

        assertThat(keystore.read()).hasValue(new TreeMap<>(Map.of("A", "one", "B", "zwei \u00fc\n")));
    }

    @Test
    void readsTheFormOfTheBeats() throws IOException {
        write(FOREIGN);

        assertThat(keystore.read()).hasValue(new TreeMap<>(Map.of("ES_PWD", "changeme", "UNI", "gr\u00fcn")));
    }

    @Test
    void isEmptyWhereThereIsNone() throws IOException {
        assertThat(keystore.read()).isEmpty();
    }

    @Test
    void isForItsOwnerOnlyAndLeavesNothingBeside() throws IOException {
        keystore.write(new TreeMap<>(Map.of("A", "one")));
        keystore.write(new TreeMap<>(Map.of("A", "two")));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(folder.resolve("data")).isDirectoryContaining(path -> path.equals(file));
        try (var files = Files.list(folder.resolve("data"))) {
            assertThat(files).containsExactly(file);
        }
        assertThat(Files.readString(file)).startsWith("v1").doesNotContain("two");
    }

    @Test
    void neverUsesASaltTwice() throws IOException {
        keystore.write(new TreeMap<>(Map.of("A", "one")));
        String first = Files.readString(file);
        keystore.write(new TreeMap<>(Map.of("A", "one")));

        assertThat(Files.readString(file).substring(0, 80)).isNotEqualTo(first.substring(0, 80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v1", "v2AAAA", "v1!!!", "v1AAAA", "text"})
    void tellsOfDamage(String content) throws IOException {
        write(content);

        assertThatThrownBy(() -> keystore.read())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("The keystore \"" + file + "\" is damaged: ")
                .hasMessageEndingWith(". Bring it back from a backup, or remove it and add the secrets again.");
    }

    @Test
    void tellsOfAChangedOrCutFile() throws IOException {
        write(FOREIGN.substring(0, 150) + (FOREIGN.charAt(150) == 'A' ? 'B' : 'A') + FOREIGN.substring(151));
        assertThatThrownBy(() -> keystore.read()).hasMessageContaining("its content was changed or cut");

        write(FOREIGN.substring(0, FOREIGN.length() - 8));
        assertThatThrownBy(() -> keystore.read()).hasMessageContaining("its content was changed or cut");
    }

    @Test
    void refusesAFileThatOthersCanRead() throws IOException {
        write(FOREIGN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        assertThatThrownBy(() -> keystore.read())
                .hasMessage(
                        "The keystore \"" + file + "\" can be used by other users. Take their rights away: chmod 600.");
    }

    private void write(String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}

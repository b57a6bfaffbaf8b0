package io.slipway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {

    @TempDir
    Path data;

    @Test
    void deletesWhatADeadProcessLeft() throws IOException {
        Path left = Files.createDirectories(data.resolve("cache/felix-dead/bundle1"));
        Files.writeString(left.resolve("revision"), "old");
        Files.createFile(data.resolve("cache/felix-dead.lock"));

        try (CacheFolder cache = CacheFolder.under(data)) {
            assertThat(cache.path()).isEmptyDirectory();
            assertThat(data.resolve("cache/felix-dead")).doesNotExist();
            assertThat(data.resolve("cache/felix-dead.lock")).doesNotExist();
        }
    }

    @Test
    void leavesTheFolderOfALivingOneAlone() throws IOException {
        try (CacheFolder first = CacheFolder.under(data)) {
            Files.writeString(first.path().resolve("in-use"), "now");

            try (CacheFolder second = CacheFolder.under(data)) {
                assertThat(second.path()).isNotEqualTo(first.path());
                assertThat(first.path().resolve("in-use")).exists();
            }
        }
    }

    @Test
    void goesElsewhereWhereItCannotBeMade() throws IOException {
        Files.createFile(data.resolve("cache"));

        CacheFolder cache = CacheFolder.under(data);
        assertThat(cache.path()).isEmptyDirectory();
        assertThat(cache.path().startsWith(data)).isFalse();

        cache.close();
        assertThat(cache.path().getParent()).doesNotExist();
    }

    @Test
    void isGoneWhenClosed() throws IOException {
        CacheFolder cache = CacheFolder.under(data);
        Files.createDirectories(cache.path().resolve("a/b"));

        cache.close();

        assertThat(cache.path()).doesNotExist();
    }
}

package io.slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.launcher.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private Path file;

    @BeforeEach
    void layOut() throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/a.jar"), "jar");
        file = folder.resolve("data/cache/classes.jsa");
    }

    @Test
    void isMadeAndKeptWhereTheScriptLooks() throws IOException {
        ClassArchive archive = archive();

        archive.letMake(environment);
        Files.writeString(Path.of(environment.get("SLIPWAY_CDS_CREATE")), "classes");
        archive.keep();

        assertThat(file).hasContent("classes");
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void isNotMadeAgainUntilAJarIsNewer() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "classes");
        Files.setLastModifiedTime(folder.resolve("lib/a.jar"), FileTime.fromMillis(1_000));

        archive().letMake(environment);
        assertThat(environment).isEmpty();

        Files.setLastModifiedTime(file, FileTime.fromMillis(500));
        archive().letMake(environment);
        assertThat(environment).containsKey("SLIPWAY_CDS_CREATE");
    }

    @Test
    void staysAwayWithoutAWordWhereItCannotBeKept() throws IOException {
        Files.writeString(folder.resolve("data"), "a file, not a folder");
        ClassArchive archive = archive();

        archive.letMake(environment);
        Files.writeString(Path.of(environment.get("SLIPWAY_CDS_CREATE")), "classes");
        archive.keep();

        assertThat(Files.exists(file)).isFalse();
    }

    @Test
    void isNotMadeWhereItIsSwitchedOff() throws IOException {
        ClassArchive.of(new Installation(folder, false, Optional.empty()), folder)
                .letMake(environment);

        assertThat(environment).isEmpty();
    }

    private ClassArchive archive() throws IOException {
        return ClassArchive.of(new Installation(folder, false, Optional.of(file)), folder);
    }
}

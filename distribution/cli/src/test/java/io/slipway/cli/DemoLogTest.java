package io.slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoLogTest {

    @TempDir
    Path folder;

    @Test
    void readsTheFirstLinesAndNoEmptyOnes() throws IOException {
        Path file = Files.writeString(folder.resolve("a.log"), "one\n\ntwo\n" + "more\n".repeat(10_000));

        DemoLog log = DemoLog.read(file);

        assertThat(log.path()).isEqualTo(file);
        assertThat(log.lines()).hasSize(5_000).startsWith("one", "two", "more");
    }

    @Test
    void readsALogThatIsNotUtf8() throws IOException {
        Path file = Files.write(folder.resolve("b.log"), "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(DemoLog.read(file).lines()).containsExactly("caf\ufffd");
    }

    @Test
    void comesWithALogOfItsOwn() throws IOException {
        DemoLog shipped = DemoLog.read(Path.of("../archive/src/main/home/conf/demo.log"));

        assertThat(shipped.lines()).hasSizeGreaterThan(20);
    }
}

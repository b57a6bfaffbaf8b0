package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.Plan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomFilesTest {

    private static final int FILES = 1000;
    private static final String[] PIECES = {
        "shipper",
        "output",
        "outputs",
        "queue",
        "mem",
        "server",
        "console",
        "all",
        "file",
        "type",
        "ssl",
        "codec",
        "json",
        "events",
        "flush",
        "workers",
        "enabled",
        "path",
        "hosts",
        "rules",
        "headers",
        "number",
        "size",
        "pause",
        "pin",
        ": ",
        ":",
        "\n",
        "\n  ",
        "\n    ",
        "\n      ",
        "- ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        ".",
        "\"",
        "'",
        "#",
        "&a ",
        "*a",
        "!",
        "!!str ",
        "|\n",
        ">-\n",
        "---\n",
        "...\n",
        "<<: ",
        "? ",
        "%",
        "@",
        "`",
        "\t",
        "~",
        "null",
        "true",
        "no",
        "1",
        "-1",
        "1e999",
        "64MiB",
        "1m30s",
        "${",
        "}",
        "${A:",
        "$$",
        "${path.data}",
        "localhost:1",
        "unix://",
        "\\",
        "\\u00",
        "\uFEFF",
        "\u0000",
        "\uD83D\uDE00",
        "\u2028",
        "a b",
        "x"
    };

    @TempDir
    Path folder;

    @Test
    void areAPlanOrAListOfMistakes() throws Exception {
        Random random = new Random(4711);
        Desk desk = new Desk(folder);
        Path file = folder.resolve("random.yml");
        int plans = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = i % 2 == 0 ? pieces(random) : changed(random);
            Files.write(file, bytes);
            plans += read(desk, file, bytes) ? 1 : 0;
        }

        assertThat(plans).isBetween(1, FILES - 1);
    }

    private static boolean read(Desk desk, Path file, byte[] bytes) {
        try {
            Plan plan = desk.configurations().read(file, List.of(), MissingPlugin.NOTICE);
            new EffectiveItems(desk.plugins, Set.of()).of(plan);
            return true;
        } catch (InvalidConfiguration e) {
            assertThat(e.problems()).isNotEmpty();
            return false;
        } catch (RuntimeException | StackOverflowError e) {
            return fail("in\n" + new String(bytes, StandardCharsets.UTF_8), e);
        }
    }

    private static byte[] pieces(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i >= 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A file that is right, with some pieces put in and some bytes changed. */
    private static byte[] changed(Random random) {
        StringBuilder text = new StringBuilder("""
                shipper:
                  server: {server: "localhost:1"}
                  queue:
                    mem: {events: 4096, flush.min_events: 7}
                  outputs:
                    a: {type: console, codec: {json: {pretty: true}}}
                    b:
                      type: all
                      rules: [{topic: x}]
                      headers: {a.b: c}
                      text: ${path.data}
                """);
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.insert(random.nextInt(text.length()), PIECES[random.nextInt(PIECES.length)]);
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(4) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}

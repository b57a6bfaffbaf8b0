package io.slipway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the start script with Javas that only print what they were asked. */
@DisabledOnOs(OS.WINDOWS)
class ScriptTest {

    private static final Path SCRIPT = Path.of("../archive/src/main/home/bin/slipway");

    @TempDir
    Path folder;

    private Path home;

    /** What a run printed and ended with. */
    private record Result(int exitCode, String out, String err) {}

    @BeforeEach
    void install() throws IOException {
        home = folder.resolve("my programs/slipway");
        Files.createDirectories(home.resolve("bin"));
        Files.copy(SCRIPT, home.resolve("bin/slipway"));
    }

    @Test
    void handsAllArgumentsToJavaAsTheyAre() throws Exception {
        Result result = run(Map.of("JAVA_HOME", java("17.0.15", true)), "send", "two words", "$x*");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines())
                .contains("-Dslipway.home=" + home.toRealPath(), "-jar")
                .endsWith(home.toRealPath() + "/lib/slipway.jar", "send", "two words", "$x*");
    }

    @Test
    void findsItsHomeThroughLinks() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("slipway"), Path.of("my programs/slipway/bin/slipway"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), link);

        Result result = run(second, Map.of("JAVA_HOME", java("17.0.15", true)), "version");

        assertThat(result.out().lines()).contains("-Dslipway.home=" + home.toRealPath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "17.0.15", "21-ea", "23.0.2"})
    void givesNoNewOptionsToAJavaThatDoesNotKnowThem(String version) throws Exception {
        Result result = run(Map.of("JAVA_HOME", java(version, true)), "version");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).doesNotContain("unsafe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"24", "25.0.3", "100.1"})
    void allowsWhatNewerJavasWarnOf(String version) throws Exception {
        Result result = run(Map.of("JAVA_HOME", java(version, true)), "version");

        assertThat(result.out().lines()).contains("--sun-misc-unsafe-memory-access=allow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.2", "16"})
    void refusesAnOldJavaInOneSentence(String version) throws Exception {
        String javaHome = java(version, true);

        Result result = run(Map.of("JAVA_HOME", javaHome), "version");

        assertThat(result.exitCode()).isEqualTo(70);
        assertThat(result.err())
                .isEqualTo("slipway: \"" + javaHome + "/bin/java\" is Java " + version
                        + ". Java 17 or newer is needed: set JAVA_HOME to one.\n");
    }

    @Test
    void asksJavaForItsVersionWhereNoFileSaysIt() throws Exception {
        Result result = run(Map.of("JAVA_HOME", java("25.0.1", false)), "version");

        assertThat(result.out().lines()).contains("--sun-misc-unsafe-memory-access=allow");
    }

    @Test
    void saysWhenThereIsNoJavaAtAll() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("sed", "dirname", "readlink", "cat")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/bin").resolve(tool));
        }

        Result result = run(Map.of("PATH", tools.toString()), "version");

        assertThat(result.exitCode()).isEqualTo(70);
        assertThat(result.err())
                .isEqualTo("slipway: Java 17 or newer is needed: set JAVA_HOME, or put java on the PATH.\n");
    }

    @Test
    void saysWhenJavaHomeHasNoJava() throws Exception {
        Result result = run(Map.of("JAVA_HOME", folder.toString()), "version");

        assertThat(result.exitCode()).isEqualTo(70);
        assertThat(result.err()).contains("JAVA_HOME is \"" + folder + "\", but it has no bin/java.");
    }

    @Test
    void letsTheUserChooseTheHeap() throws Exception {
        String javaHome = java("17.0.15", true);

        Result byDefault = run(Map.of("JAVA_HOME", javaHome), "version");
        Result chosen = run(Map.of("JAVA_HOME", javaHome, "SLIPWAY_JAVA_OPTS", "-Xmx1g -Da=b"), "version");

        assertThat(byDefault.out()).containsAnyOf("-Xmx256m", "-XX:MaxRAMPercentage=40");
        assertThat(chosen.out().lines()).contains("-Xmx1g", "-Da=b").doesNotContain("-Xmx256m");
    }

    @Test
    void letsTheUserChooseTheCollector() throws Exception {
        String javaHome = java("17.0.15", true);

        Result byDefault = run(Map.of("JAVA_HOME", javaHome), "version");
        Result chosen = run(Map.of("JAVA_HOME", javaHome, "JAVA_OPTS", "-XX:+UseG1GC"), "version");

        assertThat(byDefault.out().lines()).contains("-XX:+UseSerialGC");
        assertThat(chosen.out().lines()).contains("-XX:+UseG1GC").doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void usesAnArchiveOfClassesOnlyIfThereIsOne() throws Exception {
        String javaHome = java("17.0.15", true);
        Result before = run(Map.of("JAVA_HOME", javaHome), "run");
        String archive = before.out()
                .lines()
                .filter(line -> line.startsWith("-Dslipway.classes="))
                .findFirst()
                .orElseThrow()
                .substring("-Dslipway.classes=".length());

        Files.createDirectories(Path.of(archive).getParent());
        Files.createFile(Path.of(archive));
        Result after = run(Map.of("JAVA_HOME", javaHome), "run");
        Result off = run(Map.of("JAVA_HOME", javaHome, "SLIPWAY_CDS", "off"), "run");

        assertThat(before.out()).doesNotContain("SharedArchiveFile");
        assertThat(after.out().lines()).contains("-XX:SharedArchiveFile=" + archive, "-Xshare:auto");
        assertThat(off.out()).doesNotContain("SharedArchiveFile");
    }

    private String java(String version, boolean withRelease) throws IOException {
        Path javaHome = folder.resolve("java " + version);
        Files.createDirectories(javaHome.resolve("bin"));
        Path java = javaHome.resolve("bin/java");
        Files.writeString(java, """
                #!/bin/sh
                if [ "$1" = -version ]; then
                    echo 'openjdk version "%s" 2026-01-01' >&2
                    exit 0
                fi
                printf '%%s\\n' "$@"
                """.formatted(version));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        if (withRelease) {
            Files.writeString(javaHome.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        }
        return javaHome.toString();
    }

    private Result run(Map<String, String> environment, String... arguments) throws Exception {
        return run(home.resolve("bin/slipway"), environment, arguments);
    }

    private Result run(Path script, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(List.of("JAVA_HOME", "JAVA_OPTS", "SLIPWAY_JAVA_OPTS"));
        builder.environment().putAll(environment);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }
}

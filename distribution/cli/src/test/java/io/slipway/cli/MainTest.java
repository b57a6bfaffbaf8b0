package io.slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.launcher.LogSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;
import picocli.CommandLine;

class MainTest {

    private static final Place PLACE =
            new Place(Path.of("/h"), Path.of("/h/conf"), Path.of("/h/data"), Path.of("/h/logs"));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine line =
            Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void printsItsVersion() {
        assertThat(line.execute("version")).isEqualTo(ExitCode.FINE);

        assertThat(out.toString()).startsWith("slipway 0.").contains("Java " + Runtime.version());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rum",
                "run --no-such-option",
                "run --environment nowhere",
                "keystore add",
                "dlq replay",
                "send",
                "send --timeout soon x",
                "send --server nowhere pom.xml",
                "send --server localhost:1 --ca no-such-file pom.xml",
                "load --server localhost:1 --ca no-such-file",
                "load --events 0",
                "load --size 1048576 --batch 1000"
            })
    void tellsAUsageMistakeInASentenceAndWhereHelpIs(String arguments) {
        int code = arguments.isEmpty() ? line.execute() : line.execute(arguments.split(" "));

        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .first()
                .asString()
                .startsWith("slipway: ")
                .endsWith(".");
        assertThat(err.toString()).contains(" --help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void suggestsTheCommandThatWasMeant() {
        line.execute("keystor");

        assertThat(err.toString()).contains("keystore");
    }

    @Test
    void saysWhichFileCannotBeSent() {
        int code = line.execute("send", "no-such-file.log");

        assertThat(code).isEqualTo(ExitCode.OTHER);
        assertThat(err.toString()).isEqualToIgnoringNewLines("slipway: \"no-such-file.log\" cannot be read.");
    }

    @Test
    void callsABadLogSettingABadConfiguration() {
        int code = line.execute("config", "defaults", "-E", "logging.level=loud");

        assertThat(code).isEqualTo(ExitCode.CONFIG);
        assertThat(err.toString()).contains("logging.level: \"loud\"");
    }

    @Test
    void completesForBash() {
        assertThat(line.execute("completion", "bash")).isEqualTo(ExitCode.FINE);

        assertThat(out.toString()).contains("complete -F _complete_slipway").contains("keystore");
    }

    @Test
    void passesSettingsOnInOrderAndKeepsItsOwn() {
        Overrides overrides = mixin("-E", "a.b=1", "-E", "logging.level=debug", "-E", "flag", "-E", "a.b=2=3")
                .overrides();

        assertThat(overrides.forHost())
                .containsExactlyInAnyOrderEntriesOf(Map.of("set.0", "flag=true", "set.1", "a.b=2=3"));
        assertThat(overrides.byKey()).containsEntry("logging.level", "debug");
    }

    @Test
    void logsByTheFlagsOverTheSettings() {
        assertThat(logs("-v", "-E", "logging.level=error").level()).isEqualTo(Level.INFO);
        assertThat(logs("-v", "-E", "logging.level=debug").level()).isEqualTo(Level.DEBUG);
        assertThat(logs("-d", "pipeline,config", "-d", "*").selectors()).containsExactly("pipeline", "config", "*");
        assertThat(logs("--environment", "windows_service").toFiles()).isTrue();
        assertThat(logs("--environment", "windows_service", "-e").toFiles()).isFalse();
        assertThat(logs("--environment", "container").toFiles()).isFalse();
    }

    private LogSettings logs(String... arguments) {
        Parsed parsed = mixin(arguments);
        return parsed.run().logSettings(parsed.overrides().byKey(), PLACE);
    }

    private Parsed mixin(String... arguments) {
        RunCommand run = new RunCommand();
        CommandLine parser = new CommandLine(run).setCaseInsensitiveEnumValuesAllowed(true);
        parser.parseArgs(arguments);
        Overrides overrides =
                (Overrides) parser.getCommandSpec().mixins().get("overrides").userObject();
        return new Parsed(run, overrides);
    }

    private record Parsed(RunCommand run, Overrides overrides) {}
}

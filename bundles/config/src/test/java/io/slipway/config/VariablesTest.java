package io.slipway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.slipway.core.config.Plan;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VariablesTest {

    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() throws Exception {
        desk = new Desk(folder);
        desk.environment.put("NAME", "value");
        desk.environment.put("EMPTY", "");
        desk.environment.put("BOTH", "of the environment");
        desk.environment.put("QUOTED", "'a, b'");
        new Keystore(desk.folders.keystore())
                .write(new TreeMap<>(Map.of("BOTH", "of the keystore", "SECRET", "hunter2", "COMMAS", "a,b")));
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("${NAME}", "value"),
                arguments("a ${NAME} b ${NAME}", "a value b value"),
                arguments("${NONE:text}", "text"),
                arguments("${NONE:}", ""),
                arguments("${EMPTY:text}", "text"),
                arguments("${NAME:text}", "value"),
                arguments("${NONE:a:b}", "a:b"),
                arguments("${NONE:${NAME}}", "value"),
                arguments("${NONE:a${OTHER:${NAME}}b}c", "avaluebc"),
                arguments("${NAME:${NONE}}", "value"),
                arguments("${NAME:+other}", "other"),
                arguments("${NONE:+other}", ""),
                arguments("${NAME:?why}", "value"),
                arguments("$${NAME}", "${NAME}"),
                arguments("a$b", "a$b"),
                arguments("$", "$"),
                arguments("${NONE:a$}b}", "a}b"),
                arguments("${BOTH}", "of the keystore"),
                arguments("${QUOTED}", "a, b"),
                arguments("${shipper.output.all.large}", "12"),
                arguments("${shipper.output.all.folder}", "value/x"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void putsValuesIn(String text, String value) throws Exception {
        Plan plan = desk.plan(file(text));

        assertThat(plan.outputs()
                        .get(0)
                        .settings()
                        .bind(Installed.AllSettings.class)
                        .text())
                .isEqualTo(value);
    }

    @Test
    void knowsTheFolders() throws Exception {
        Plan plan = desk.plan(file("${path.home} ${path.config} ${path.data} ${path.logs}"));

        assertThat(plan.outputs()
                        .get(0)
                        .settings()
                        .bind(Installed.AllSettings.class)
                        .text())
                .isEqualTo(folder + " " + folder + " " + folder.resolve("data") + " " + folder.resolve("logs"));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(
                        "${NONE}",
                        ": ${NONE} is not set. Set it in the environment or in the keystore, or write a default, such as ${NAME:default}."),
                arguments("${NONE:?ask Ann}", ": ${NONE} is not set: \"ask Ann\"."),
                arguments("${NONE:?${SECRET}}", ": ${NONE} is not set: \"***\"."),
                arguments("${NAME", " has ${ without a closing }."),
                arguments("${NONE:x", " has ${ without a closing }."),
                arguments("${}", " has ${} without a name."),
                arguments("${shipper.output.all.text}", ": ${shipper.output.all.text} refers to itself."),
                arguments("${shipper.output}", ": ${shipper.output} is a whole section. Refer to one value."),
                arguments("${A:".repeat(40), " has variables within variables, more than 32 deep."));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void tellsWhatCannotBePutIn(String text, String sentence) {
        assertThat(desk.mistakes(file(text))).containsExactly("slipway.yml:4: shipper.output.all.text" + sentence);
    }

    @Test
    void commasOfTheEnvironmentMakeAListAndThoseOfTheKeystoreDoNot() throws Exception {
        desk.environment.put("HOSTS", "a:1, b:2");
        desk.environment.put("LIST", "[c, 'd']");

        assertThat(hosts("${HOSTS}")).containsExactly("a:1", "b:2");
        assertThat(hosts("${LIST}")).containsExactly("c", "d");
        assertThat(hosts("${NONE:x,y}")).containsExactly("x", "y");
        assertThat(hosts("\"a,b\"")).containsExactly("a,b");
        assertThat(hosts("${COMMAS}")).containsExactly("a,b");
        assertThat(hosts("z${HOSTS}")).containsExactly("za:1, b:2");
    }

    private Iterable<String> hosts(String text) throws Exception {
        Plan plan = desk.plan(
                "shipper: {output: {all: {hosts: " + (text.startsWith("\"") ? text : '"' + text + '"') + "}}}");
        return plan.outputs()
                .get(0)
                .settings()
                .bind(Installed.AllSettings.class)
                .hosts();
    }

    @Test
    void boundsWhatVariablesGrowTo() {
        StringBuilder bomb = new StringBuilder(
                "shipper:\n  output:\n    all:\n      text: ${shipper.x20}${shipper.x20}\n  x0: aaaaaaaaaa\n");
        for (int i = 1; i <= 20; i++) {
            String before = "${shipper.x" + (i - 1) + "}";
            bomb.append("  x" + i + ": " + before + before + "\n");
        }

        assertThat(desk.mistakes(bomb.toString()))
                .contains("slipway.yml:4: shipper.output.all.text becomes longer than 1 MiB by its variables.");
    }

    @Test
    void boundsHowManyVariablesAreReplaced() {
        StringBuilder bomb = new StringBuilder(file("${shipper.x30}")).append("  x0: ''\n");
        for (int i = 1; i <= 30; i++) {
            String before = "${shipper.x" + (i - 1) + "}";
            bomb.append("  x" + i + ": " + before + before + "\n");
        }

        assertThat(desk.mistakes(bomb.toString()))
                .contains(
                        "slipway.yml:4: shipper.output.all.text comes after 300000 variables, values that they refer to counted in full.");
    }

    @Test
    void leavesAloneWhatIsWithoutEffect() {
        assertThat(desk.mistakes(
                        "http: {host: \"${NONE}\"}\nshipper: {output: {console: {}, logstash: {a: \"${NONE}\"}}}\n"))
                .isEmpty();
    }

    private static String file(String text) {
        return "shipper:\n  output:\n    all:\n      text: '" + text.replace("'", "''")
                + "'\n      large: 12\n      folder: ${NAME}/x\n";
    }
}

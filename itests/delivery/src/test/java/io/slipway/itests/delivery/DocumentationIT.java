package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the pages say is true. A configuration in a page is tested as it stands; one that begins with {@code # fragment} is only a part, or
 * needs files that are not here.
 */
class DocumentationIT {

    private static final Path SOURCES = Path.of(System.getProperty("slipway.sources"));
    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");
    private static final Pattern SHELL = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");
    private static final Pattern COMMAND = Pattern.compile("bin/slipway ((?:[a-z]+(?:-[a-z]+)* ?)+)");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> everyConfigurationInAPageIsGood() throws IOException {
        return pages().stream()
                .flatMap(page -> blocks(page, YAML)
                        .filter(block -> !block.startsWith("# fragment"))
                        .map(block -> DynamicTest.dynamicTest(
                                SOURCES.relativize(page) + ": "
                                        + block.lines().skip(1).findFirst().orElse(block),
                                () -> isGood(block))));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandInAPageIsThere() throws IOException {
        return pages().stream()
                .flatMap(page -> blocks(page, SHELL))
                .flatMap(block -> COMMAND.matcher(block).results())
                .map(found -> found.group(1).trim())
                .map(DocumentationIT::withoutArguments)
                .distinct()
                .map(command -> DynamicTest.dynamicTest(command, () -> {
                    Cli.Ended help = Cli.at(folder).run((command + " --help").split(" "));
                    assertThat(help.code()).as(help.all()).isZero();
                }));
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();

        for (Path page : pages()) {
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1))
                    .filter(link -> !link.matches("[a-z]+:.*"))
                    .filter(link -> !Files.exists(page.resolveSibling(link)))
                    .forEach(link -> broken.add(SOURCES.relativize(page) + " -> " + link));
        }

        assertThat(broken).isEmpty();
    }

    /** To bring the page up to date: {@code bin/slipway config reference > docs/reference/configuration.md}. */
    @Test
    void theConfigurationReferenceIsWhatTheProgramSays() throws IOException {
        Cli.Ended reference = Cli.at(folder).run("config", "reference");

        assertThat(reference.code()).as(reference.all()).isZero();
        assertThat(Files.readAllLines(SOURCES.resolve("docs/reference/configuration.md")))
                .containsExactlyElementsOf(reference.out());
    }

    private void isGood(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("page.yml"), yaml);

        Cli.Ended ended = Cli.at(folder).run("test", "config", "-c", file.toString());

        assertThat(ended.code()).as(ended.all()).isZero();
    }

    /** A command of one or two words; the next would be an argument. */
    private static String withoutArguments(String words) {
        String[] parts = words.split(" ");
        boolean grouped = List.of("test", "config", "keystore", "dlq", "queue").contains(parts[0]);
        return grouped && parts.length > 1 ? parts[0] + " " + parts[1] : parts[0];
    }

    private static Stream<String> blocks(Path page, Pattern pattern) {
        try {
            return pattern.matcher(Files.readString(page)).results().map((MatchResult found) -> found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String start : List.of("docs", "plugins", "bundles", "api", "distribution")) {
            try (Stream<Path> files = Files.walk(SOURCES.resolve(start))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !file.toString().contains("/target/"))
                        .sorted()
                        .forEach(pages::add);
            }
        }
        pages.add(SOURCES.resolve("README.md"));
        pages.add(SOURCES.resolve("CONTRIBUTING.md"));
        return pages;
    }
}

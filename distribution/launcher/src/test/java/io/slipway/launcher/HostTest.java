package io.slipway.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.slipway.launcher.bundle.EchoActivator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class HostTest {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    private Path home;

    @BeforeEach
    void layOut(@TempDir Path folder) throws IOException {
        home = Files.createDirectories(folder.resolve("a home+with ü"));
        Files.createDirectories(home.resolve("bundles/30"));
        Files.createDirectories(home.resolve("plugins"));
        writeEcho(home.resolve("bundles/30/echo.jar"), "");
        root.setLevel(Level.INFO);
        root.addAppender(logged);
        logged.start();
    }

    @AfterEach
    void detach() {
        root.detachAppender(logged);
    }

    @Test
    void returnsTheExitCodeOfACommand() throws IOException {
        try (Host host = Launcher.start(home, Map.of())) {
            assertThat(host.call("echo", Map.of("code", "42"))).isEqualTo(42);
        }
        assertThat(warnings()).isEmpty();
    }

    @Test
    void callsItOurFaultWhenACommandThrows() throws IOException {
        try (Host host = Launcher.start(home, Map.of())) {
            assertThat(host.call("echo", Map.of("code", "no number"))).isEqualTo(Host.FAULT);
        }
        assertThat(warnings()).containsExactly("command echo: ended by a fault of ours");
    }

    @Test
    void runsBesideAnotherHostOfTheSameHome() throws IOException {
        try (Host first = Launcher.start(home, Map.of());
                Host second = Launcher.start(home, Map.of())) {
            assertThat(first.call("echo", Map.of("code", "1"))).isEqualTo(1);
            assertThat(second.call("echo", Map.of("code", "2"))).isEqualTo(2);
        }
        try (var left = Files.list(home.resolve("data/cache"))) {
            assertThat(left).containsExactly(home.resolve("data/cache/.lock"));
        }
    }

    @Test
    void saysWhichBundleDoesNotRunWhenACommandIsMissing() throws IOException {
        writeEcho(home.resolve("bundles/30/echo.jar"), "no.such.packages");

        try (Host host = Launcher.start(home, Map.of())) {
            assertThatThrownBy(() -> host.call("echo", Map.of()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("\"echo\"")
                    .hasMessageContaining("echo.jar: missing requirement")
                    .hasMessageContaining("no.such.packages");
        }
    }

    @Test
    void namesAPluginThatCannotBeUsedAndRunsWithoutIt() throws IOException {
        Files.writeString(home.resolve("plugins/garbage.jar"), "this is no jar");
        writeEcho(home.resolve("plugins/lonely.jar"), "no.such.packages");
        writeManifest(home.resolve("plugins/plain.jar"), new Manifest());

        try (Host host = Launcher.start(home, Map.of())) {
            assertThat(host.call("echo", Map.of("code", "3"))).isEqualTo(3);
        }

        assertThat(warnings())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).startsWith("plugin garbage.jar: cannot be used ("))
                .anySatisfy(
                        line -> assertThat(line).startsWith("plugin lonely.jar").contains("no.such.packages"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("plugin plain.jar").contains("not an OSGi bundle"));
    }

    @Test
    void givesBundlesTheFoldersAndTheVersion() throws IOException {
        Path data = home.resolve("elsewhere/data");

        try (Host host = Launcher.start(home, Map.of(Launcher.DATA, data.toString(), Launcher.VERSION, "7"))) {
            assertThat(host.property(Launcher.HOME)).isEqualTo(home.toString());
            assertThat(host.property(Launcher.DATA)).isEqualTo(data.toString());
            assertThat(host.property(Launcher.LOGS))
                    .isEqualTo(home.resolve("logs").toString());
            assertThat(host.property(Launcher.VERSION)).isEqualTo("7");
        }
        assertThat(data).isDirectory();
    }

    private List<String> warnings() {
        return logged.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private static void writeEcho(Path jar, String imports) throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", jar.getFileName().toString());
        headers.putValue("Bundle-Activator", EchoActivator.class.getName());
        headers.putValue("Import-Package", "org.osgi.framework" + (imports.isEmpty() ? "" : "," + imports));
        writeManifest(jar, manifest);
    }

    private static void writeManifest(Path jar, Manifest manifest) throws IOException {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        String classFile = EchoActivator.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = HostTest.class.getClassLoader().getResourceAsStream(classFile)) {
            out.putNextEntry(new ZipEntry(classFile));
            in.transferTo(out);
        }
    }
}

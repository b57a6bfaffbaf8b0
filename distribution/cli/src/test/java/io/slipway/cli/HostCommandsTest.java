package io.slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.cli.bundle.RecordingActivator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostCommandsTest {

    @TempDir
    Path home;

    @BeforeEach
    void installABundleThatOffersAllCommands() throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "recording");
        headers.putValue("Bundle-Activator", RecordingActivator.class.getName());
        headers.putValue("Import-Package", "org.osgi.framework");
        String classFile = RecordingActivator.class.getName().replace('.', '/') + ".class";
        Path jar = Files.createDirectories(home.resolve("bundles/30")).resolve("recording.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = getClass().getClassLoader().getResourceAsStream(classFile)) {
            out.putNextEntry(new ZipEntry(classFile));
            in.transferTo(out);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run | run {config=HOME/conf/slipway.yml}",
                "run -c /x/y.yml -e -d pipeline -v -E a=b | run {config=/x/y.yml, set.0=a=b}",
                "test config | test-config {config=HOME/conf/slipway.yml}",
                "test output -c /x.yml -E a | test-output {config=/x.yml, set.0=a=true}",
                "config schema | config-schema {}",
                "config defaults | config-defaults {}",
                "config show -c /x.yml | config-show {config=/x.yml}",
                "keystore create | keystore-create {force=false}",
                "keystore add KEY --force | keystore-add {force=true, key=KEY}",
                "keystore list | keystore-list {}",
                "keystore remove KEY | keystore-remove {key=KEY}",
                "queue list --json -c /x.yml | queue-list {config=/x.yml, json=true}",
                "queue inspect -c /x.yml -E a=b | queue-inspect {config=/x.yml, json=false, set.0=a=b}",
                "queue verify | queue-verify {config=HOME/conf/slipway.yml, json=false}",
                "queue export -c /x.yml | queue-export {config=/x.yml}",
                "queue export -c /x.yml --from-id 7 --cursor a --limit 3 --output /o | queue-export {config=/x.yml, cursor=a, from_id=7, limit=3, output=/o}",
                "queue drop old --yes -c /x.yml | queue-drop {config=/x.yml, cursor=old}",
                "queue backup /b -c /x.yml | queue-backup {config=/x.yml, folder=/b}",
                "dlq list | dlq-list {config=HOME/conf/slipway.yml}",
                "dlq export archive -c /x.yml | dlq-export {config=/x.yml, output=archive}",
                "dlq replay archive -c /x.yml | dlq-replay {config=/x.yml, output=archive}"
            })
    void reachTheirBundleWithTheirOptions(String commandLine, String call) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(commandLine.split(" ")));
        arguments.addAll(List.of("-E", "path.home=" + home));

        int code = Main.commandLine().execute(arguments.toArray(String[]::new));

        assertThat(code).isEqualTo(42);
        assertThat(home.resolve("data/called")).hasContent(call.replace("HOME", home.toString()));
    }
}

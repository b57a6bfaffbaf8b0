package io.slipway.itests.plugins;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.frameworkStartLevel;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ops4j.pax.exam.Option;

/** The bundles and plugins of the packed distribution, for a framework that a test runs in. */
final class Shipped {

    private static final Path HOME = Path.of(System.getProperty("slipway.home"));
    private static final int PLUGIN_LEVEL = 40;
    private static final int LAST_LEVEL = 100;

    private Shipped() {}

    /** All of them, at the levels the launcher gives them, with what the launcher tells them. */
    static Option[] everything() throws IOException {
        List<Option> bundles = new ArrayList<>();
        for (Path folder : children(HOME.resolve("bundles"))) {
            provide(folder, Integer.parseInt(folder.getFileName().toString()), bundles);
        }
        provide(HOME.resolve("plugins"), PLUGIN_LEVEL, bundles);
        Path work = Files.createDirectories(Path.of(System.getProperty("slipway.work")));
        Path data = Files.createTempDirectory(work, "data");
        return new Option[] {
            systemPackages(
                    "org.slf4j;version=1.7.36",
                    "org.slf4j;version=2.0.17",
                    "org.slf4j.event;version=2.0.17",
                    "org.slf4j.helpers;version=1.7.36",
                    "org.slf4j.helpers;version=2.0.17",
                    "org.slf4j.spi;version=1.7.36",
                    "org.slf4j.spi;version=2.0.17",
                    "org.osgi.service.log;version=1.5.0",
                    "io.slipway.client"),
            frameworkProperty("slipway.home").value(HOME.toString()),
            frameworkProperty("slipway.data").value(data.toString()),
            frameworkProperty("slipway.logs").value(data.resolve("logs").toString()),
            frameworkProperty("slipway.version").value("0"),
            frameworkStartLevel(LAST_LEVEL),
            composite(bundles.toArray(new Option[0])),
            junitBundles()
        };
    }

    private static void provide(Path folder, int level, List<Option> bundles) throws IOException {
        for (Path jar : children(folder)) {
            if (jar.toString().endsWith(".jar")) {
                bundles.add(bundle("reference:" + jar.toUri()).startLevel(level));
            }
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            inside.forEach(children::add);
        }
        children.sort(null);
        return children;
    }
}

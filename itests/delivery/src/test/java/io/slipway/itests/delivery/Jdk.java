package io.slipway.itests.delivery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * The JDKs that the distribution is tried on: the one that runs the build, and 25 where one is found in the usual place of Debian
 * packages or named by {@code -Djdk25.home}.
 */
enum Jdk {
    BUILD,
    JDK_25;

    private static final int NEWER = 25;
    private static final Map<Integer, Path> FOUND = find();

    /** Its folder; skips the test if there is none. */
    Path home() {
        if (this == BUILD) {
            return Path.of(System.getProperty("java.home"));
        }
        Path home = FOUND.get(NEWER);
        if (home == null) {
            throw new TestAbortedException("No JDK 25 in /usr/lib/jvm and no -Djdk25.home; found " + FOUND + ".");
        }
        return home;
    }

    private static Map<Integer, Path> find() {
        Map<Integer, Path> found = new TreeMap<>();
        String named = System.getProperty("jdk25.home", "");
        if (!named.isEmpty()) {
            found.put(NEWER, Path.of(named));
        }
        for (Path home : children(Path.of("/usr/lib/jvm"))) {
            int version = version(home);
            if (version > 0) {
                found.putIfAbsent(version, home);
            }
        }
        found.put(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
        System.out.println(
                "JDKs found: " + found + (found.containsKey(NEWER) ? "" : "; none is 25, so only one is used"));
        return found;
    }

    /** The feature number in a JDK's {@code release} file; 0 if this is no JDK. */
    private static int version(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isRegularFile(release)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", "").split("\\.")[0])
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Iterable<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            List<Path> children = new ArrayList<>();
            inside.forEach(children::add);
            children.sort(null);
            return children;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.slipway.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Real log lines for the demo: the first log of this machine that can be read, else one that came with the installation.
 *
 * @param path where they are from
 * @param lines the first ones, none of them empty
 */
record DemoLog(Path path, List<String> lines) {

    private static final int MOST_LINES = 5_000;
    private static final int LEAST_LINES = 20;
    private static final int LONGEST_LINE = 16 * 1024;
    private static final List<Path> OF_MACHINE = List.of(
            Path.of("/var/log/dpkg.log"),
            Path.of("/var/log/dnf.log"),
            Path.of("/var/log/pacman.log"),
            Path.of("/var/log/install.log"),
            Path.of("/var/log/syslog"),
            Path.of("/var/log/messages"));

    static DemoLog find(Path conf) throws IOException {
        for (Path candidate : OF_MACHINE) {
            if (Files.isRegularFile(candidate) && Files.isReadable(candidate)) {
                DemoLog log = read(candidate);
                if (log.lines().size() >= LEAST_LINES) {
                    return log;
                }
            }
        }
        return read(conf.resolve("demo.log"));
    }

    static DemoLog read(Path path) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null && lines.size() < MOST_LINES; line = in.readLine()) {
                if (!line.isEmpty() && line.length() < LONGEST_LINE) {
                    lines.add(line);
                }
            }
        }
        return new DemoLog(path, lines);
    }
}

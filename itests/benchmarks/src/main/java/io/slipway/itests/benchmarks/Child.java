package io.slipway.itests.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A Java process of ours that runs to its end. */
final class Child {

    private Child() {}

    /** Runs {@code main}; what it printed. */
    static String run(String maxHeap, Class<?> main, List<?> args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + maxHeap);
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.addAll(Stream.of(System.getProperty("slipway.bench.java", "").split(" "))
                .filter(option -> !option.isEmpty())
                .toList());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        args.forEach(arg -> command.add(arg.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(main.getSimpleName() + " " + args + " ended with " + code);
        }
        return output;
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}

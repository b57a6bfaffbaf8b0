package io.slipway.itests.delivery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The program {@code bin/slipway} of the packed distribution. What it keeps lies in the test's folder, and nothing of the user who runs
 * the tests reaches it.
 */
final class Cli {

    private static final Path HOME = Path.of(System.getProperty("slipway.home"));

    private final Path folder;
    private Jdk jdk = Jdk.BUILD;
    private String javaOptions = "";
    private Map<String, String> variables = Map.of();

    private Cli(Path folder) {
        this.folder = folder;
    }

    /** The program, working in {@code folder}. */
    static Cli at(Path folder) {
        return new Cli(folder);
    }

    /** The folder of the distribution. */
    static Path home() {
        return HOME;
    }

    Cli jdk(Jdk with) {
        jdk = with;
        return this;
    }

    /** Options for the Java machine, such as {@code -Xmx256m}. */
    Cli javaOptions(String with) {
        javaOptions = with;
        return this;
    }

    Cli variables(Map<String, String> with) {
        variables = with;
        return this;
    }

    /** Runs a command to its end. */
    Ended run(String... arguments) throws IOException {
        return runWith("", arguments);
    }

    /** Runs a command to its end, with {@code input} at its standard input. */
    Ended runWith(String input, String... arguments) throws IOException {
        try (Running running = begin(List.of(arguments), input)) {
            int code = running.awaitExit();
            return new Ended(code, running.out(), running.error());
        }
    }

    Running begin(String... arguments) throws IOException {
        return begin(List.of(arguments), "");
    }

    private Running begin(List<String> arguments, String input) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(HOME.resolve("bin/slipway").toString());
        command.addAll(arguments);
        if (keepsData(arguments)) {
            command.addAll(
                    List.of("-E", "path.data=" + folder.resolve("data"), "-E", "path.logs=" + folder.resolve("logs")));
        }
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Path in = Files.writeString(Files.createTempFile(folder, "in", ""), input);
        builder.redirectInput(in.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLIPWAY") || name.contains("JAVA"));
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        builder.environment().put("SLIPWAY_JAVA_OPTS", javaOptions);
        builder.environment().putAll(variables);
        return new Running(builder, folder);
    }

    /** Whether it is a command of the host, which keeps data. */
    private static boolean keepsData(List<String> command) {
        return Set.of("run", "test", "keystore", "dlq", "queue", "config").contains(command.get(0))
                && !command.contains("import-libbeat");
    }

    /** A command that ended. */
    record Ended(int code, List<String> out, List<String> error) {

        String all() {
            return String.join("\n", out) + "\n" + String.join("\n", error);
        }
    }
}

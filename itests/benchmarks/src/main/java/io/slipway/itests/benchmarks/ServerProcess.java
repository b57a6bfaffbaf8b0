package io.slipway.itests.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, and what it costs. Reads /proc, so Linux only. */
final class ServerProcess implements AutoCloseable {

    /** Clock ticks a second in /proc/PID/stat; 100 on every Linux that matters (sysconf(_SC_CLK_TCK)). */
    private static final double TICKS = 100;

    private final String name;
    private final Path socket;
    private final Process process;

    private ServerProcess(String name, Path socket, Process process) {
        this.name = name;
        this.socket = socket;
        this.process = process;
    }

    /** A shipper of the distribution in {@code home}, with its socket and its log in {@code folder}. */
    static ServerProcess shipper(Path home, String name, Path folder, Path config, String heap)
            throws IOException, InterruptedException {
        String slipway = home.resolve("bin/slipway").toString();
        String data = "path.data=" + folder.resolve(name + "-data");
        List<String> command = List.of(slipway, "run", "-c", config.toString(), "-E", data);
        return start(name, folder, folder.resolve(name + ".sock"), command, "-Xms" + heap + " -Xmx" + heap);
    }

    static ServerProcess start(String name, Path folder, Path socket, List<String> command, String javaOptions)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve(name + ".log").toFile());
        builder.environment().put("SLIPWAY_JAVA_OPTS", javaOptions);
        Process process = builder.start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(socket)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IOException(name + " did not start; see " + folder.resolve(name + ".log"));
            }
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
        return new ServerProcess(name, socket, process);
    }

    String name() {
        return name;
    }

    Path socket() {
        return socket;
    }

    double cpuSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS;
    }

    long residentMegabytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        return 0;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit()
                .orTimeout(40, TimeUnit.SECONDS)
                .exceptionally(late -> process.destroyForcibly())
                .join();
    }
}

package io.slipway.itests.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process costs the machine. Reads /proc, so Linux only. */
final class Cost {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Cost() {}

    static double cpuSeconds() {
        return SYSTEM.getProcessCpuTime() / 1e9;
    }

    /** Bytes handed to the disk so far. */
    static long writtenBytes() throws IOException {
        return number(Path.of("/proc/self/io"), "write_bytes:");
    }

    static long residentMegabytes() throws IOException {
        return number(Path.of("/proc/self/status"), "VmRSS:") / 1024;
    }

    /** The most it ever was. */
    static long peakMegabytes() throws IOException {
        return number(Path.of("/proc/self/status"), "VmHWM:") / 1024;
    }

    /** The heap that is used after a collection. */
    static double heapMegabytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / 1048576.0;
    }

    private static long number(Path file, String name) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return 0;
    }
}

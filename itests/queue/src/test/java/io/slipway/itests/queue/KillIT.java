package io.slipway.itests.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills processes that use a queue, at random moments, most of them under load. The next process on the same folder must
 * find what was promised, and is killed in turn. {@code -Dcrash.kills} says how often in all; {@code -Dcrash.seed}
 * repeats the sizes and pauses of a run, though not the moment of each kill.
 */
class KillIT {

    private static final int KILLS = Integer.getInteger("crash.kills", 200);
    private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
    private static final int KILLS_PER_FOLDER = 10;
    private static final int FORMS = 4;
    private static final long PATIENCE_SECONDS = 60;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final Random random = new Random(SEED);

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "ZSTD", "ENCRYPTED", "BOTH"})
    void keepsWhatItAcknowledgedThroughKills(Form form) throws Exception {
        Ledger.Sums sums = new Ledger.Sums(0, 0, 0);
        int kills = Math.max(1, KILLS / FORMS);

        for (int done = 0; done < kills; done += KILLS_PER_FOLDER) {
            Ledger ledger = new Ledger();
            killOften(form, folder.resolve("queue" + done), ledger, Math.min(KILLS_PER_FOLDER, kills - done));
            assertThat(ledger.broken())
                    .as("broken promises, seed %d, in %s", SEED, folder.resolve("queue" + done))
                    .isEmpty();
            sums = sums.plus(ledger.sums());
        }

        System.out.printf(
                "%s: %d kills, %,d events acknowledged, none lost; %,d found that were not yet acknowledged, %,d again"
                        + " that were done.%n",
                form, kills, sums.acknowledged(), sums.unacknowledged(), sums.again());
        assertThat(sums.acknowledged()).isPositive();
    }

    private void killOften(Form form, Path queue, Ledger ledger, int kills) throws Exception {
        boolean stopped = true;
        int life = 0;
        for (int killed = 0; killed < kills && ledger.broken().isEmpty(); life++) {
            Ending ending = Ending.of(random, life);
            ledger.begin(life, stopped);
            int code = live(ledger, ending, command(form, queue, life, true));
            stopped = code == 0;
            killed += stopped ? 0 : 1;
            assertThat(code).as("exit code of life %d in %s", life, queue).isIn(0, 128 + 9);
        }
        for (int last = 0; last < 2 && ledger.broken().isEmpty(); last++, life++) {
            ledger.begin(life, stopped);
            assertThat(live(ledger, Ending.BY_ITSELF, command(form, queue, life, false)))
                    .isZero();
            stopped = true;
        }
    }

    /** Starts a life and ends it; its exit code. */
    private int live(Ledger ledger, Ending ending, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            timer.schedule(() -> kill(process), PATIENCE_SECONDS, TimeUnit.SECONDS);
            long begin = System.nanoTime();
            if (ending.kind() == Ending.Kind.KILL_EARLY) {
                timer.schedule(() -> kill(process), ending.millis(), TimeUnit.MILLISECONDS);
            }
            boolean loaded = false;
            for (String line = whole(lines); line != null; line = whole(lines)) {
                ledger.take(line);
                if (!loaded && line.startsWith("ack ")) {
                    loaded = true;
                    timer.schedule(() -> end(process, ending), ending.millis(), TimeUnit.MILLISECONDS);
                }
            }
            assertThat((System.nanoTime() - begin) / 1e9)
                    .as("seconds until the end; a life that hangs is killed")
                    .isLessThan(PATIENCE_SECONDS);
            return process.waitFor();
        } finally {
            timer.shutdownNow();
            process.destroyForcibly();
        }
    }

    private static void end(Process process, Ending ending) {
        switch (ending.kind()) {
            case KILL -> kill(process);
            case STOP -> closeInput(process);
            default -> {}
        }
    }

    /** SIGKILL, and what the process said before can still be read; {@link Process#destroyForcibly} would discard it. */
    private static void kill(Process process) {
        process.toHandle().destroyForcibly();
    }

    private static void closeInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }

    /** The next line; null at the end, and for one that was cut off by the kill. */
    private static String whole(BufferedReader lines) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = lines.read(); c != '\n'; c = lines.read()) {
            if (c < 0) {
                return null;
            }
            line.append((char) c);
        }
        return line.toString();
    }

    private static List<String> command(Form form, Path queue, int life, boolean load) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                QueueLife.class.getName(),
                queue.toString(),
                form.name(),
                Integer.toString(life),
                Long.toString(SEED),
                Boolean.toString(load));
    }

    /**
     * How a life ends.
     *
     * @param millis how long after its start if it is killed early, else after its first append
     */
    private record Ending(Kind kind, int millis) {

        static final Ending BY_ITSELF = new Ending(Kind.BY_ITSELF, 0);

        /** Mostly under load; some before or while it opens, some by a clean stop. */
        static Ending of(Random random, int life) {
            int dice = random.nextInt(10);
            if (dice == 0 && life > 0) {
                return new Ending(Kind.KILL_EARLY, 50 + random.nextInt(500));
            }
            return new Ending(dice == 1 ? Kind.STOP : Kind.KILL, random.nextInt(300));
        }

        enum Kind {
            KILL_EARLY,
            KILL,
            STOP,
            BY_ITSELF
        }
    }
}

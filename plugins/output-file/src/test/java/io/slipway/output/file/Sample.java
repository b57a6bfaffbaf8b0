package io.slipway.output.file;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.output.file.FileOutputSettings.Fsync;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Settings for tests: the defaults, but for three files at the most and what a test says. */
record Sample(Path path, long rotateEvery, String permissions, boolean rotateOnStartup, Fsync fsync) {

    Sample(Path path) {
        this(path, 10 << 20, "0600", true, Fsync.BATCH);
    }

    Sample rotateEvery(long bytes) {
        return new Sample(path, bytes, permissions, rotateOnStartup, fsync);
    }

    Sample permissions(String octal) {
        return new Sample(path, rotateEvery, octal, rotateOnStartup, fsync);
    }

    Sample rotateOnStartup(boolean rotate) {
        return new Sample(path, rotateEvery, permissions, rotate, fsync);
    }

    Sample fsync(Fsync policy) {
        return new Sample(path, rotateEvery, permissions, rotateOnStartup, policy);
    }

    FileOutputSettings settings() {
        return new FileOutputSettings(
                path,
                "events",
                ByteSize.ofBytes(rotateEvery),
                Optional.empty(),
                3,
                permissions,
                rotateOnStartup,
                new EncoderChoice("message", new NoSettings()),
                fsync,
                Duration.ofSeconds(1));
    }

    private record NoSettings() {}
}

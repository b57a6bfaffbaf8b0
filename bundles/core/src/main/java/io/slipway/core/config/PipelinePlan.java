package io.slipway.core.config;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import java.time.Duration;

/** What holds for all outputs; stands under {@code shipper:}. */
public record PipelinePlan(
        @Setting(
                value =
                        "How long a stop may take to deliver what is queued in memory. With a queue on disk it only waits for what outputs have in hand, and not longer than 10s.",
                byDefault = "30s")
        Duration shutdownTimeout,

        @Setting("Where events go that no destination will take.")
        DeadLetters deadLetters) {

    /** Bounds of the dead letters, for each output and for the intake. */
    public record DeadLetters(
            @Setting(
                    value =
                            "The most that the dead letters of one output may take on disk; when it is full the output waits.",
                    byDefault = "256MiB")
            ByteSize maxSize,

            @Setting(value = "Start a new file before one grows past this size.", byDefault = "16MiB")
            ByteSize rollSize) {

        private static final ByteSize LEAST = ByteSize.ofMebibytes(1);

        public DeadLetters {
            if (rollSize.compareTo(LEAST) < 0) {
                throw new SettingException("roll_size", rollSize, "must be at least " + LEAST);
            }
            if (maxSize.compareTo(rollSize) < 0) {
                throw new SettingException("max_size", maxSize, "must not be below roll_size");
            }
        }
    }

    public PipelinePlan {
        if (shutdownTimeout.isNegative()) {
            throw new SettingException("shutdown_timeout", shutdownTimeout, "must not be negative");
        }
    }
}

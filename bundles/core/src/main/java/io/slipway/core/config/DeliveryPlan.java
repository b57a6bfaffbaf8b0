package io.slipway.core.config;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import io.slipway.api.queue.EventQueue;
import java.time.Duration;
import java.util.Optional;

/** How the pipeline feeds one output. These keys stand beside the output's own. */
public record DeliveryPlan(
        @Setting(
                value = "How many workers deliver at once; 1 keeps the order. The output may allow fewer.",
                byDefault = "2",
                aliases = {"worker", "num_workers"})
        int workers,

        @Setting(
                value = "The most events in one batch.",
                byDefault = "2048",
                aliases = {"bulk_max_size"})
        int maximumBatchEvents,

        @Setting(
                value = "The most bytes in one batch, as they lie in the queue.",
                byDefault = "5MiB",
                aliases = {"batch_size"})
        ByteSize maximumBatchSize,

        @Setting(
                value = "How long a batch may wait to become full.",
                byDefault = "1s",
                aliases = {"flush_timeout"})
        Duration outputQueueFlushTimeout,

        @Setting("How long to wait after a failure.") Backoff backoff,

        @Setting(
                value =
                        "How often an event is tried again after the destination answered that it failed; then it becomes a dead letter. -1: for ever. Unreachable destinations are tried for ever in any case.",
                byDefault = "3")
        int maxRetries,

        @Setting(
                value =
                        "What happens when the queue is full and this output is the one furthest behind: block lets clients wait; drop_oldest gives up the oldest events of this output, counted, and takes a queue on disk.",
                byDefault = "block")
        EventQueue.WhenFull whenFull,

        @Setting(
                value =
                        "Where a new output begins: end, with what comes from now on, or oldest, with the oldest event in the queue. An output that is known goes on where it was.",
                byDefault = "end")
        EventQueue.Start start,

        @Setting("Whether the output takes part; false leaves it out.")
        Optional<Boolean> enabled) {

    /** Equal jitter: a wait lies between half of the step and the step, and each step is twice the one before. */
    public record Backoff(
            @Setting(value = "The first wait is between this and twice this.", byDefault = "1s")
            Duration init,

            @Setting(value = "No wait is longer.", byDefault = "60s")
            Duration max) {

        public Backoff {
            if (init.isNegative() || init.isZero()) {
                throw new SettingException("init", init, "must be longer than 0s");
            }
            if (max.compareTo(init) < 0) {
                throw new SettingException("max", max, "must not be shorter than init");
            }
        }
    }

    public DeliveryPlan {
        if (workers < 1) {
            throw new SettingException("workers", workers, "must be at least 1");
        }
        if (maximumBatchEvents < 1) {
            throw new SettingException("maximum_batch_events", maximumBatchEvents, "must be at least 1");
        }
        if (maximumBatchSize.bytes() < 1) {
            throw new SettingException("maximum_batch_size", maximumBatchSize, "must be at least 1");
        }
        if (outputQueueFlushTimeout.isNegative()) {
            throw new SettingException("output_queue_flush_timeout", outputQueueFlushTimeout, "must not be negative");
        }
        if (maxRetries < -1) {
            throw new SettingException("max_retries", maxRetries, "must be -1 (for ever) or more");
        }
    }
}

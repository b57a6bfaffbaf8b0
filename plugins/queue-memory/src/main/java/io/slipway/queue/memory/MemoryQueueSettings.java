package io.slipway.queue.memory;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import java.time.Duration;
import java.util.Optional;

/** The settings of a queue in memory. */
record MemoryQueueSettings(
        @Setting(
                value = "The most events it holds; further ones wait at the door until outputs have settled some.",
                byDefault = "4096")
        int events,

        @Setting(
                "The most bytes of events it holds, and so the largest event; `64MiB` if not given, or an eighth of the"
                        + " heap if that is less.")
        Optional<ByteSize> bytes,

        @Setting(
                "When waiting events are handed to an output: as soon as one of these is reached, or the queue is full.")
        Flush flush) {

    private static final ByteSize LEAST = ByteSize.ofBytes(1024);
    private static final ByteSize USUAL = ByteSize.ofMebibytes(64);

    MemoryQueueSettings {
        if (events < 1) {
            throw new SettingException("events", events, "must be at least 1");
        }
        if (bytes.isPresent() && bytes.get().compareTo(LEAST) < 0) {
            throw new SettingException("bytes", bytes.get(), "must be at least " + LEAST);
        }
    }

    /** The bound in bytes for a heap that may grow to {@code maxHeap} bytes. */
    long bytesWithin(long maxHeap) {
        return bytes.map(ByteSize::bytes).orElse(Math.min(USUAL.bytes(), maxHeap / 8));
    }

    /** When events are handed out. */
    record Flush(
            @Setting(value = "This many events wait; 0 or 1: at once.", byDefault = "2048", aliases = ".flushminevents")
            int minEvents,

            @Setting(value = "This many bytes wait.", byDefault = "4MiB")
            ByteSize bytes,

            @Setting(
                    value = "The oldest of them has waited this long; 0: at once.",
                    byDefault = "1s",
                    aliases = ".flushtimeout")
            Duration timeout) {

        Flush {
            if (minEvents < 0) {
                throw new SettingException("min_events", minEvents, "must be at least 0");
            }
            if (timeout.isNegative()) {
                throw new SettingException("timeout", timeout, "must be at least 0");
            }
        }
    }
}

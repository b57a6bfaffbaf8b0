package io.slipway.queue.disk;

import io.slipway.api.config.ByteSize;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.StoredQueue;
import io.slipway.itests.queue.Form;
import io.slipway.itests.queue.LiveContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Opens queues on disk without a host; lives here because their settings are nobody else's. */
public final class DiskQueues {

    private static final String KEY = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    private DiskQueues() {}

    /**
     * Opens the queue in {@code folder}.
     *
     * @param segmentSize that of the queue itself if not given
     * @param slower how much longer each sync takes than it does
     */
    public static EventQueue open(
            Path folder, Form form, ByteSize maxSize, Optional<ByteSize> segmentSize, Duration slower)
            throws IOException {
        DiskQueueSettings settings = settings(form, maxSize, segmentSize);
        Limits limits = Limits.of(settings, Runtime.getRuntime().maxMemory());
        Disk disk = slower.isZero() ? new LocalDisk() : new SlowDisk(new LocalDisk(), slower);
        return DiskQueueFactory.open(settings, limits, new LiveContext(folder), disk);
    }

    /** Looks at the queue in {@code folder}. */
    public static Optional<StoredQueue> look(Path folder, Form form, ByteSize maxSize) throws IOException {
        return new DiskQueueFactory().look(settings(form, maxSize, Optional.empty()), new LiveContext(folder));
    }

    private static DiskQueueSettings settings(Form form, ByteSize maxSize, Optional<ByteSize> segmentSize) {
        Compression compression = switch (form) {
            case PLAIN, ENCRYPTED -> Compression.NONE;
            case ZSTD, BOTH -> Compression.ZSTD;
            case LZ4 -> Compression.LZ4;
        };
        boolean encrypted = form == Form.ENCRYPTED || form == Form.BOTH;
        var key = new DiskQueueSettings.Key("test", Optional.of(KEY), Optional.empty(), List.of());
        return new DiskQueueSettings(
                Optional.empty(),
                maxSize,
                segmentSize,
                Optional.empty(),
                DiskQueueSettings.Durability.SYNC,
                Duration.ofMillis(500),
                Optional.empty(),
                compression,
                new DiskQueueSettings.Encryption(encrypted ? List.of(key) : List.of()),
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}

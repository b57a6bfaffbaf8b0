package io.slipway.queue.disk;

import io.slipway.api.config.ByteSize;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.queue.disk.DiskQueueSettings.Encryption;
import io.slipway.queue.disk.DiskQueueSettings.Key;
import io.slipway.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Opens queues for tests. */
final class Queues {

    static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    /** Small files and a small bound, so that tests meet them. */
    static final Limits SMALL = new Limits(600_000, 64_000, 32_000, 16_000, 1 << 20, 20_000);

    /** The same files, and room for many. */
    static final Limits ROOMY = new Limits(20_000_000, 64_000, 32_000, 16_000, 1 << 20, 20_000);

    private Queues() {}

    static DiskQueue open(Path folder) throws IOException {
        return open(folder, SMALL, new LocalDisk());
    }

    static DiskQueue open(Path folder, Limits limits, Disk disk) throws IOException {
        return open(plain(), folder, limits, disk);
    }

    static DiskQueue open(DiskQueueSettings settings, Path folder, Limits limits, Disk disk) throws IOException {
        return DiskQueueFactory.open(settings, limits, TestContext.in(folder), disk);
    }

    static DiskQueueSettings plain() {
        return settings(Compression.NONE, List.of(), Durability.SYNC);
    }

    static DiskQueueSettings settings(Compression compression, List<Key> keys, Durability durability) {
        return new DiskQueueSettings(
                Optional.empty(),
                ByteSize.ofBytes(10_000_000_000L),
                Optional.empty(),
                Optional.empty(),
                durability,
                Duration.ofMillis(50),
                Optional.empty(),
                compression,
                new Encryption(keys),
                Duration.ofMillis(20),
                Duration.ofMillis(200),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Key key(String alias, String value) {
        return new Key(alias, Optional.of(value), Optional.empty(), List.of());
    }
}

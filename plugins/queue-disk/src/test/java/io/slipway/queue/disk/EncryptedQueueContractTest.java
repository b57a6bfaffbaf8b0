package io.slipway.queue.disk;

import io.slipway.api.queue.EventQueue;
import io.slipway.queue.disk.DiskQueueSettings.Durability;
import io.slipway.testkit.EventQueueContract;
import java.nio.file.Path;
import java.util.List;

class EncryptedQueueContractTest extends EventQueueContract {

    @Override
    protected EventQueue open(Path folder) throws Exception {
        var settings = Queues.settings(Compression.ZSTD, List.of(Queues.key("one", Queues.KEY)), Durability.INTERVAL);
        return Queues.open(settings, folder, Queues.SMALL, new LocalDisk());
    }

    @Override
    protected boolean isDurable() {
        return true;
    }
}

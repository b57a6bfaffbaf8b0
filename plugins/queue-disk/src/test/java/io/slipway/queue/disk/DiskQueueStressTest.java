package io.slipway.queue.disk;

import io.slipway.api.queue.EventQueue;
import io.slipway.testkit.EventQueueStressContract;
import java.nio.file.Path;

class DiskQueueStressTest extends EventQueueStressContract {

    @Override
    protected EventQueue open(Path folder) throws Exception {
        return Queues.open(folder);
    }
}

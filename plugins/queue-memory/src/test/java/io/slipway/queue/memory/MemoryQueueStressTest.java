package io.slipway.queue.memory;

import io.slipway.api.queue.EventQueue;
import io.slipway.testkit.EventQueueStressContract;
import java.nio.file.Path;

class MemoryQueueStressTest extends EventQueueStressContract {

    @Override
    protected EventQueue open(Path folder) throws Exception {
        return Queues.prompt(folder, 95, 1 << 20);
    }
}

package io.slipway.queue.memory;

import io.slipway.api.queue.EventQueue;
import io.slipway.testkit.EventQueueContract;
import java.nio.file.Path;

class MemoryQueueContractTest extends EventQueueContract {

    @Override
    protected EventQueue open(Path folder) throws Exception {
        return Queues.prompt(folder, 95, 1 << 20);
    }

    @Override
    protected boolean isDurable() {
        return false;
    }
}

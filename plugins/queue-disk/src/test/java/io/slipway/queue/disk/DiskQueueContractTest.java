package io.slipway.queue.disk;

import io.slipway.api.queue.EventQueue;
import io.slipway.testkit.EventQueueContract;
import java.nio.file.Path;

class DiskQueueContractTest extends EventQueueContract {

    @Override
    protected EventQueue open(Path folder) throws Exception {
        return Queues.open(folder);
    }

    @Override
    protected boolean isDurable() {
        return true;
    }
}

package io.slipway.queue.memory;

import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueFactory;
import java.io.IOException;
import org.osgi.service.component.annotations.Component;

/** Opens queues in memory. */
@Component
public final class MemoryQueueFactory implements QueueFactory<MemoryQueueSettings> {

    @Override
    public String type() {
        return "mem";
    }

    @Override
    public Class<MemoryQueueSettings> settings() {
        return MemoryQueueSettings.class;
    }

    @Override
    public boolean durable() {
        return false;
    }

    @Override
    public EventQueue open(MemoryQueueSettings settings, PluginContext context) throws IOException {
        long maxBytes = settings.bytesWithin(Runtime.getRuntime().maxMemory());
        return MemoryQueue.open(settings, maxBytes, context);
    }
}

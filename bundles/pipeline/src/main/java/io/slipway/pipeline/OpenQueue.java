package io.slipway.pipeline;

import io.slipway.api.config.SettingException;
import io.slipway.api.plugin.Health;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueFactory;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.QueuePlan;
import java.io.IOException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of a run, open, with what the host gave to it. Safe for all threads.
 *
 * @param durable whether what it holds at a stop is there at the next start
 */
record OpenQueue(EventQueue queue, boolean durable, InstanceContext context) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenQueue.class);

    /**
     * Opens it.
     *
     * @throws InvalidConfiguration if its settings do not suit the plugin that is there now
     * @throws SettingException if a setting turns out wrong only now, such as the key of what is there
     * @throws IOException if it cannot be opened, with a sentence that says why
     */
    static <S extends Record> OpenQueue open(
            QueueFactory<S> factory, QueuePlan plan, Host host, Consumer<Health> health)
            throws InvalidConfiguration, IOException, InterruptedException {
        PluginBundle bundle = PluginBundle.of(factory);
        S settings = plan.settings().bind(factory.settings());
        InstanceContext context = new InstanceContext(host, "queue", plan.type(), bundle, health);
        boolean opened = false;
        try {
            EventQueue queue = bundle.call(() -> factory.open(settings, context));
            opened = true;
            return new OpenQueue(queue, factory.durable(), context);
        } catch (SettingException | IOException | InterruptedException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            throw new IOException(bundle + " threw " + e + ", a bug of this plugin", e);
        } finally {
            if (!opened) {
                context.close();
            }
        }
    }

    @Override
    public void close() {
        try {
            queue.close();
        } catch (IOException | RuntimeException e) {
            LOG.error("queue: did not close cleanly: {}", e.toString());
        } finally {
            context.close();
        }
    }
}

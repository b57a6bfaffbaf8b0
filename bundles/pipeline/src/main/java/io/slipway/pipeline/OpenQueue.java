package io.slipway.pipeline;

import io.slipway.api.config.SettingException;
import io.slipway.api.plugin.Health;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.queue.Vault;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.QueuePlan;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of a run, open, with what the host gave to it. Safe for all threads.
 *
 * @param sealing how its dead letters are to lie on the disk
 * @param durable whether what it holds at a stop is there at the next start
 */
record OpenQueue(EventQueue queue, Sealing sealing, boolean durable, InstanceContext context) implements AutoCloseable {

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
        EventQueue queue = null;
        boolean opened = false;
        try {
            queue = bundle.call(() -> factory.open(settings, context));
            Sealing sealing = new Sealing(bundle.call(() -> proved(factory.vault(settings, context))));
            opened = true;
            return new OpenQueue(queue, sealing, factory.durable(), context);
        } catch (SettingException | IOException | InterruptedException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            throw new IOException(bundle + " threw " + e + ", a bug of this plugin", e);
        } finally {
            if (!opened) {
                closeFailed(queue, context);
            }
        }
    }

    /** What could be sealed and not opened again would be lost, so it is tried before the first letter. */
    private static Optional<Vault> proved(Optional<Vault> vault) throws IOException {
        byte[] trial = {1, 2, 3};
        if (vault.isPresent()
                && !Arrays.equals(trial, vault.get().open(vault.get().seal(trial)))) {
            throw new IOException("dead letters would not open again");
        }
        return vault;
    }

    private static void closeFailed(EventQueue queue, InstanceContext context) {
        if (queue == null) {
            context.close();
        } else {
            new OpenQueue(queue, Sealing.CLEAR, false, context).close();
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

package io.slipway.api.plugin;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.Serializer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What the host gives to one instance of a plugin, so that no plugin needs another. Only the host implements it. Safe
 * for all threads; nothing here blocks.
 */
@ProviderType
public interface PluginContext {

    /** The instance's name, as in the configuration, such as {@code archive}. */
    String name();

    /**
     * A folder of this instance's own, kept over restarts; made when first asked for.
     *
     * @throws IOException if it cannot be made
     */
    Path folder() throws IOException;

    /**
     * Opens an encoder, for one thread.
     *
     * @throws IllegalStateException if the plugin that has it is gone; the host opens the instance again once it is back
     */
    Encoder encoder(EncoderChoice choice);

    /** The serializer of that id, if it is installed now. */
    Optional<Serializer> serializer(String id);

    /** Says how this instance is; shown to operators until it says something else. */
    void health(Health health);

    /** The counter of that name, made when first asked for; the host adds the instance's name to it. */
    Counter counter(String name);

    /** The wall clock; for what is shown and stored, not for measuring time. */
    InstantSource clock();

    /** For what must happen later. Tasks must not block; the host cancels what is left when the instance closes. */
    ScheduledExecutorService scheduler();
}

package io.slipway.api.output;

import io.slipway.api.plugin.PluginContext;
import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Opens outputs of one kind. Registered as a service; called by any thread.
 *
 * @param <S> the record of its settings
 */
@ConsumerType
public interface OutputFactory<S extends Record> {

    /** The word for it in the configuration, such as {@code file}. */
    String type();

    Class<S> settings();

    /**
     * Opens one instance, for one worker. May block for a short while; need not reach the destination yet.
     *
     * @throws IOException if it cannot be opened now; the pipeline tries again with backoff
     */
    Output open(S settings, PluginContext context) throws IOException;

    /** How many instances may work side by side with these settings; no limit by default. */
    default int maxWorkers(S settings) {
        return Integer.MAX_VALUE;
    }
}

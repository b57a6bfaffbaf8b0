package io.slipway.api.processor;

import io.slipway.api.plugin.PluginContext;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Opens processors of one kind. Registered as a service; called by any thread.
 *
 * @param <S> the record of its settings
 */
@ConsumerType
public interface ProcessorFactory<S extends Record> {

    /** The word for it under {@code processors:}, such as {@code add_fields}. */
    String type();

    Class<S> settings();

    /** Opens a processor. May block for a short while; runs before events flow. */
    Processor open(S settings, PluginContext context);
}

package io.slipway.api.serializer;

import io.slipway.api.plugin.PluginContext;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Opens encoders of one kind. Registered as a service; called by any thread.
 *
 * @param <S> the record of its settings
 */
@ConsumerType
public interface EncoderFactory<S extends Record> {

    /** The word for it under {@code codec:}, such as {@code json}. */
    String id();

    Class<S> settings();

    /** Opens an encoder for one thread. Cheap; nothing to close. */
    Encoder open(S settings, PluginContext context);
}

package io.slipway.api.input;

import io.slipway.api.plugin.PluginContext;
import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Opens inputs of one kind. Registered as a service; called by any thread.
 *
 * @param <S> the record of its settings
 */
@ConsumerType
public interface InputFactory<S extends Record> {

    /** The word for it under {@code inputs:}. */
    String type();

    Class<S> settings();

    /** @throws IOException if it cannot be opened now; the host tries again with backoff */
    Input open(S settings, Intake intake, PluginContext context) throws IOException;
}

package io.slipway.api.input;

import org.osgi.annotation.versioning.ConsumerType;

/** Brings events in. Runs on threads of its own from {@code open} on; {@link #close} ends them within some seconds. */
@ConsumerType
public interface Input extends AutoCloseable {

    /** Stops submitting and lets go of everything. Called once; receipts still come in and may be ignored. */
    @Override
    void close();
}

package io.slipway.api.plugin;

import org.osgi.annotation.versioning.ProviderType;

/** A number that only grows. Safe for all threads, cheap. */
@ProviderType
public interface Counter {

    void add(long amount);
}

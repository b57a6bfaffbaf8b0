package io.slipway.core.plugin;

import io.slipway.api.output.OutputFactory;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.serializer.EncoderFactory;
import io.slipway.api.serializer.Serializer;
import java.util.Optional;
import java.util.Set;

/**
 * The plugins that are there now. Of two for the same word the one with the higher service ranking serves. A service;
 * safe for all threads, never blocks.
 */
public interface Plugins {

    Optional<OutputFactory<?>> output(String type);

    Optional<QueueFactory<?>> queue(String type);

    Optional<EncoderFactory<?>> encoder(String id);

    Optional<Serializer> serializer(String id);

    /** The words of all plugins of a kind, sorted. */
    Set<String> installed(Kind kind);

    /**
     * Calls {@code listener} after each change, on the thread that makes the change.
     *
     * @return ends it
     */
    Runnable onChange(Runnable listener);

    /** The kinds of plugin. */
    enum Kind {
        OUTPUT,
        QUEUE,
        ENCODER,
        SERIALIZER
    }
}

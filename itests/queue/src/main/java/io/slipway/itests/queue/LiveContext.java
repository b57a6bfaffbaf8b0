package io.slipway.itests.queue;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.plugin.Counter;
import io.slipway.api.plugin.Health;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.Serializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The host of one queue, with time that passes by itself. Whatever is wrong goes to the standard error stream. */
public final class LiveContext implements PluginContext {

    private final Path folder;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "scheduler");
        thread.setDaemon(true);
        return thread;
    });

    /** @param folder what {@link #folder} gives */
    public LiveContext(Path folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public Path folder() throws IOException {
        return Files.createDirectories(folder);
    }

    @Override
    public Encoder encoder(EncoderChoice choice) {
        throw new IllegalStateException("a queue encodes nothing");
    }

    @Override
    public Optional<Serializer> serializer(String id) {
        return Optional.empty();
    }

    @Override
    public void health(Health health) {
        if (health.state() != Health.State.HEALTHY) {
            System.err.println(health);
        }
    }

    @Override
    public Counter counter(String name) {
        return amount -> {};
    }

    @Override
    public InstantSource clock() {
        return InstantSource.system();
    }

    @Override
    public ScheduledExecutorService scheduler() {
        return scheduler;
    }
}

package io.slipway.itests.plugins;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.plugin.Counter;
import io.slipway.api.plugin.Health;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.Serializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/** What a plugin gets of the host when a test opens it. */
final class TestContext implements PluginContext, AutoCloseable {

    private final Path folder;
    private final Function<EncoderChoice, Encoder> encoders;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

    TestContext(Path folder, Function<EncoderChoice, Encoder> encoders) {
        this.folder = folder;
        this.encoders = encoders;
    }

    @Override
    public String name() {
        return "itest";
    }

    @Override
    public Path folder() throws IOException {
        return Files.createDirectories(folder);
    }

    @Override
    public Encoder encoder(EncoderChoice choice) {
        return encoders.apply(choice);
    }

    @Override
    public Optional<Serializer> serializer(String id) {
        return Optional.empty();
    }

    @Override
    public void health(Health health) {
        // nobody is shown it here
    }

    @Override
    public Counter counter(String name) {
        return amount -> {};
    }

    @Override
    public InstantSource clock() {
        return Clock.systemUTC();
    }

    @Override
    public ScheduledExecutorService scheduler() {
        return scheduler;
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}

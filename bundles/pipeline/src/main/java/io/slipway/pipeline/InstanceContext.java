package io.slipway.pipeline;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.plugin.Counter;
import io.slipway.api.plugin.Health;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncoderFactory;
import io.slipway.api.serializer.Serializer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** What the host gives to one instance of a plugin. */
final class InstanceContext implements PluginContext, AutoCloseable {

    private final Host host;
    private final String kind;
    private final String name;
    private final Consumer<Health> health;
    private final InstanceScheduler scheduler;
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final Map<String, EncoderFactory<?>> encoders = new ConcurrentHashMap<>();

    /**
     * @param kind the word that goes before the name of the instance's folder, such as {@code output}
     * @param plugin whose instance this is
     */
    InstanceContext(Host host, String kind, String name, PluginBundle plugin, Consumer<Health> health) {
        this.host = host;
        this.kind = kind;
        this.name = name;
        this.health = health;
        this.scheduler = new InstanceScheduler(host.scheduler(), plugin);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Path folder() throws IOException {
        Path folder = host.data().plugin(kind, name);
        DurableFile.createFolder(folder);
        return folder;
    }

    @Override
    public Encoder encoder(EncoderChoice choice) {
        EncoderFactory<?> factory = host.plugins()
                .encoder(choice.id())
                .orElseThrow(() -> new IllegalStateException("The encoder \"" + choice.id() + "\" is not installed."));
        encoders.put(choice.id(), factory);
        return open(factory, choice);
    }

    private <S extends Record> Encoder open(EncoderFactory<S> factory, EncoderChoice choice) {
        if (!factory.settings().isInstance(choice.settings())) {
            throw new IllegalStateException(
                    "The encoder \"" + choice.id() + "\" was replaced after its settings were read.");
        }
        S settings = factory.settings().cast(choice.settings());
        try {
            return PluginBundle.of(factory).call(() -> factory.open(settings, this));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether an encoder that was opened here is gone or has been replaced. */
    boolean outdated() {
        for (Map.Entry<String, EncoderFactory<?>> used : encoders.entrySet()) {
            if (host.plugins().encoder(used.getKey()).orElse(null) != used.getValue()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<Serializer> serializer(String id) {
        return host.plugins().serializer(id);
    }

    @Override
    public void health(Health now) {
        health.accept(now);
    }

    @Override
    public Counter counter(String counter) {
        return counters.computeIfAbsent(counter, made -> new LongAdder())::add;
    }

    @Override
    public InstantSource clock() {
        return host.clock();
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

package io.slipway.testkit;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.plugin.Counter;
import io.slipway.api.plugin.Health;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.Serializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * The host of one plugin instance, for tests: its own folder, time that a test moves, and a memory of all that the
 * instance said. Safe for all threads.
 */
public final class TestContext implements PluginContext {

    private final String name;
    private final Path folder;
    private final ManualTime time;
    private final Map<String, Function<Record, Encoder>> encoders = new ConcurrentHashMap<>();
    private final Map<String, Serializer> serializers = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final List<Health> healths = new CopyOnWriteArrayList<>();

    /** @param folder what {@link #folder} gives; made when first asked for */
    public TestContext(String name, Path folder, ManualTime time) {
        this.name = name;
        this.folder = folder;
        this.time = time;
    }

    /** A context named {@code test}, with {@link MessageEncoder} for every encoder that was not given. */
    public static TestContext in(Path folder) {
        return new TestContext("test", folder, ManualTime.atNoon());
    }

    /** Answers requests for the encoder {@code id} with what {@code opener} makes of its settings. */
    public TestContext withEncoder(String id, Function<Record, Encoder> opener) {
        encoders.put(id, opener);
        return this;
    }

    /** Has {@code serializer} from now on. */
    public TestContext withSerializer(Serializer serializer) {
        serializers.put(serializer.id(), serializer);
        return this;
    }

    public ManualTime time() {
        return time;
    }

    /** What was counted under {@code name}; 0 if nothing was. */
    public long counted(String name) {
        LongAdder counter = counters.get(name);
        return counter == null ? 0 : counter.sum();
    }

    /** All that was said about health, oldest first. */
    public List<Health> healths() {
        return List.copyOf(healths);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Path folder() throws IOException {
        return Files.createDirectories(folder);
    }

    @Override
    public Encoder encoder(EncoderChoice choice) {
        return encoders.getOrDefault(choice.id(), settings -> new MessageEncoder())
                .apply(choice.settings());
    }

    @Override
    public Optional<Serializer> serializer(String id) {
        return Optional.ofNullable(serializers.get(id));
    }

    @Override
    public void health(Health health) {
        healths.add(health);
    }

    @Override
    public Counter counter(String counter) {
        LongAdder sum = counters.computeIfAbsent(counter, key -> new LongAdder());
        return sum::add;
    }

    @Override
    public ManualTime clock() {
        return time;
    }

    @Override
    public ScheduledExecutorService scheduler() {
        return time.scheduler();
    }
}

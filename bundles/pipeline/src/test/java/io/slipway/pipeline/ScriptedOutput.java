package io.slipway.pipeline;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.PluginContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Offers outputs that do what a test says, and remembers what they were given. */
final class ScriptedOutput implements OutputFactory<NoSettings> {

    final List<List<String>> batches = new CopyOnWriteArrayList<>();
    final List<String> delivered = new CopyOnWriteArrayList<>();
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    final List<PluginContext> contexts = new CopyOnWriteArrayList<>();
    final List<ClassLoader> loaders = new CopyOnWriteArrayList<>();
    private volatile Script script;
    private volatile Opening opening = () -> {};
    private volatile int maxWorkers = Integer.MAX_VALUE;

    ScriptedOutput(Script script) {
        this.script = script;
    }

    /** One that delivers all it gets. */
    static ScriptedOutput willing() {
        return new ScriptedOutput(texts -> Delivery.delivered(texts.size()));
    }

    ScriptedOutput whenOpened(Opening what) {
        opening = what;
        return this;
    }

    ScriptedOutput atMost(int workers) {
        maxWorkers = workers;
        return this;
    }

    void now(Script other) {
        script = other;
    }

    @Override
    public String type() {
        return "scripted";
    }

    @Override
    public Class<NoSettings> settings() {
        return NoSettings.class;
    }

    @Override
    public int maxWorkers(NoSettings settings) {
        return maxWorkers;
    }

    @Override
    public Output open(NoSettings settings, PluginContext context) throws IOException {
        opening.run();
        opened.incrementAndGet();
        contexts.add(context);
        return new Output() {
            @Override
            public Delivery deliver(List<Event> events) throws IOException, InterruptedException {
                List<String> texts = events.stream().map(ScriptedOutput::text).toList();
                batches.add(texts);
                loaders.add(Thread.currentThread().getContextClassLoader());
                Delivery delivery = script.deliver(texts);
                if (delivery instanceof Delivery.PerEvent answer) {
                    for (int i = 0; i < Math.min(texts.size(), answer.outcomes().size()); i++) {
                        if (answer.outcomes().get(i) instanceof io.slipway.api.output.Outcome.Delivered) {
                            delivered.add(texts.get(i));
                        }
                    }
                }
                return delivery;
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    static String text(Event event) {
        return new String(event.bytes().toByteArray(), StandardCharsets.UTF_8);
    }

    /** What comes of a batch. */
    interface Script {
        Delivery deliver(List<String> texts) throws IOException, InterruptedException;
    }

    /** What happens when an output is opened. */
    interface Opening {
        void run() throws IOException;
    }
}

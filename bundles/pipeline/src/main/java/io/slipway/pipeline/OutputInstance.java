package io.slipway.pipeline;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.Health;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.OutputPlan;
import java.util.List;
import java.util.function.Consumer;

/** One open output, and every call to it. For one thread, but for {@link #outdated}. */
final class OutputInstance {

    private final OutputFactory<?> factory;
    private final PluginBundle bundle;
    private final InstanceContext context;
    private final Output output;

    private OutputInstance(OutputFactory<?> factory, PluginBundle bundle, InstanceContext context, Output output) {
        this.factory = factory;
        this.bundle = bundle;
        this.context = context;
        this.output = output;
    }

    /** How many instances the output allows side by side. */
    static <S extends Record> int maxWorkers(OutputFactory<S> factory, OutputPlan plan) throws Exception {
        S settings = plan.settings().bind(factory.settings());
        return PluginBundle.of(factory).call(() -> factory.maxWorkers(settings));
    }

    /**
     * Opens an instance.
     *
     * @throws InvalidConfiguration if the plan does not suit the plugin that is there now
     * @throws Exception whatever the plugin throws
     */
    static <S extends Record> OutputInstance open(
            OutputFactory<S> factory, OutputPlan plan, Host host, Consumer<Health> health) throws Exception {
        S settings = plan.settings().bind(factory.settings());
        PluginBundle bundle = PluginBundle.of(factory);
        InstanceContext context = new InstanceContext(host, "output", plan.name(), bundle, health);
        boolean opened = false;
        try {
            Output output = bundle.call(() -> factory.open(settings, context));
            if (output == null) {
                throw new IllegalStateException("opened no output");
            }
            opened = true;
            return new OutputInstance(factory, bundle, context, output);
        } finally {
            if (!opened) {
                context.close();
            }
        }
    }

    PluginBundle bundle() {
        return bundle;
    }

    /** Whether its plugin, or an encoder that it uses, is gone or has been replaced. Safe for all threads. */
    boolean outdated(OutputFactory<?> serving) {
        return serving != factory || context.outdated();
    }

    Delivery deliver(List<Event> events) throws Exception {
        return bundle.call(() -> output.deliver(events));
    }

    String check() throws Exception {
        return bundle.call(output::check);
    }

    void close() throws Exception {
        context.close();
        bundle.call(() -> {
            output.close();
            return null;
        });
    }
}

package io.slipway.pipeline;

import io.slipway.core.config.Configurations;
import io.slipway.core.plugin.Plugins;
import java.time.Duration;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Forgets the cursor of an output that is gone, and with it the events that are kept for it alone. */
@Component(service = ToIntFunction.class, property = "slipway.command=queue-drop")
public final class QueueDropCommand implements ToIntFunction<Map<String, String>> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final QueueCall call;

    @Activate
    public QueueDropCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(new QueueCall(bundle, configurations, plugins));
    }

    QueueDropCommand(QueueCall call) {
        this.call = call;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        String name = new CommandOptions(options).get("cursor");
        return call.run(options, (queue, plan) -> {
            if (plan.outputs().stream().anyMatch(output -> output.name().equals(name))) {
                System.err.println("The cursor \"" + name
                        + "\" belongs to an output of the configuration and its events wait for it."
                        + " Take the output out of the file first.");
                return ExitCode.OTHER;
            }
            long events = queue.drop(name, PATIENCE);
            System.out.println("Dropped the cursor " + name + " with " + events + " events.");
            return ExitCode.FINE;
        });
    }
}

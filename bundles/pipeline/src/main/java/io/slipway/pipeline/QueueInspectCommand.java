package io.slipway.pipeline;

import io.slipway.core.config.Configurations;
import io.slipway.core.plugin.Plugins;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Prints what the queue keeps, file by file. Beside a running shipper too. */
@Component(service = ToIntFunction.class, property = "slipway.command=queue-inspect")
public final class QueueInspectCommand implements ToIntFunction<Map<String, String>> {

    private final QueueCall call;

    @Activate
    public QueueInspectCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(new QueueCall(bundle, configurations, plugins));
    }

    QueueInspectCommand(QueueCall call) {
        this.call = call;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        return call.run(options, (queue, plan) -> {
            QueueListing listing = QueueListing.of(plan, queue.contents(), true);
            System.out.print(new CommandOptions(options).is("json") ? listing.json() : listing.text());
            return ExitCode.FINE;
        });
    }
}

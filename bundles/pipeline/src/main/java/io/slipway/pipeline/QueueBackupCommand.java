package io.slipway.pipeline;

import io.slipway.core.config.Configurations;
import io.slipway.core.plugin.Plugins;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Copies the queue into a folder from which it can be opened again. Beside a running shipper too. */
@Component(service = ToIntFunction.class, property = "slipway.command=queue-backup")
public final class QueueBackupCommand implements ToIntFunction<Map<String, String>> {

    private final QueueCall call;

    @Activate
    public QueueBackupCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(new QueueCall(bundle, configurations, plugins));
    }

    QueueBackupCommand(QueueCall call) {
        this.call = call;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        Path folder = Path.of(new CommandOptions(options).get("folder"));
        return call.run(options, (queue, plan) -> {
            queue.copyTo(folder);
            System.out.println("Copied the queue to " + folder + ".");
            return ExitCode.FINE;
        });
    }
}

package io.slipway.output.console;

import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.PluginContext;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import org.osgi.service.component.annotations.Component;

/** Opens console outputs. */
@Component
public final class ConsoleOutputFactory implements OutputFactory<ConsoleOutputSettings> {

    @Override
    public String type() {
        return "console";
    }

    @Override
    public Class<ConsoleOutputSettings> settings() {
        return ConsoleOutputSettings.class;
    }

    /** Writes past {@link System#out}, which hides its errors and which others may have replaced. */
    @Override
    public Output open(ConsoleOutputSettings settings, PluginContext context) {
        return new ConsoleOutput(context.encoder(settings.encoder()), new FileOutputStream(FileDescriptor.out));
    }

    /** One: lines of several would mix. */
    @Override
    public int maxWorkers(ConsoleOutputSettings settings) {
        return 1;
    }
}

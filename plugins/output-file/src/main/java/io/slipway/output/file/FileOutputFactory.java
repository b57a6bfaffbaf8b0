package io.slipway.output.file;

import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.PluginContext;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens file outputs. */
@Component
public final class FileOutputFactory implements OutputFactory<FileOutputSettings> {

    private static final Logger LOG = LoggerFactory.getLogger(FileOutputFactory.class);

    @Override
    public String type() {
        return "file";
    }

    @Override
    public Class<FileOutputSettings> settings() {
        return FileOutputSettings.class;
    }

    @Override
    public Output open(FileOutputSettings settings, PluginContext context) {
        settings.rotateEveryKb()
                .ifPresent(kibibytes -> LOG.warn(
                        "output {}: rotate_every_kb works, but its name now is rotate_every: {}KiB.",
                        context.name(),
                        kibibytes));
        return new FileOutput(settings, context, path -> DiskFile.open(path, settings.rights()));
    }

    /** One: lines of several would mix. */
    @Override
    public int maxWorkers(FileOutputSettings settings) {
        return 1;
    }
}

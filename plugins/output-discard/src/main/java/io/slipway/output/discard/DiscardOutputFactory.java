package io.slipway.output.discard;

import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.PluginContext;
import org.osgi.service.component.annotations.Component;

/** Opens discard outputs. */
@Component
public final class DiscardOutputFactory implements OutputFactory<DiscardOutputSettings> {

    @Override
    public String type() {
        return "discard";
    }

    @Override
    public Class<DiscardOutputSettings> settings() {
        return DiscardOutputSettings.class;
    }

    @Override
    public Output open(DiscardOutputSettings settings, PluginContext context) {
        return new DiscardOutput(context);
    }
}

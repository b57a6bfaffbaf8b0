package io.slipway.encoder.format;

import io.slipway.api.event.FormatString;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncoderFactory;
import org.osgi.service.component.annotations.Component;

/** Opens encoders that write events as a text the user gives the form of. */
@Component
public final class FormatEncoderFactory implements EncoderFactory<FormatEncoderSettings> {

    @Override
    public String id() {
        return "format";
    }

    @Override
    public Class<FormatEncoderSettings> settings() {
        return FormatEncoderSettings.class;
    }

    @Override
    public Encoder open(FormatEncoderSettings settings, PluginContext context) {
        return new FormatEncoder(FormatString.parse(settings.string()));
    }
}

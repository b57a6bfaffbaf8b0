package io.slipway.config;

import io.slipway.core.plugin.Plugins;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code config-reference}: prints the reference page of the configuration, installed plugins included. */
@Component(service = ToIntFunction.class, property = "slipway.command=config-reference")
public final class ConfigReferenceCommand implements ToIntFunction<Map<String, String>> {

    private final Plugins plugins;

    @Activate
    public ConfigReferenceCommand(@Reference Plugins plugins) {
        this.plugins = plugins;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        Terminal.ofProcess().print(ReferenceText.of(plugins));
        return CommandOptions.FINE;
    }
}

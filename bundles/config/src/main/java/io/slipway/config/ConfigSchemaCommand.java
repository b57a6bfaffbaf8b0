package io.slipway.config;

import io.slipway.core.plugin.Plugins;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code config-schema}: prints the JSON schema of the configuration, installed plugins included. */
@Component(service = ToIntFunction.class, property = "slipway.command=config-schema")
public final class ConfigSchemaCommand implements ToIntFunction<Map<String, String>> {

    private final Plugins plugins;

    @Activate
    public ConfigSchemaCommand(@Reference Plugins plugins) {
        this.plugins = plugins;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        Terminal.ofProcess().print(SchemaText.of(plugins));
        return CommandOptions.FINE;
    }
}

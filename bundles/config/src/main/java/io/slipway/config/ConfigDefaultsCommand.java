package io.slipway.config;

import io.slipway.core.plugin.Plugins;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code config-defaults}: prints every setting with its default, as a configuration of comments. */
@Component(service = ToIntFunction.class, property = "slipway.command=config-defaults")
public final class ConfigDefaultsCommand implements ToIntFunction<Map<String, String>> {

    private final Plugins plugins;

    @Activate
    public ConfigDefaultsCommand(@Reference Plugins plugins) {
        this.plugins = plugins;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        Terminal.ofProcess().print(DefaultsText.of(plugins));
        return CommandOptions.FINE;
    }
}

package io.slipway.config;

import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.plugin.Plugins;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code config-show}: prints what a configuration comes to, without its secrets. */
@Component(service = ToIntFunction.class, property = "slipway.command=config-show")
public final class ConfigShowCommand implements ToIntFunction<Map<String, String>> {

    private final YamlConfigurations configurations;
    private final Plugins plugins;

    @Activate
    public ConfigShowCommand(BundleContext context, @Reference Plugins plugins) {
        this(new YamlConfigurations(context, plugins), plugins);
    }

    ConfigShowCommand(YamlConfigurations configurations, Plugins plugins) {
        this.configurations = configurations;
        this.plugins = plugins;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        return run(new CommandOptions(options), Terminal.ofProcess());
    }

    int run(CommandOptions options, Terminal terminal) {
        try {
            YamlConfigurations.PlanAndSecrets read =
                    configurations.readAll(options.config(), options.overrides(), MissingPlugin.NOTICE);
            read.plan().notices().forEach(notice -> terminal.say(notice.toString()));
            StringBuilder yaml = new StringBuilder();
            YamlText.append(yaml, new EffectiveItems(plugins, read.secrets()).of(read.plan()), 0);
            terminal.print(yaml.toString());
            return CommandOptions.FINE;
        } catch (InvalidConfiguration e) {
            terminal.say(e.getMessage());
            return CommandOptions.BAD_CONFIGURATION;
        }
    }
}

package io.slipway.config;

import io.slipway.core.config.Configurations;
import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.Plan;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code test-config}: says whether a configuration is right, or all that is wrong with it. */
@Component(service = ToIntFunction.class, property = "slipway.command=test-config")
public final class TestConfigCommand implements ToIntFunction<Map<String, String>> {

    private final Configurations configurations;

    @Activate
    public TestConfigCommand(@Reference Configurations configurations) {
        this.configurations = configurations;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        return run(new CommandOptions(options), Terminal.ofProcess());
    }

    int run(CommandOptions options, Terminal terminal) {
        try {
            Plan plan = configurations.read(options.config(), options.overrides(), MissingPlugin.PROBLEM);
            plan.notices().forEach(notice -> terminal.say(notice.toString()));
            terminal.print("Config OK\n");
            return CommandOptions.FINE;
        } catch (InvalidConfiguration e) {
            terminal.say(e.getMessage());
            return CommandOptions.BAD_CONFIGURATION;
        }
    }
}

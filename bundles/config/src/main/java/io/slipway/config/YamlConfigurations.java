package io.slipway.config;

import io.slipway.core.config.Configurations;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.Plan;
import io.slipway.core.plugin.Plugins;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads configurations from YAML files. Keeps nothing between two readings. */
@Component(service = Configurations.class)
public final class YamlConfigurations implements Configurations {

    private final Plugins plugins;
    private final Folders folders;
    private final Map<String, String> environment;
    private final long heap;

    @Activate
    public YamlConfigurations(BundleContext context, @Reference Plugins plugins) {
        this(
                plugins,
                Installation.folders(context),
                System.getenv(),
                Runtime.getRuntime().maxMemory());
    }

    /** @param heap the most memory that this process may use, in bytes */
    YamlConfigurations(Plugins plugins, Folders folders, Map<String, String> environment, long heap) {
        this.plugins = plugins;
        this.folders = folders;
        this.environment = environment;
        this.heap = heap;
    }

    @Override
    public Plan read(Path file, List<String> overrides, MissingPlugin missing) throws InvalidConfiguration {
        return readAll(file, overrides, missing).plan();
    }

    /**
     * A plan, and the secrets of the keystore that went into it.
     *
     * @param secrets for hiding them
     */
    record PlanAndSecrets(Plan plan, Set<String> secrets) {
        /** Without the secrets. */
        @Override
        public String toString() {
            return "a plan";
        }
    }

    /** As {@link #read}. */
    PlanAndSecrets readAll(Path file, List<String> overrides, MissingPlugin missing) throws InvalidConfiguration {
        Findings findings = new Findings();
        Path absolute = file.toAbsolutePath();
        String source = String.valueOf(absolute.getFileName());
        Optional<String> text = ConfigurationText.read(absolute, source, findings);
        findings.refuseMistakes();
        Item.Group written = new YamlTree(source, findings).read(text.orElseThrow());
        int broken = findings.mistakes();
        Item.Group root = GroupFiller.merge(written, Overrides.read(overrides, findings));
        if (broken > 0 && written.items().isEmpty()) {
            findings.refuseMistakes();
        }
        Folders here = folders.withConfig(absolute.getParent());
        KeystoreSecrets secrets = new KeystoreSecrets(here.keystore(), findings);
        Variables variables = new Variables(root, here, secrets, environment, findings);
        Binder binder = new Binder(findings, plugins, missing, here);
        Reading reading = new Reading(findings, variables, binder, here, plugins, missing, heap);
        Optional<Plan> plan = new Layout(reading, root).plan();
        findings.refuseMistakes();
        return new PlanAndSecrets(plan.orElseThrow(), secrets.given());
    }
}

package io.slipway.itests.plugins;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/** Reads every shipped bundle's state, components, imports and exports inside the framework. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class ShippedBundlesIT {

    private static final Pattern PACKAGE = Pattern.compile("\\(osgi\\.wiring\\.package=([^)]+)\\)");
    private static final Pattern ALLOWED =
            Pattern.compile("javax?\\..*|io\\.slipway\\.api\\..*|org\\.slf4j(\\..*)?|org\\.osgi\\..*");
    private static final Set<String> ALLOWED_IF_OPTIONAL = Set.of("jdk.net", "jdk.jfr", "sun.misc", "sun.nio.ch");
    private static final Set<String> SHARED = Set.of("io.slipway.api", "io.slipway.core", "io.slipway.grpc");

    @Inject
    private BundleContext context;

    @Inject
    private ServiceComponentRuntime components;

    @Configuration
    public Option[] shipped() throws IOException {
        return Shipped.everything();
    }

    @Test
    public void everyBundleResolvesAndIsActive() {
        List<String> idle = new ArrayList<>();

        for (Bundle bundle : context.getBundles()) {
            boolean fragment = bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null;
            if (bundle.getState() != (fragment ? Bundle.RESOLVED : Bundle.ACTIVE)) {
                idle.add(bundle + " is in state " + bundle.getState());
            }
        }

        assertEquals(List.of(), idle);
        assertFalse("There are plugins.", plugins().isEmpty());
        assertFalse("There are bundles.", bundles().isEmpty());
    }

    @Test
    public void everyComponentIsSatisfied() {
        List<String> unsatisfied = new ArrayList<>();
        Bundle[] ours = Stream.concat(bundles().stream(), plugins().stream()).toArray(Bundle[]::new);

        Collection<ComponentDescriptionDTO> described = components.getComponentDescriptionDTOs(ours);
        for (ComponentDescriptionDTO component : described) {
            Collection<ComponentConfigurationDTO> made = components.getComponentConfigurationDTOs(component);
            boolean satisfied = made.stream()
                    .anyMatch(one -> one.state == ComponentConfigurationDTO.ACTIVE
                            || one.state == ComponentConfigurationDTO.SATISFIED);
            if (!satisfied) {
                unsatisfied.add(component.name);
            }
        }

        assertFalse(described.isEmpty());
        assertEquals(List.of(), unsatisfied);
    }

    @Test
    public void everyPluginOffersAService() {
        List<String> silent = new ArrayList<>();

        for (Bundle plugin : plugins()) {
            if (plugin.getRegisteredServices() == null) {
                silent.add(plugin.getSymbolicName());
            }
        }

        assertEquals(List.of(), silent);
    }

    @Test
    public void pluginsExportNothing() {
        List<String> exported = new ArrayList<>();

        for (Bundle plugin : plugins()) {
            plugin.adapt(BundleRevision.class)
                    .getDeclaredCapabilities(BundleRevision.PACKAGE_NAMESPACE)
                    .forEach(capability -> exported.add(plugin.getSymbolicName() + ": " + capability));
        }

        assertEquals(List.of(), exported);
    }

    @Test
    public void pluginsImportOnlyWhatTheyMay() {
        List<String> forbidden = new ArrayList<>();

        for (Bundle plugin : plugins()) {
            for (BundleRequirement requirement :
                    plugin.adapt(BundleRevision.class).getDeclaredRequirements(BundleRevision.PACKAGE_NAMESPACE)) {
                String name = packageOf(requirement);
                boolean optional = Constants.RESOLUTION_OPTIONAL.equals(
                        requirement.getDirectives().get(Constants.RESOLUTION_DIRECTIVE));
                if (!ALLOWED.matcher(name).matches() && !(optional && ALLOWED_IF_OPTIONAL.contains(name))) {
                    forbidden.add(plugin.getSymbolicName() + " imports " + name);
                }
            }
        }

        assertEquals(List.of(), forbidden);
    }

    @Test
    public void bundlesAndPluginsRequireNoBundleByName() {
        List<String> required = new ArrayList<>();

        Stream.concat(bundles().stream(), plugins().stream())
                .forEach(bundle -> bundle.adapt(BundleRevision.class)
                        .getDeclaredRequirements(BundleRevision.BUNDLE_NAMESPACE)
                        .forEach(requirement -> required.add(bundle.getSymbolicName() + ": " + requirement)));

        assertEquals(List.of(), required);
    }

    @Test
    public void bundlesUseOfEachOtherOnlyWhatIsShared() {
        List<String> forbidden = new ArrayList<>();

        for (Bundle bundle : bundles()) {
            for (BundleWire wire :
                    bundle.adapt(BundleWiring.class).getRequiredWires(BundleRevision.PACKAGE_NAMESPACE)) {
                Bundle provider = wire.getProvider().getBundle();
                if (isOurs(provider) && provider != bundle && !SHARED.contains(provider.getSymbolicName())) {
                    forbidden.add(bundle.getSymbolicName() + " uses " + provider.getSymbolicName());
                }
            }
        }

        assertEquals(List.of(), forbidden);
    }

    @Test
    public void onlyTheSharedBundlesExport() {
        List<String> exporting = new ArrayList<>();

        for (Bundle bundle : bundles()) {
            boolean exports = !bundle.adapt(BundleRevision.class)
                    .getDeclaredCapabilities(BundleRevision.PACKAGE_NAMESPACE)
                    .isEmpty();
            if (exports && !SHARED.contains(bundle.getSymbolicName())) {
                exporting.add(bundle.getSymbolicName());
            }
        }

        assertEquals(List.of(), exporting);
    }

    private List<Bundle> plugins() {
        return ours().filter(bundle -> bundle.getLocation().contains("/plugins/"))
                .toList();
    }

    private List<Bundle> bundles() {
        return ours().filter(bundle -> bundle.getLocation().contains("/bundles/"))
                .toList();
    }

    private Stream<Bundle> ours() {
        return Stream.of(context.getBundles()).filter(ShippedBundlesIT::isOurs);
    }

    private static boolean isOurs(Bundle bundle) {
        return bundle.getSymbolicName() != null && bundle.getSymbolicName().startsWith("io.slipway.");
    }

    private static String packageOf(BundleRequirement requirement) {
        Matcher name = PACKAGE.matcher(requirement.getDirectives().get(Constants.FILTER_DIRECTIVE));
        return name.find() ? name.group(1) : requirement.toString();
    }
}

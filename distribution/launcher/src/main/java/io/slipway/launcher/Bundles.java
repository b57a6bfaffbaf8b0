package io.slipway.launcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bundles and plugins of an installation, and which of them are not well.
 *
 * <p>A plugin that cannot be installed, resolved or started is named in one warning and harms only itself.
 */
final class Bundles {

    private static final Logger LOG = LoggerFactory.getLogger(Bundles.class);
    private static final int PLUGIN_LEVEL = 40;
    private static final int LONGEST_REASON = 400;

    private final BundleContext context;
    private final Map<Bundle, Path> plugins = new LinkedHashMap<>();
    private final Map<Bundle, Path> ours = new LinkedHashMap<>();

    Bundles(BundleContext context) {
        this.context = context;
    }

    /** Installs all and marks them to be started; called before the framework starts. */
    void install(Path home) throws IOException {
        context.addFrameworkListener(this::tell);
        for (Path folder : children(home.resolve("bundles"))) {
            int level = level(folder);
            for (Path jar : jars(folder)) {
                try {
                    Bundle bundle = add(jar);
                    mark(bundle, level);
                    ours.put(bundle, jar);
                } catch (BundleException e) {
                    throw new IOException("\"" + jar + "\" cannot be installed (" + reason(e) + ").", e);
                }
            }
        }
        for (Path jar : jars(home.resolve("plugins"))) {
            installPlugin(jar);
        }
    }

    /** What is installed but does not run, each with the reason; empty if all is well. */
    List<String> idle() {
        List<String> idle = new ArrayList<>();
        Map<Bundle, Path> all = new LinkedHashMap<>(ours);
        all.putAll(plugins);
        all.forEach((bundle, jar) -> {
            if (bundle.getState() != Bundle.ACTIVE && !isFragment(bundle)) {
                idle.add(jar.getFileName() + ": " + whyNotStarted(bundle));
            }
        });
        return idle;
    }

    private static String whyNotStarted(Bundle bundle) {
        try {
            bundle.start(Bundle.START_TRANSIENT);
            return "it was stopped";
        } catch (BundleException e) {
            return reason(e);
        }
    }

    private void installPlugin(Path jar) {
        try {
            Bundle bundle = add(jar);
            if (bundle.getSymbolicName() == null) {
                bundle.uninstall();
                warn(jar, "it is not an OSGi bundle: its manifest has no Bundle-SymbolicName");
            } else {
                mark(bundle, PLUGIN_LEVEL);
                plugins.put(bundle, jar);
            }
        } catch (BundleException e) {
            warn(jar, reason(e));
        }
    }

    private Bundle add(Path jar) throws BundleException {
        return context.installBundle("reference:" + jar.toUri());
    }

    /**
     * Marks {@code bundle} to be started. The framework takes up the level on a thread of its own, so what may still be
     * uninstalled must not come here.
     */
    private static void mark(Bundle bundle, int level) throws BundleException {
        bundle.adapt(BundleStartLevel.class).setStartLevel(level);
        if (!isFragment(bundle)) {
            bundle.start(Bundle.START_ACTIVATION_POLICY); // only marks it: the framework is not started
        }
    }

    private void tell(FrameworkEvent event) {
        if (event.getType() != FrameworkEvent.ERROR) {
            return;
        }
        Path plugin = plugins.get(event.getBundle());
        if (plugin != null) {
            warn(plugin, reason(event.getThrowable()));
        } else {
            LOG.error("bundle {}: {}", event.getBundle().getSymbolicName(), reason(event.getThrowable()));
        }
        LOG.debug("framework: the whole error", event.getThrowable());
    }

    private static void warn(Path jar, String reason) {
        LOG.warn("plugin {}: cannot be used ({}). The rest runs without it.", jar.getFileName(), reason);
    }

    /** The framework's own words, without the bundle's name before and the list of all that was tried behind. */
    static String reason(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null && tellsLessThanItsCause(cause)) {
            cause = cause.getCause();
        }
        String text = String.valueOf(cause.getMessage() == null ? cause : cause.getMessage())
                .replaceAll("\\s+", " ")
                .replaceFirst(" Unresolved requirements: .*", "");
        int missing = text.lastIndexOf("missing requirement");
        String reason = (missing < 0 ? text : text.substring(missing)).replaceAll("\\[[^\\]]*\\]\\(R [0-9.]+\\)", "");
        return reason.length() <= LONGEST_REASON
                ? reason.strip()
                : reason.substring(0, LONGEST_REASON).strip() + "…";
    }

    private static boolean tellsLessThanItsCause(Throwable error) {
        String message = String.valueOf(error.getMessage());
        return message.startsWith("Activator") || message.startsWith("Unable to cache bundle");
    }

    private static boolean isFragment(Bundle bundle) {
        return bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null;
    }

    private static int level(Path folder) throws IOException {
        try {
            return Integer.parseInt(folder.getFileName().toString());
        } catch (NumberFormatException e) {
            throw new IOException("\"" + folder + "\" must be named by its start level, such as 30.", e);
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        return children(folder).stream()
                .filter(file -> file.getFileName().toString().endsWith(".jar"))
                .toList();
    }

    private static List<Path> children(Path folder) throws IOException {
        List<Path> children = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
                inside.forEach(children::add);
            }
        }
        children.removeIf(child -> child.getFileName().toString().startsWith("."));
        children.sort(Comparator.naturalOrder());
        return children;
    }
}

package io.slipway.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.felix.framework.Felix;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.service.log.LoggerFactory;

/**
 * Starts the framework from an installation's folder.
 *
 * <p>{@code bundles/NN/*.jar} start at level NN, {@code plugins/*.jar} at level 40. The framework's cache is made anew at each
 * start, in a folder of this process alone, so any number of commands may run beside each other.
 */
public final class Launcher {

    /** Framework property: the installation's folder. */
    public static final String HOME = "slipway.home";

    /** Framework property: the folder of what is to be kept. */
    public static final String DATA = "slipway.data";

    /** Framework property: the folder of log files; it may not exist. */
    public static final String LOGS = "slipway.logs";

    /** Framework property: the product's version. */
    public static final String VERSION = "slipway.version";

    private static final String SYSTEM_PACKAGES = "org.slf4j;version=1.7.36,org.slf4j;version=2.0.17,"
            + "org.slf4j.event;version=2.0.17,org.slf4j.helpers;version=1.7.36,org.slf4j.helpers;version=2.0.17,"
            + "org.slf4j.spi;version=1.7.36,org.slf4j.spi;version=2.0.17,org.osgi.service.log;version=1.5.0";

    private Launcher() {}

    /**
     * Starts the framework; returns when the last start level is reached.
     *
     * @param properties what bundles may ask the framework for; {@link #DATA} and {@link #LOGS} default to folders of {@code home}
     * @throws IOException if a folder cannot be read or made; the message is a sentence for the user
     */
    public static Host start(Path home, Map<String, String> properties) throws IOException {
        Map<String, Object> settings = settings(home, properties);
        Path data = Path.of((String) settings.get(DATA));
        makeFolder(data);
        CacheFolder cache = CacheFolder.under(data);
        settings.put(Constants.FRAMEWORK_STORAGE, cache.path().toString());

        Framework framework = new Felix(settings);
        Host host = Host.over(framework, cache);
        try {
            framework.init();
            framework.getBundleContext().registerService(LoggerFactory.class, ServiceLog.factory(), null);
            Bundles bundles = new Bundles(framework.getBundleContext());
            bundles.install(home);
            framework.start();
            host.started(bundles);
            return host;
        } catch (BundleException e) {
            host.close();
            throw new IOException("The framework cannot start (" + e.getMessage() + ").", e);
        } catch (IOException | RuntimeException e) {
            host.close();
            throw e;
        }
    }

    private static Map<String, Object> settings(Path home, Map<String, String> properties) {
        Map<String, Object> settings = new HashMap<>(properties);
        settings.put(HOME, home.toString());
        settings.putIfAbsent(DATA, home.resolve("data").toString());
        settings.putIfAbsent(LOGS, home.resolve("logs").toString());
        settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        settings.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, "50");
        settings.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SYSTEM_PACKAGES);
        settings.put("felix.log.logger", new FrameworkLog());
        settings.put("felix.log.level", "2");
        settings.put("felix.cache.locking", "false");
        return settings;
    }

    private static void makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IOException(
                    "path.data: \"" + folder + "\" cannot be made (" + e
                            + "). Name a folder that can be written: -E path.data=FOLDER.",
                    e);
        }
    }
}

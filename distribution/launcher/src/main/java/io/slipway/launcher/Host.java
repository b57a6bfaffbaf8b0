package io.slipway.launcher;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.launch.Framework;
import org.osgi.util.tracker.ServiceTracker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running framework, in which commands can be called.
 *
 * <p>Used by one thread. When the process is told to end, a command that runs is interrupted and waited for as long as it takes (its
 * own bounds end it), the framework stops, and the command's exit code becomes the process's. A second signal ends the process at once.
 */
public final class Host implements AutoCloseable {

    /** What a command returns if the fault is ours. */
    public static final int FAULT = 70;

    private static final Logger LOG = LoggerFactory.getLogger(Host.class);
    private static final long COMMAND_TIMEOUT_MS = 10_000;
    private static final long HOPELESS_TIMEOUT_MS = 1_000;
    private static final long START_TIMEOUT_MS = 10_000;
    private static final long STOP_TIMEOUT_MS = 10_000;

    private final Framework framework;
    private final CacheFolder cache;
    private final Calls calls = new Calls();
    private final CountDownLatch startEnded = new CountDownLatch(1);
    private volatile Bundles bundles;
    private boolean closed;

    private Host(Framework framework, CacheFolder cache) {
        this.framework = framework;
        this.cache = cache;
    }

    static Host over(Framework framework, CacheFolder cache) {
        Host host = new Host(framework, cache);
        StopSignals.secondOneHalts();
        Runtime.getRuntime().addShutdownHook(new Thread(host::end, "slipway-stop"));
        return host;
    }

    void started(Bundles started) {
        bundles = started;
        startEnded.countDown();
    }

    /**
     * Calls a command and returns its exit code; {@link #FAULT} if it ended with an exception, 0 if the process ends already.
     *
     * @param options the command's options by name
     * @throws IllegalStateException if no bundle offers the command within ten seconds (one, if a bundle cannot run); the message is a sentence for the user
     */
    public int call(String command, Map<String, String> options) {
        return calls.call(() -> {
            ToIntFunction<Map<String, String>> found = find(command);
            try {
                return found.applyAsInt(options);
            } catch (RuntimeException e) {
                LOG.error("command {}: ended by a fault of ours", command, e);
                return FAULT;
            }
        });
    }

    private ToIntFunction<Map<String, String>> find(String command) throws InterruptedException {
        BundleContext context = framework.getBundleContext();
        ServiceTracker<ToIntFunction<Map<String, String>>, ToIntFunction<Map<String, String>>> tracker =
                new ServiceTracker<>(context, filter(command), null);
        tracker.open();
        try {
            ToIntFunction<Map<String, String>> found =
                    tracker.waitForService(bundles.idle().isEmpty() ? COMMAND_TIMEOUT_MS : HOPELESS_TIMEOUT_MS);
            if (found == null) {
                throw new IllegalStateException(missing(command));
            }
            return found;
        } finally {
            tracker.close();
        }
    }

    private static Filter filter(String command) {
        try {
            return FrameworkUtil.createFilter(
                    "(&(objectClass=java.util.function.ToIntFunction)(slipway.command=" + command + "))");
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException("\"" + command + "\" cannot be the name of a command.", e);
        }
    }

    private String missing(String command) {
        List<String> idle = bundles.idle();
        String why = idle.isEmpty()
                ? "All bundles run, so one of their components waits for another; the log may say more."
                : "Not running: " + String.join("; ", idle) + ".";
        return "No bundle offers the command \"" + command + "\". " + why;
    }

    /** What bundles see under {@code name}; null if nothing. */
    String property(String name) {
        return framework.getBundleContext().getProperty(name);
    }

    /** Stops the framework and deletes its cache. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        startEnded.countDown();
        try {
            framework.stop();
            framework.waitForStop(STOP_TIMEOUT_MS);
            cache.close();
        } catch (BundleException | IOException e) {
            LOG.warn("framework: stopped, but not cleanly", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** In the shutdown hook. Halting is the only way to choose the exit code there. */
    private void end() {
        try {
            startEnded.await(START_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            OptionalInt code = calls.end();
            close();
            if (code.isPresent()) {
                Logging.stop();
                Runtime.getRuntime().halt(code.getAsInt());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does; the process ends anyway
        }
    }
}

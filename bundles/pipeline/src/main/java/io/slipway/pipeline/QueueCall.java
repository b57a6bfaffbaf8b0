package io.slipway.pipeline;

import io.slipway.api.config.SettingException;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.queue.StoredQueue;
import io.slipway.api.queue.Vault;
import io.slipway.core.config.Configurations;
import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.Plan;
import io.slipway.core.plugin.Plugins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.osgi.framework.BundleContext;

/**
 * Opens a view of the queue that a file names, for one command. Takes no lock on the data folder, so it works beside a
 * running shipper; a queue on disk looks after itself.
 */
final class QueueCall {

    private final DataFolder data;
    private final Configurations configurations;
    private final Plugins plugins;

    QueueCall(BundleContext bundle, Configurations configurations, Plugins plugins) {
        this(new DataFolder(Path.of(bundle.getProperty("slipway.data"))), configurations, plugins);
    }

    QueueCall(DataFolder data, Configurations configurations, Plugins plugins) {
        this.data = data;
        this.configurations = configurations;
        this.plugins = plugins;
    }

    /** What a command does with the queue. */
    @FunctionalInterface
    interface Step {

        /** @return the exit code */
        int run(StoredQueue queue, Plan plan) throws IOException, InterruptedException;
    }

    /** Runs a command; what cannot be is said. */
    int run(Map<String, String> options, Step step) {
        Plan plan;
        try {
            plan = new CommandOptions(options).plan(configurations, MissingPlugin.NOTICE);
        } catch (InvalidConfiguration e) {
            e.problems().forEach(System.err::println);
            return ExitCode.BAD_CONFIGURATION;
        }
        String type = plan.queue().type();
        Optional<QueueFactory<?>> factory = plugins.queue(type);
        if (factory.isEmpty()) {
            System.err.println("The queue \"" + type + "\" is not installed, and nothing else can read what it keeps.");
            return ExitCode.OTHER;
        }
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        try {
            return run(factory.get(), plan, scheduler, step);
        } catch (InvalidConfiguration e) {
            e.problems().forEach(System.err::println);
            return ExitCode.BAD_CONFIGURATION;
        } catch (SettingException e) {
            System.err.println(plan.queue().settings().path() + "." + e.getMessage());
            return ExitCode.BAD_CONFIGURATION;
        } catch (IOException e) {
            System.err.println("queue " + type + ": " + (e.getMessage() == null ? e.toString() : e.getMessage()));
        } catch (InterruptedException e) {
            System.err.println("Interrupted.");
        } finally {
            scheduler.shutdownNow();
        }
        return ExitCode.OTHER;
    }

    /**
     * The vault of the queue.
     *
     * @throws IOException if it cannot be had, with a sentence that says why, without a full stop
     */
    Optional<Vault> vault(Map<String, String> options) throws IOException, InterruptedException {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        try {
            Plan plan = new CommandOptions(options).plan(configurations, MissingPlugin.NOTICE);
            QueueFactory<?> factory = plugins.queue(plan.queue().type())
                    .orElseThrow(
                            () -> new IOException("the queue \"" + plan.queue().type() + "\" is not installed"));
            return vault(factory, plan, scheduler);
        } catch (InvalidConfiguration | SettingException e) {
            throw new IOException("the configuration is not good (slipway test config says why)", e);
        } finally {
            scheduler.shutdownNow();
        }
    }

    private <S extends Record> Optional<Vault> vault(
            QueueFactory<S> factory, Plan plan, ScheduledThreadPoolExecutor scheduler)
            throws InvalidConfiguration, IOException, InterruptedException {
        return with(factory, plan, scheduler, factory::vault);
    }

    private <S extends Record> int run(
            QueueFactory<S> factory, Plan plan, ScheduledThreadPoolExecutor scheduler, Step step)
            throws InvalidConfiguration, IOException, InterruptedException {
        return with(factory, plan, scheduler, (settings, context) -> {
            Optional<StoredQueue> looked = factory.look(settings, context);
            if (looked.isEmpty()) {
                System.err.println("queue " + factory.type()
                        + ": keeps nothing outside a running shipper, so there is nothing to look at."
                        + " A queue.disk keeps its events.");
                return ExitCode.OTHER;
            }
            try (StoredQueue queue = looked.get()) {
                return step.run(queue, plan);
            }
        });
    }

    /** What is done with a factory. */
    @FunctionalInterface
    private interface Use<S, T> {
        T with(S settings, PluginContext context) throws Exception;
    }

    private <S extends Record, T> T with(
            QueueFactory<S> factory, Plan plan, ScheduledThreadPoolExecutor scheduler, Use<S, T> use)
            throws InvalidConfiguration, IOException, InterruptedException {
        S settings = plan.queue().settings().bind(factory.settings());
        PluginBundle bundle = PluginBundle.of(factory);
        Host host = new Host(plugins, data, InstantSource.system(), scheduler, Pause.real(), Duration.ZERO);
        Path folder = data.plugin("queue", plan.queue().type());
        boolean there = Files.exists(folder);
        try (InstanceContext context =
                new InstanceContext(host, "queue", plan.queue().type(), bundle, health -> {})) {
            return bundle.call(() -> use.with(settings, context));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            throw new IOException(bundle + " threw " + e + ", a bug of this plugin", e);
        } finally {
            if (!there) {
                removeIfEmpty(folder);
            }
        }
    }

    /** Looking leaves no trace: a folder made now may belong to another user than the shipper's. */
    private static void removeIfEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // there is something in it now
        }
    }
}

package io.slipway.pipeline;

import io.slipway.api.config.SettingException;
import io.slipway.api.plugin.Health;
import io.slipway.api.queue.EventQueue.Level;
import io.slipway.core.config.Configurations;
import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.Plan;
import io.slipway.core.intake.Ingest;
import io.slipway.core.plugin.Plugins;
import io.slipway.core.status.Status;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a plan until the calling thread is interrupted, and tells how it goes. Ends with 0 after a graceful stop, with 78
 * for a bad file, with 1 if it cannot listen or another shipper has the data folder, with 70 for a fault of our own.
 */
@Component(
        service = {ToIntFunction.class, Status.class},
        property = "slipway.command=run")
public final class RunCommand implements ToIntFunction<Map<String, String>>, Status {

    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Snapshot IDLE =
            new Snapshot("", 0, new Level(0, 0, 0, 0, 0), Health.HEALTHY, List.of(), 0, 0, List.of());

    private final Configurations configurations;
    private final Plugins plugins;
    private final List<Ingest> ingests;
    private final DataFolder data;
    private volatile Run current;

    @Activate
    public RunCommand(
            BundleContext bundle,
            @Reference Configurations configurations,
            @Reference Plugins plugins,
            @Reference List<Ingest> ingests) {
        this(new DataFolder(Path.of(bundle.getProperty("slipway.data"))), configurations, plugins, ingests);
    }

    RunCommand(DataFolder data, Configurations configurations, Plugins plugins, List<Ingest> ingests) {
        this.data = data;
        this.configurations = configurations;
        this.plugins = plugins;
        this.ingests = ingests;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        Plan plan;
        try {
            plan = new CommandOptions(options).plan(configurations, MissingPlugin.NOTICE);
        } catch (InvalidConfiguration e) {
            e.problems().forEach(System.err::println);
            return ExitCode.BAD_CONFIGURATION;
        }
        plan.notices().forEach(notice -> LOG.warn("{}", notice));
        try (FileChannel lock = data.lock()) {
            LOG.debug("data folder {} is ours: {}", data.root(), lock.isOpen());
            return run(plan);
        } catch (ClosedByInterruptException | FileLockInterruptionException e) {
            return ExitCode.FINE; // told to stop before it took anything
        } catch (IOException e) {
            System.err.println(e.getMessage());
            LOG.error("{}", e.getMessage());
            return ExitCode.OTHER;
        }
    }

    private int run(Plan plan) throws IOException {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(2, task -> {
            Thread thread = new Thread(task, "scheduler");
            thread.setDaemon(true);
            return thread;
        });
        scheduler.setRemoveOnCancelPolicy(true);
        Run run = new Run(
                plan, new Host(plugins, data, InstantSource.system(), scheduler, Pause.real(), PATIENCE), ingests);
        current = run;
        try {
            run.open();
            run.serve();
            return ExitCode.FINE;
        } catch (InterruptedException e) {
            return ExitCode.FINE;
        } catch (SettingException e) {
            String sentence = plan.queue().settings().path() + "." + e.getMessage();
            System.err.println(sentence);
            LOG.error("{}", sentence);
            return ExitCode.BAD_CONFIGURATION;
        } catch (RuntimeException | Error e) {
            LOG.error("shipper: a fault of our own.", e);
            return ExitCode.OURS;
        } finally {
            run.stop();
            current = null;
            scheduler.shutdownNow();
        }
    }

    @Override
    public Snapshot now() {
        Run running = current;
        return running == null ? IDLE : running.snapshot();
    }
}

package io.slipway.pipeline;

import io.slipway.api.output.OutputFactory;
import io.slipway.core.config.Configurations;
import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.Plan;
import io.slipway.core.plugin.Plugins;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Opens each output of a file, asks it whether its destination is there, and prints what it says. Sends nothing. Ends
 * with 0 if all are well, with 1 if one is not, with 78 for a bad file.
 */
@Component(service = ToIntFunction.class, property = "slipway.command=test-output")
public final class TestOutputCommand implements ToIntFunction<Map<String, String>> {

    private static final long PATIENCE = 30;

    private final DataFolder data;
    private final Configurations configurations;
    private final Plugins plugins;
    private final long patience;

    @Activate
    public TestOutputCommand(
            BundleContext bundle, @Reference Configurations configurations, @Reference Plugins plugins) {
        this(new DataFolder(Path.of(bundle.getProperty("slipway.data"))), configurations, plugins, PATIENCE);
    }

    /** @param patience seconds that each output has */
    TestOutputCommand(DataFolder data, Configurations configurations, Plugins plugins, long patience) {
        this.data = data;
        this.configurations = configurations;
        this.plugins = plugins;
        this.patience = patience;
    }

    @Override
    public int applyAsInt(Map<String, String> options) {
        Plan plan;
        try {
            plan = new CommandOptions(options).plan(configurations, MissingPlugin.PROBLEM);
        } catch (InvalidConfiguration e) {
            e.problems().forEach(System.err::println);
            return ExitCode.BAD_CONFIGURATION;
        }
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        Host host =
                new Host(plugins, data, InstantSource.system(), scheduler, Pause.real(), Duration.ofSeconds(patience));
        try {
            int code = ExitCode.FINE;
            for (OutputPlan output : plan.outputs()) {
                code = Math.max(code, test(output, host));
            }
            return code;
        } catch (InterruptedException e) {
            System.err.println("Interrupted.");
            return ExitCode.OTHER;
        } finally {
            scheduler.shutdownNow();
        }
    }

    /** On a thread of its own: an output that hangs must not keep the others from being tested. */
    private int test(OutputPlan output, Host host) throws InterruptedException {
        FutureTask<String> test = new FutureTask<>(() -> check(output, host));
        Thread thread = new Thread(test, "test-" + output.name());
        thread.setDaemon(true);
        thread.start();
        String who = "output " + output.name() + " (" + output.type() + "): ";
        try {
            String says = test.get(patience, TimeUnit.SECONDS);
            System.out.println(who + (says.isEmpty() ? "ok" : "ok, " + says));
            return ExitCode.FINE;
        } catch (ExecutionException e) {
            String reason = e.getCause().getMessage();
            System.err.println(who + (reason == null ? e.getCause().toString() : reason));
        } catch (TimeoutException e) {
            System.err.println(who + "gave no answer within " + patience + "s.");
        } finally {
            thread.interrupt();
        }
        return ExitCode.OTHER;
    }

    private String check(OutputPlan output, Host host) throws Exception {
        OutputFactory<?> factory = plugins.output(output.type())
                .orElseThrow(() -> new IllegalStateException("\"" + output.type() + "\" is not installed."));
        OutputInstance instance = OutputInstance.open(factory, output, host, health -> {});
        try {
            return instance.check();
        } finally {
            instance.close();
        }
    }
}

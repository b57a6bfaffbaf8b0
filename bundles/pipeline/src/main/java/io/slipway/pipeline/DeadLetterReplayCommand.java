package io.slipway.pipeline;

import io.slipway.core.config.Configurations;
import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.config.InvalidConfiguration;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Asks for the dead letters of one output to be offered to it again. The shipper that runs on the data folder does it,
 * and is waited for; without one the next start does it. Ends with 0 if it is done or will be, with 1 if it cannot be,
 * with 78 for a bad file.
 */
@Component(service = ToIntFunction.class, property = "slipway.command=dlq-replay")
public final class DeadLetterReplayCommand implements ToIntFunction<Map<String, String>> {

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(200);

    private final DataFolder data;
    private final Configurations configurations;
    private final Pause pause;

    @Activate
    public DeadLetterReplayCommand(BundleContext bundle, @Reference Configurations configurations) {
        this(new DataFolder(Path.of(bundle.getProperty("slipway.data"))), configurations, Pause.real());
    }

    DeadLetterReplayCommand(DataFolder data, Configurations configurations, Pause pause) {
        this.data = data;
        this.configurations = configurations;
        this.pause = pause;
    }

    @Override
    public int applyAsInt(Map<String, String> given) {
        CommandOptions options = new CommandOptions(given);
        try {
            return replay(options.get("output"), options.plan(configurations, MissingPlugin.NOTICE));
        } catch (InvalidConfiguration e) {
            e.problems().forEach(System.err::println);
            return ExitCode.BAD_CONFIGURATION;
        } catch (IOException e) {
            System.err.println("The dead letters cannot be replayed: " + e.getMessage());
        } catch (InterruptedException e) {
            System.err.println("Interrupted; the replay goes on without this command.");
        }
        return ExitCode.OTHER;
    }

    private int replay(String output, Plan plan) throws IOException, InterruptedException {
        boolean known = plan.outputs().stream().anyMatch(each -> each.name().equals(output));
        if (!known && output.equals(DataFolder.INTAKE)) {
            System.err.println(
                    "The dead letters of the intake are events that nothing can read, so they cannot be replayed"
                            + " as they are. They lie in \"" + data.intakeLetters()
                            + "\"; \"slipway dlq export intake\" prints them, one to a line, the bytes in \"raw\" as base64.");
            return ExitCode.OTHER;
        }
        if (!known) {
            System.err.println("There is no output \"" + output + "\". Outputs: "
                    + plan.outputs().stream().map(OutputPlan::name).collect(Collectors.joining(", ")) + ".");
            return ExitCode.OTHER;
        }
        Path folder = data.deadLetters(output);
        if (LetterFile.in(folder).stream().allMatch(DeadLetterReplayCommand::isEmpty)) {
            System.out.println("output " + output + ": has no dead letters.");
            return ExitCode.FINE;
        }
        Replay.ask(folder, Instant.now().toString());
        return await(output, folder);
    }

    private static boolean isEmpty(LetterFile file) {
        try {
            return file.size() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private int await(String output, Path folder) throws IOException, InterruptedException {
        Optional<String> owner = data.owner();
        if (owner.isEmpty()) {
            System.out.println("output " + output + ": no shipper runs here; the next start replays its dead letters.");
            return ExitCode.FINE;
        }
        while (Files.exists(Replay.request(folder))) {
            pause.await(LOOK);
            if (data.owner().isEmpty() && Files.exists(Replay.request(folder))) {
                System.err.println("output " + output + ": the shipper (process " + owner.get()
                        + ") has stopped; the next start goes on with the replay.");
                return ExitCode.OTHER;
            }
        }
        Replay.State result = Replay.state(folder);
        System.out.println("output " + output + ": " + result.delivered() + " delivered, " + result.putAside()
                + " put aside again.");
        if (result.unopened() > 0) {
            System.out.println("output " + output + ": " + result.unopened()
                    + " stay, as they are encrypted and the shipper cannot open them. \"slipway dlq list\" says why.");
        }
        return ExitCode.FINE;
    }
}

package io.slipway.cli;

import io.slipway.launcher.Installation;
import io.slipway.launcher.LogSettings;
import io.slipway.launcher.Logging;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the shipper until the process is told to end. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Run the shipper until it is told to stop (SIGTERM, Ctrl-C).")
final class RunCommand implements Callable<Integer> {

    /** What the process runs under; decides where logs go if nothing else says it. */
    enum Environment {
        DEFAULT,
        SYSTEMD,
        CONTAINER,
        MACOS_SERVICE,
        WINDOWS_SERVICE;

        boolean logsToFiles() {
            return this == MACOS_SERVICE || this == WINDOWS_SERVICE;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private ConfigFile config;

    @Mixin
    private Overrides overrides;

    @Option(names = "-e", description = "Log to the standard error stream, whatever the settings say.")
    private boolean toStandardError;

    @Option(
            names = "-d",
            paramLabel = "PARTS",
            split = ",",
            description = "Log these parts at debug level, such as pipeline,ingest.grpc; * means everything.")
    private List<String> debug = new ArrayList<>();

    @Option(names = "-v", description = "Log at info level at the least.")
    private boolean verbose;

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            defaultValue = "default",
            description =
                    "What the process runs under: ${COMPLETION-CANDIDATES}. The two services log to files by default.")
    private Environment environment;

    @Override
    public Integer call() throws IOException {
        Map<String, String> settings = overrides.byKey();
        Place place = Place.of(settings);
        Logging.start(
                logSettings(settings, place),
                Place.VERSION,
                Installation.ofProcess().terminal());
        Map<String, String> options = new HashMap<>(overrides.forHost());
        options.put("config", config.path(place));
        return HostCall.call(place, "run", options);
    }

    LogSettings logSettings(Map<String, String> settings, Place place) {
        LogSettings read = LogSettings.of(settings, Level.INFO, environment.logsToFiles(), place.logs());
        List<String> selectors = new ArrayList<>(read.selectors());
        selectors.addAll(debug);
        boolean raise = verbose && read.level().toInt() > Level.INFO.toInt();
        return new LogSettings(
                raise ? Level.INFO : read.level(), selectors, read.toFiles() && !toStandardError, read.files());
    }
}

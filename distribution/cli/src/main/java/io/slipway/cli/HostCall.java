package io.slipway.cli;

import io.slipway.launcher.Host;
import io.slipway.launcher.Launcher;
import io.slipway.launcher.LogSettings;
import io.slipway.launcher.Logging;
import java.io.IOException;
import java.util.Map;
import org.slf4j.event.Level;

/** Calls a command that a bundle offers: starts the framework, waits for the answer, stops the framework. */
final class HostCall {

    private HostCall() {}

    /** Logs warnings only, for a person, so that what the command says stands out. */
    static int quietly(Overrides overrides, String command, Map<String, String> options) throws IOException {
        Map<String, String> settings = overrides.byKey();
        Place place = Place.of(settings);
        Logging.start(LogSettings.of(settings, Level.WARN, false, place.logs()), Place.VERSION, true);
        return call(place, command, options);
    }

    static int call(Place place, String command, Map<String, String> options) throws IOException {
        try (Host host = Launcher.start(place.home(), place.properties())) {
            return host.call(command, options);
        }
    }
}

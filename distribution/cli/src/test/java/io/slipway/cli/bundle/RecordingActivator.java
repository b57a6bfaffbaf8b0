package io.slipway.cli.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** The activator of a bundle that tests install: offers every command, and writes down how it was called. */
public final class RecordingActivator implements BundleActivator {

    private static final List<String> COMMANDS = List.of(
            "run",
            "test-config",
            "test-output",
            "config-schema",
            "config-defaults",
            "config-show",
            "keystore-create",
            "keystore-add",
            "keystore-list",
            "keystore-remove",
            "queue-list",
            "queue-inspect",
            "queue-verify",
            "queue-export",
            "queue-drop",
            "queue-backup",
            "dlq-list",
            "dlq-export",
            "dlq-replay");

    @Override
    public void start(BundleContext context) {
        Path file = Path.of(context.getProperty("slipway.data"), "called");
        for (String name : COMMANDS) {
            ToIntFunction<Map<String, String>> command = options -> record(file, name + " " + new TreeMap<>(options));
            context.registerService(ToIntFunction.class, command, new Hashtable<>(Map.of("slipway.command", name)));
        }
    }

    @Override
    public void stop(BundleContext context) {}

    private static int record(Path file, String call) {
        try {
            Files.writeString(file, call);
            return 42;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.slipway.launcher.bundle;

import java.util.Hashtable;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** The activator of a bundle that tests install: offers the command {@code echo}, which returns its option {@code code}. */
public final class EchoActivator implements BundleActivator {

    @Override
    public void start(BundleContext context) {
        ToIntFunction<Map<String, String>> echo = options -> Integer.parseInt(options.get("code"));
        context.registerService(ToIntFunction.class, echo, new Hashtable<>(Map.of("slipway.command", "echo")));
    }

    @Override
    public void stop(BundleContext context) {}
}

package io.slipway.pipeline;

import java.util.concurrent.Callable;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

/**
 * The bundle behind a plugin: what to call it in a message, and the class loader its code expects.
 *
 * @param name symbolic name and version
 */
record PluginBundle(String name, ClassLoader loader) {

    static PluginBundle of(Object plugin) {
        Class<?> type = plugin.getClass();
        Bundle bundle = FrameworkUtil.getBundle(type);
        String name = bundle == null ? type.getName() : bundle.getSymbolicName() + " " + bundle.getVersion();
        return new PluginBundle(name, type.getClassLoader());
    }

    /** Runs {@code call} with the plugin's class loader as the thread's: many client libraries look for classes there. */
    <T> T call(Callable<T> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return call.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}

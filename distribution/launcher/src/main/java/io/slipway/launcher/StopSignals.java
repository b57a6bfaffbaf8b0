package io.slipway.launcher;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What SIGINT and SIGTERM do: the first ends the process in good order, the second at once.
 *
 * <p>By reflection, because the compiler warns of this part of the JDK in a way that cannot be turned off. Where it is missing or
 * signals are left to the environment ({@code -Xrs}), the JVM's own handling stays.
 */
final class StopSignals {

    private static final int SIGNALLED = 128;

    private StopSignals() {}

    static void secondOneHalts() {
        AtomicBoolean ending = new AtomicBoolean();
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Method number = signal.getMethod("getNumber");
            Object ours = Proxy.newProxyInstance(
                    StopSignals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (!method.getName().equals("handle")) {
                            return method.getName().equals("equals") ? self == arguments[0] : 0;
                        }
                        int code = SIGNALLED + (int) number.invoke(arguments[0]);
                        if (ending.getAndSet(true)) {
                            Runtime.getRuntime().halt(code);
                        }
                        System.exit(code);
                        return null;
                    });
            for (String name : new String[] {"INT", "TERM"}) {
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
            }
        } catch (ReflectiveOperationException e) {
            // the JVM's own handling stays: the first signal ends in good order, the second waits with it
        }
    }
}

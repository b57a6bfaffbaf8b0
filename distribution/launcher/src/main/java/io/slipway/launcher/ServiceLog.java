package io.slipway.launcher;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LoggerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The framework's log service over slf4j, for the bundles that know no other, such as Declarative Services.
 *
 * <p>The service's interfaces have some thirty methods that differ only in their arguments, so both are proxies.
 */
final class ServiceLog implements InvocationHandler {

    private final Logger log;
    private final boolean printf;

    private ServiceLog(Logger log, boolean printf) {
        this.log = log;
        this.printf = printf;
    }

    static LoggerFactory factory() {
        return (LoggerFactory) proxy(LoggerFactory.class, (self, method, arguments) -> switch (method.getName()) {
            case "getLogger" -> logger(arguments);
            default -> ofObject(self, method, arguments);
        });
    }

    /** Of {@code (name)}, {@code (class)}, {@code (name, type)}, {@code (class, type)} and {@code (bundle, name, type)}. */
    private static Object logger(Object... arguments) {
        Object name = arguments.length == 3 ? arguments[1] : arguments[0];
        Class<?> type =
                arguments.length == 1 ? org.osgi.service.log.Logger.class : (Class<?>) arguments[arguments.length - 1];
        String text = name instanceof Class<?> named ? named.getName() : String.valueOf(name);
        if (arguments.length == 3 && text.equals(Logger.ROOT_LOGGER_NAME)) {
            text = ((Bundle) arguments[0]).getSymbolicName();
        }
        boolean printf = FormatterLogger.class.isAssignableFrom(type);
        return proxy(type, new ServiceLog(org.slf4j.LoggerFactory.getLogger(text), printf));
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) {
        String name = method.getName();
        if (name.equals("getName")) {
            return log.getName();
        }
        if (name.startsWith("is") && name.endsWith("Enabled")) {
            return log.isEnabledForLevel(level(name.substring(2, name.length() - "Enabled".length())));
        }
        if (arguments == null
                || !(arguments[0] instanceof String message)
                || method.getDeclaringClass() == Object.class) {
            return ofObject(self, method, arguments);
        }
        Object[] rest = arguments.length == 1 ? new Object[0] : rest(arguments);
        LoggingEventBuilder line = log.atLevel(level(name));
        for (Object argument : rest) {
            if (argument instanceof Throwable error) {
                line = line.setCause(error);
            } else if (!printf && !(argument instanceof ServiceReference<?>)) {
                line = line.addArgument(argument);
            }
        }
        line.log(printf ? String.format(Locale.ROOT, message, rest) : message);
        return null;
    }

    private static Object[] rest(Object... arguments) {
        if (arguments.length == 2 && arguments[1] instanceof Object[] list) {
            return list;
        }
        return Arrays.copyOfRange(arguments, 1, arguments.length);
    }

    private static Level level(String name) {
        return name.equalsIgnoreCase("audit") ? Level.INFO : Level.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static Object ofObject(Object self, Method method, Object... arguments) {
        return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> "log service";
            default -> null;
        };
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(ServiceLog.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}

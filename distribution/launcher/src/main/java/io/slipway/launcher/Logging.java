package io.slipway.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import co.elastic.logging.logback.EcsEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Sets up the process's log: ECS JSON, or lines for a person at a terminal. Nothing is logged before {@link #start}. */
public final class Logging {

    private static final String OURS = "io.slipway";
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %msg%n%ex{short}";

    private Logging() {}

    /**
     * Logs by {@code settings} from now on, in place of what was before.
     *
     * @param version the product's, for the field {@code service.version}
     * @param forPerson plain lines, where the standard error stream is what is written to
     */
    public static void start(LogSettings settings, String version, boolean forPerson) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        if (settings.toFiles()) {
            root.addAppender(LogFiles.appender(context, settings.files(), ecs(context, version)));
        } else {
            root.addAppender(standardError(context, forPerson ? plain(context) : ecs(context, version)));
        }
        setLevels(context, root, settings);
        if (!SLF4JBridgeHandler.isInstalled()) {
            SLF4JBridgeHandler.removeHandlersForRootLogger(); // gRPC logs to java.util.logging
            SLF4JBridgeHandler.install();
        }
    }

    /** Writes out what is held back and closes files. */
    public static void stop() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    private static void setLevels(LoggerContext context, ch.qos.logback.classic.Logger root, LogSettings settings) {
        Level level = Level.convertAnSLF4JLevel(settings.level());
        boolean all = settings.selectors().contains("*");
        root.setLevel(all ? Level.DEBUG : level.isGreaterOrEqual(Level.WARN) ? level : Level.WARN);
        context.getLogger(OURS).setLevel(all ? Level.DEBUG : level);
        settings.selectors().stream()
                .filter(selector -> !selector.equals("*"))
                .forEach(selector -> context.getLogger(OURS + "." + selector).setLevel(Level.DEBUG));
        if (!all) {
            context.getLogger("io.netty.bootstrap").setLevel(Level.ERROR); // warns of TCP options at each Unix socket
        }
    }

    private static Appender<ILoggingEvent> standardError(LoggerContext context, Encoder<ILoggingEvent> encoder) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    private static Encoder<ILoggingEvent> plain(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private static Encoder<ILoggingEvent> ecs(LoggerContext context, String version) {
        EcsEncoder encoder = new EcsEncoder();
        encoder.setContext(context);
        encoder.setServiceName("slipway");
        encoder.setServiceVersion(version);
        encoder.start();
        return encoder;
    }
}

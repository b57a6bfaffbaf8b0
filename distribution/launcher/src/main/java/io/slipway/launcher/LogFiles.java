package io.slipway.launcher;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Log files that are bounded in size and number and have their permissions from the first byte. */
final class LogFiles {

    private LogFiles() {}

    static Appender<ILoggingEvent> appender(
            LoggerContext context, LogSettings.Files settings, Encoder<ILoggingEvent> encoder) {
        RollingFileAppender<ILoggingEvent> appender = withPermissions(settings.permissions());
        appender.setContext(context);
        appender.setFile(settings.path().resolve(settings.name() + ".ndjson").toString());
        appender.setEncoder(encoder);

        FixedWindowRollingPolicy window = windowOf(settings.keepFiles());
        window.setContext(context);
        window.setParent(appender);
        window.setFileNamePattern(
                settings.path().resolve(settings.name() + ".%i.ndjson").toString());
        window.start();

        SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setContext(context);
        size.setMaxFileSize(new FileSize(settings.rotateEveryBytes()));
        size.setCheckIncrement(Duration.buildByMilliseconds(0)); // its default is to look once a minute
        size.start();

        appender.setRollingPolicy(window);
        appender.setTriggeringPolicy(size);
        appender.start();
        return appender;
    }

    private static FixedWindowRollingPolicy windowOf(int files) {
        FixedWindowRollingPolicy window = new FixedWindowRollingPolicy() {
            @Override
            protected int getMaxWindowSize() {
                return files;
            }
        };
        window.setMinIndex(1);
        window.setMaxIndex(files);
        return window;
    }

    private static RollingFileAppender<ILoggingEvent> withPermissions(Set<PosixFilePermission> permissions) {
        return new RollingFileAppender<>() {
            @Override
            public void openFile(String name) throws IOException {
                create(Path.of(name), permissions);
                super.openFile(name);
            }
        };
    }

    private static void create(Path file, Set<PosixFilePermission> permissions) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
        Files.createDirectories(file.toAbsolutePath().getParent());
        try {
            Files.createFile(file, attributes);
        } catch (FileAlreadyExistsException e) {
            return; // goes on where the last process ended
        }
    }
}

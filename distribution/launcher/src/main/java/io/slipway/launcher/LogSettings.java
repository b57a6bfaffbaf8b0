package io.slipway.launcher;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.event.Level;

/**
 * What is logged, and where to.
 *
 * @param level of our own bundles and plugins; libraries log warnings at the least level, unless {@code selectors} has {@code *}
 * @param selectors parts of the product to log at debug, by the name behind {@code io.slipway.}; {@code *} means everything
 * @param toFiles files instead of the standard error stream
 * @param files where, if so
 */
public record LogSettings(Level level, List<String> selectors, boolean toFiles, Files files) {

    /**
     * Log files: {@code name.ndjson} and older ones numbered from 1.
     *
     * @param rotateEveryBytes begin a new file before this one grows past this size
     * @param keepFiles how many older ones stay
     * @param permissions of each new file, where the file system knows such
     */
    public record Files(
            Path path, String name, long rotateEveryBytes, int keepFiles, Set<PosixFilePermission> permissions) {
        public Files {
            permissions = Set.copyOf(permissions);
        }
    }

    /** Values that do not fit, a sentence each, a line each. */
    public static final class Invalid extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        Invalid(String sentences) {
            super(sentences);
        }
    }

    private static final long LEAST_ROTATE = 100 * 1024;
    private static final int MOST_FILES = 1024;
    private static final String FILES = "logging.files.";

    public LogSettings {
        selectors = List.copyOf(selectors);
    }

    /**
     * Reads {@code logging.*} keys; others are not looked at.
     *
     * @param settings by dotted key, values as written
     * @param toFiles where logs go if no key says it
     * @param folder where log files go if no key says it
     * @throws Invalid naming every value that does not fit, a sentence each
     */
    public static LogSettings of(Map<String, String> settings, Level level, boolean toFiles, Path folder) {
        List<String> mistakes = new ArrayList<>();
        Reader read = new Reader(settings, mistakes);
        boolean files = read.flag("logging.to_files", toFiles);
        if (read.flag("logging.to_stderr", false)) {
            files = false;
        }
        LogSettings made = new LogSettings(
                read.level("logging.level", level),
                read.list("logging.selectors"),
                files,
                new Files(
                        folder.resolve(settings.getOrDefault(FILES + "path", "")),
                        settings.getOrDefault(FILES + "name", "slipway"),
                        read.number(FILES + "rotateeverybytes", 10L * 1024 * 1024, LEAST_ROTATE, Long.MAX_VALUE),
                        (int) read.number(FILES + "keepfiles", 7, 1, MOST_FILES),
                        read.permissions(FILES + "permissions")));
        if (!mistakes.isEmpty()) {
            throw new Invalid(String.join("\n", mistakes));
        }
        return made;
    }

    private record Reader(Map<String, String> settings, List<String> mistakes) {

        Level level(String key, Level byDefault) {
            String value = settings.getOrDefault(key, byDefault.name()).toLowerCase(Locale.ROOT);
            return switch (value) {
                case "error", "critical" -> Level.ERROR;
                case "warning", "warn" -> Level.WARN;
                case "info" -> Level.INFO;
                case "debug" -> Level.DEBUG;
                default -> {
                    mistakes.add(key + ": \"" + value + "\" must be one of error, warning, info, debug.");
                    yield byDefault;
                }
            };
        }

        boolean flag(String key, boolean byDefault) {
            String value = settings.getOrDefault(key, String.valueOf(byDefault));
            if (!value.equals("true") && !value.equals("false")) {
                mistakes.add(key + ": \"" + value + "\" must be true or false.");
            }
            return value.equals("true");
        }

        List<String> list(String key) {
            String value = settings.getOrDefault(key, "").replaceAll("[\\[\\]\"' ]", "");
            return value.isEmpty() ? List.of() : List.of(value.split(","));
        }

        long number(String key, long byDefault, long least, long most) {
            String value = settings.getOrDefault(key, String.valueOf(byDefault));
            long number = value.matches("[0-9]{1,18}") ? Long.parseLong(value) : -1;
            if (number < least || number > most) {
                mistakes.add(key + ": \"" + value + "\" must be a whole number of at least " + least
                        + (most == Long.MAX_VALUE ? "." : " and at most " + most + "."));
            }
            return number;
        }

        Set<PosixFilePermission> permissions(String key) {
            String value = settings.getOrDefault(key, "0600");
            if (!value.matches("0?[0-7]{3}")) {
                mistakes.add(key + ": \"" + value + "\" must be an octal number such as 0600.");
                return Set.of();
            }
            int bits = Integer.parseInt(value, 8);
            Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
            for (PosixFilePermission permission : PosixFilePermissions.fromString("rwxrwxrwx")) {
                if ((bits >> (PosixFilePermission.values().length - 1 - permission.ordinal()) & 1) == 1) {
                    permissions.add(permission);
                }
            }
            return permissions;
        }
    }
}

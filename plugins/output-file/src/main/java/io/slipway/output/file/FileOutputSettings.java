package io.slipway.output.file;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The settings of a file output. */
record FileOutputSettings(
        @Setting("The folder to write to; made if it is not there. May hold the time of opening, as in"
                + " `/archive/%{+yyyy.MM}`, in UTC.")
        Path path,

        @Setting(value = "How the names of its files begin.", byDefault = "slipway")
        String filename,

        @Setting(value = "Start a new file before this one grows past this size.", byDefault = "10MiB")
        ByteSize rotateEvery,

        @Setting("Old form of `rotate_every`, in KiB; counts if both are given.")
        Optional<Integer> rotateEveryKb,

        @Setting(value = "How many files to keep, from 2 to 1024; older ones are deleted.", byDefault = "7")
        int numberOfFiles,

        @Setting(value = "The rights of its files, in octal.", byDefault = "0600")
        String permissions,

        @Setting(
                value = "Start a new file when the output is opened, rather than go on with the newest.",
                byDefault = "true")
        boolean rotateOnStartup,

        @Setting(value = "How an event is written.", byDefault = "json")
        EncoderChoice codec,

        @Setting(
                value =
                        "When written events are synced to disk: `batch`, before they count as delivered; `interval`, soon"
                                + " after; `never`, when the operating system likes.",
                byDefault = "batch")
        Fsync fsync,

        @Setting(value = "How soon with `fsync: interval`.", byDefault = "1s")
        Duration fsyncInterval) {

    private static final int MOST_FILES = 1024;
    private static final int LARGEST_KIB = 1 << 30;

    FileOutputSettings {
        FolderPattern.check(path);
        if (filename.isBlank() || filename.contains("/") || filename.contains("\\")) {
            throw new SettingException("filename", filename, "must be a name without slashes");
        }
        if (rotateEvery.bytes() < 1) {
            throw new SettingException("rotate_every", rotateEvery, "must be at least 1");
        }
        if (rotateEveryKb.isPresent() && (rotateEveryKb.get() < 1 || rotateEveryKb.get() > LARGEST_KIB)) {
            throw new SettingException("rotate_every_kb", rotateEveryKb.get(), "must be from 1 to " + LARGEST_KIB);
        }
        if (numberOfFiles < 2 || numberOfFiles > MOST_FILES) {
            throw new SettingException("number_of_files", numberOfFiles, "must be from 2 to " + MOST_FILES);
        }
        if (!permissions.matches("0?[0-7]{3}")) {
            throw new SettingException("permissions", permissions, "must be three octal digits such as 0600");
        }
        if (fsyncInterval.isNegative() || fsyncInterval.isZero()) {
            throw new SettingException("fsync_interval", fsyncInterval, "must be more than 0");
        }
    }

    /** The folder, if opened at {@code now}. */
    Path folder(Instant now) {
        return FolderPattern.at(path, now);
    }

    long rotateBytes() {
        return rotateEveryKb.map(kibibytes -> kibibytes * 1024L).orElse(rotateEvery.bytes());
    }

    Set<PosixFilePermission> rights() {
        int bits = Integer.parseInt(permissions, 8);
        Set<PosixFilePermission> rights = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int i = 0; i < all.length; i++) {
            if ((bits & (1 << (all.length - 1 - i))) != 0) {
                rights.add(all[i]);
            }
        }
        return rights;
    }

    /** When what was written is synced to disk. */
    enum Fsync {
        BATCH,
        INTERVAL,
        NEVER
    }
}

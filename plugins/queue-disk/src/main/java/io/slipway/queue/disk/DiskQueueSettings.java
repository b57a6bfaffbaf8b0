package io.slipway.queue.disk;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The settings of a queue on disk. */
record DiskQueueSettings(
        @Setting("Its folder; a folder of the queue's own under the data folder if not given.")
        Optional<Path> path,

        @Setting(
                value =
                        "The most bytes it takes on disk; further events wait at the door. At least `10MB`; less if the volume has less. 0: what the volume has.",
                byDefault = "10GB")
        ByteSize maxSize,

        @Setting(
                "The size at which a new file is begun; `64MiB` or a tenth of max_size if not given, whichever is less. From `1MB` to `256MiB`, and at most half of max_size.")
        Optional<ByteSize> segmentSize,

        @Setting(
                "The largest event; larger ones go to the dead letters of the intake. An eighth of the heap or the segment size if not given, whichever is less.")
        Optional<ByteSize> maxEventSize,

        @Setting(
                value =
                        "When an event counts as stored: `sync`: once it is safe on the device; `interval`: once the operating system has it, so a power loss may cost the last sync_interval.",
                byDefault = "sync")
        Durability durability,

        @Setting(value = "How often data are made safe with `durability: interval`.", byDefault = "500ms")
        Duration syncInterval,

        @Setting("The form in which events are stored: `protobuf`, `cbor`, `json`; as they came if not given.")
        Optional<String> serializer,

        @Setting(value = "`none`, `lz4` (fast) or `zstd` (small).", byDefault = "none")
        Compression compression,

        @Setting("Encrypts what is stored, if it has a key.")
        Encryption encryption,

        @Setting(value = "The first wait after the disk failed; each further wait is twice as long.", byDefault = "1s")
        Duration retryInterval,

        @Setting(value = "The longest wait after the disk failed.", byDefault = "30s")
        Duration maxRetryInterval,

        @Setting("Of older configurations: true means `compression: lz4`.")
        Optional<Boolean> useCompression,

        @Setting(value = "Of older configurations: a key named `password` made of this pass phrase.", secret = true)
        Optional<String> encryptionPassword,

        @Setting("Of older configurations; without effect, as what is read ahead is bounded in bytes.")
        Optional<Integer> readAhead,

        @Setting("Of older configurations; without effect, as what is written ahead is bounded in bytes.")
        Optional<Integer> writeAhead) {

    private static final ByteSize LEAST_SIZE = ByteSize.ofBytes(10_000_000);
    private static final ByteSize LEAST_SEGMENT = ByteSize.ofBytes(1_000_000);
    private static final ByteSize LEAST_EVENT = ByteSize.ofBytes(1024);

    DiskQueueSettings {
        if (maxSize.bytes() != 0 && maxSize.compareTo(LEAST_SIZE) < 0) {
            throw new SettingException("max_size", maxSize, "must be at least 10MB, or 0 for what the volume has");
        }
        if (segmentSize.isPresent()) {
            ByteSize size = segmentSize.get();
            if (size.compareTo(LEAST_SEGMENT) < 0) {
                throw new SettingException("segment_size", size, "must be at least 1MB");
            }
            if (maxSize.bytes() != 0 && size.bytes() > maxSize.bytes() / 2) {
                throw new SettingException("segment_size", size, "must be at most half of max_size, " + maxSize);
            }
        }
        if (maxEventSize.isPresent() && maxEventSize.get().compareTo(LEAST_EVENT) < 0) {
            throw new SettingException("max_event_size", maxEventSize.get(), "must be at least " + LEAST_EVENT);
        }
        positive("sync_interval", syncInterval);
        positive("retry_interval", retryInterval);
        if (maxRetryInterval.compareTo(retryInterval) < 0) {
            throw new SettingException(
                    "max_retry_interval", maxRetryInterval, "must not be shorter than retry_interval");
        }
        if (useCompression.orElse(false) && compression == Compression.NONE) {
            compression = Compression.LZ4;
        }
        if (encryptionPassword.isPresent() && encryptionPassword.get().isEmpty()) {
            encryptionPassword = Optional.empty(); // "off" in older configurations
        }
    }

    private static void positive(String key, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new SettingException(key, duration, "must be longer than 0s");
        }
    }

    /** When an event counts as stored. */
    enum Durability {
        SYNC,
        INTERVAL
    }

    /** The keys. */
    record Encryption(
            @Setting(
                    "The keys: new files are encrypted with the first, files of older ones stay readable while their key is here.")
            List<Key> keys) {

        Encryption {
            Set<String> aliases = new HashSet<>();
            for (Key key : keys) {
                if (!aliases.add(key.alias())) {
                    throw new SettingException("keys", key.alias(), "names two keys; give each its own alias");
                }
            }
        }
    }

    /** One key, from exactly one place. */
    record Key(
            @Setting("Its name, kept with what it encrypts; a new key gets a new one.")
            String alias,

            @Setting(
                    value =
                            "The key itself: 32 bytes in base64 or hexadecimal digits, or a pass phrase of 12 characters and more. Best `${NAME}` of the keystore.",
                    secret = true)
            Optional<String> value,

            @Setting("A file that holds the key.") Optional<Path> file,

            @Setting("A program and its arguments that prints the key; it has 30 seconds.")
            List<String> command) {

        private static final int LEAST_PASS_PHRASE = 12;

        Key {
            int places = (value.isPresent() ? 1 : 0) + (file.isPresent() ? 1 : 0) + (command.isEmpty() ? 0 : 1);
            if (places != 1) {
                throw new SettingException("alias", alias, "needs exactly one of value, file and command beside it");
            }
            if (value.isPresent() && value.get().length() < LEAST_PASS_PHRASE) {
                throw new SettingException(
                        "value",
                        "***",
                        "must be 32 bytes in base64 or hexadecimal digits, or a pass phrase of 12 characters and more");
            }
            if (!alias.matches("[A-Za-z0-9._-]{1,32}")) {
                throw new SettingException(
                        "alias", alias, "must be 1 to 32 letters, digits, dots, dashes and underscores");
            }
        }
    }
}

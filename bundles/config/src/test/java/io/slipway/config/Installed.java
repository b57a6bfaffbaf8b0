package io.slipway.config;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import io.slipway.api.output.Output;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.EventQueue;
import io.slipway.api.queue.QueueFactory;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncoderFactory;
import io.slipway.api.serializer.Serializer;
import io.slipway.core.plugin.Plugins;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Plugins with settings of every type; none of them can be opened. */
final class Installed implements Plugins {

    private final Map<String, OutputFactory<?>> outputs = new TreeMap<>();
    private final Map<String, QueueFactory<?>> queues = new TreeMap<>();
    private final Map<String, EncoderFactory<?>> encoders = new TreeMap<>();

    Installed() {
        output("console", ConsoleSettings.class);
        output("file", FileSettings.class);
        output("all", AllSettings.class);
        queues.put("mem", new StandInQueue<>("mem", MemorySettings.class));
        encoders.put("json", new StandInEncoder<>("json", JsonSettings.class));
        encoders.put("format", new StandInEncoder<>("format", FormatSettings.class));
    }

    <S extends Record> Installed output(String type, Class<S> settings) {
        outputs.put(type, new StandInOutput<>(type, settings));
        return this;
    }

    Installed queue(String type, Class<? extends Record> settings) {
        queues.put(type, new StandInQueue<>(type, settings));
        return this;
    }

    Installed withoutEncoder(String id) {
        encoders.remove(id);
        return this;
    }

    record ConsoleSettings(
            @Setting(value = "How events look.", byDefault = "json")
            EncoderChoice codec) {}

    record FileSettings(
            @Setting("The folder of the files.") Path path,

            @Setting(value = "How events look.", byDefault = "json")
            EncoderChoice codec,

            @Setting(value = "Start a new file before this one grows past this size.", byDefault = "10MiB")
            ByteSize rollSize) {

        FileSettings {
            if (rollSize.bytes() < 1 << 20) {
                throw new SettingException("roll_size", rollSize, "must be at least 1MiB");
            }
        }
    }

    record MemorySettings(
            @Setting(value = "The most events.", byDefault = "4096")
            int events,

            @Setting("When events are handed out.") Flush flush) {

        record Flush(
                @Setting(value = "The fewest events.", byDefault = "2048", aliases = ".flushminevents")
                int minEvents,

                @Setting(value = "The longest wait.", byDefault = "1s", aliases = ".flushtimeout")
                Duration timeout) {}

        MemorySettings {
            if (events < 1) {
                throw new SettingException("events", events, "must be at least 1");
            }
            if (flush.minEvents() > events) {
                throw new SettingException("flush.min_events", flush.minEvents(), "must not be above events");
            }
        }
    }

    record JsonSettings(
            @Setting(value = "Whether to indent.", byDefault = "false")
            boolean pretty) {}

    record FormatSettings(@Setting("The format string.") String string) {}

    enum Level {
        LOW,
        VERY_HIGH
    }

    record AllSettings(
            @Setting(value = "A text.", byDefault = "a text")
            String text,

            @Setting(value = "A switch.", byDefault = "true")
            boolean flag,

            @Setting(value = "A number.", byDefault = "7") int number,

            @Setting(value = "A large number.", byDefault = "8")
            long large,

            @Setting(value = "A ratio.", byDefault = "0.5") double ratio,

            @Setting(value = "A wait.", byDefault = "1m30s") Duration pause,

            @Setting(value = "A size.", byDefault = "64MiB") ByteSize size,

            @Setting(value = "A folder.", byDefault = "${path.data}/all")
            Path folder,

            @Setting(value = "A level.", byDefault = "low") Level level,

            @Setting("A list.") List<String> hosts,

            @Setting("Numbers.") List<Integer> statuses,

            @Setting("A map.") Map<String, String> headers,

            @Setting("Maybe a number.") Optional<Integer> maybe,

            @Setting("Rules.") List<Rule> rules,

            @Setting(
                    value = "A secret.",
                    byDefault = "",
                    secret = true,
                    aliases = {"pass"})
            String password,

            @Setting(value = "A secret number.", byDefault = "1", secret = true)
            int pin,

            @Setting(value = "A batch of its own.", byDefault = "10")
            int batchSize) {

        record Rule(
                @Setting("Where to.") String topic,
                @Setting("Texts.") Map<String, String> mappings) {}

        AllSettings {
            if (pin < 0) {
                throw new SettingException("pin", pin, "must not be negative");
            }
            if (number < 0) {
                throw new SettingException("number", number, "must not be negative");
            }
        }
    }

    @Override
    public Optional<OutputFactory<?>> output(String type) {
        return Optional.ofNullable(outputs.get(type));
    }

    @Override
    public Optional<QueueFactory<?>> queue(String type) {
        return Optional.ofNullable(queues.get(type));
    }

    @Override
    public Optional<EncoderFactory<?>> encoder(String id) {
        return Optional.ofNullable(encoders.get(id));
    }

    @Override
    public Optional<Serializer> serializer(String id) {
        return Optional.empty();
    }

    @Override
    public Set<String> installed(Kind kind) {
        return switch (kind) {
            case OUTPUT -> outputs.keySet();
            case QUEUE -> queues.keySet();
            case ENCODER -> encoders.keySet();
            case SERIALIZER -> Set.of();
        };
    }

    @Override
    public Runnable onChange(Runnable listener) {
        return () -> {};
    }

    private record StandInOutput<S extends Record>(String type, Class<S> settings) implements OutputFactory<S> {
        @Override
        public Output open(S settings, PluginContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private record StandInQueue<S extends Record>(String type, Class<S> settings) implements QueueFactory<S> {
        @Override
        public boolean durable() {
            return !type.equals("mem");
        }

        @Override
        public EventQueue open(S settings, PluginContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private record StandInEncoder<S extends Record>(String id, Class<S> settings) implements EncoderFactory<S> {
        @Override
        public Encoder open(S settings, PluginContext context) {
            throw new UnsupportedOperationException();
        }
    }
}

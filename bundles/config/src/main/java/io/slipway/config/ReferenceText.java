package io.slipway.config;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.core.plugin.Plugins;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the reference page of the configuration: a Markdown table for each section. */
final class ReferenceText {

    private static final String START = """
            # Configuration reference

            Made from the settings of the host and of every plugin that is installed, by the command `config-reference`; do not edit.

            A key with dots, such as `flush.timeout`, may be written with dots or as nested groups. Sizes are written `64MiB`,
            `10MB` or in bytes, durations `1m30s`, `250ms` or in seconds. A list of one may be written without brackets.
            `${NAME}` takes a value from the keystore or the environment, `${NAME:text}` has a default, `${NAME:?text}` says why
            it must be set, `${NAME:+text}` stands for the text if it is set, `$$` is a `$`. `${path.home}`, `${path.config}`,
            `${path.data}` and `${path.logs}` are folders. Relative paths start from `${path.data}`, those of PEM files from the
            folder of the configuration file.

            `http`, `logging`, `monitoring`, `path` and `type` at the root are read and without effect.
            """;

    private ReferenceText() {}

    static String of(Plugins plugins) {
        StringBuilder page = new StringBuilder(START);
        for (Chapters.Chapter chapter : Chapters.of(plugins)) {
            page.append("\n## ").append(heading(chapter)).append("\n\n");
            page.append(place(chapter)).append("\n\n");
            if (chapter.entries().isEmpty()) {
                page.append("No settings of its own.\n");
                continue;
            }
            page.append("| Setting | Type | Default | |\n|---|---|---|---|\n");
            chapter.entries().forEach(entry -> row(page, "", entry));
        }
        return page.toString();
    }

    private static String heading(Chapters.Chapter chapter) {
        return switch (chapter.kind()) {
            case SHIPPER -> "Shipper";
            case SERVER -> "Server";
            case DELIVERY -> "Every output";
            case QUEUE -> "Queue `" + chapter.word() + "`";
            case OUTPUT -> "Output `" + chapter.word() + "`";
            case ENCODER -> "Encoder `" + chapter.word() + "`";
        };
    }

    private static String place(Chapters.Chapter chapter) {
        return switch (chapter.kind()) {
            case SHIPPER -> "Under `shipper`.";
            case SERVER ->
                "Under `shipper.server`. Files of the Elastic shipper's versions 8.5 to 8.7 have `server.port`,"
                        + " `server.tls`, `server.cert`, `server.key` and `server.strict_mode` at the root instead.";
            case DELIVERY -> "Beside the output's own settings.";
            case QUEUE -> "Under `shipper.queue." + chapter.word() + "`.";
            case OUTPUT ->
                "Under `shipper.output." + chapter.word() + "`, or under a name in `shipper.outputs` with `type: "
                        + chapter.word() + "`.";
            case ENCODER -> "Under `codec." + chapter.word() + "` of an output.";
        };
    }

    private static void row(StringBuilder page, String prefix, SettingEntry entry) {
        String key = prefix + entry.key();
        Optional<Class<? extends Record>> group = entry.group();
        if (group.isPresent()) {
            SettingsModel.of(group.get()).entries().forEach(inner -> row(page, key + ".", inner));
            return;
        }
        page.append("| `").append(key).append("` | ").append(type(entry.type())).append(" | ");
        page.append(byDefault(entry)).append(" | ").append(escaped(entry.sentence()));
        if (entry.secret()) {
            page.append(" Never shown.");
        }
        if (!entry.aliases().isEmpty()) {
            page.append(" Also: ").append(others(prefix, entry)).append('.');
        }
        page.append(" |\n");
        element(entry.type())
                .ifPresent(type -> SettingsModel.of(type).entries().forEach(inner -> row(page, key + "[].", inner)));
    }

    /** The record that a list or map has of each element, if it has. */
    private static Optional<Class<? extends Record>> element(Type type) {
        Class<?> raw = Binder.raw(type);
        if (raw == List.class || raw == Optional.class) {
            Type inner = Binder.argument(type, 0);
            return Binder.isGroup(Binder.raw(inner))
                    ? Optional.of(Binder.raw(inner).asSubclass(Record.class))
                    : element(inner);
        }
        if (raw == Map.class) {
            Type inner = Binder.argument(type, 1);
            return Binder.isGroup(Binder.raw(inner))
                    ? Optional.of(Binder.raw(inner).asSubclass(Record.class))
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private static String others(String prefix, SettingEntry entry) {
        String outer =
                prefix.contains(".") ? prefix.substring(0, prefix.lastIndexOf('.', prefix.length() - 2) + 1) : "";
        return String.join(
                ", ",
                entry.aliases().stream()
                        .map(alias -> alias.startsWith(".") ? outer + alias.substring(1) : prefix + alias)
                        .map(alias -> "`" + alias + "`")
                        .toList());
    }

    private static String byDefault(SettingEntry entry) {
        if (entry.byDefault().isPresent()) {
            String text = entry.byDefault().get();
            return text.isEmpty() ? "empty" : "`" + escaped(text) + "`";
        }
        Class<?> raw = Binder.raw(entry.type());
        return raw == Optional.class || raw == List.class || raw == Map.class ? "none" : "required";
    }

    /** What kind of value it is, in a word. */
    static String type(Type type) {
        Class<?> raw = Binder.raw(type);
        if (raw == Optional.class) {
            return type(Binder.argument(type, 0));
        }
        if (raw == List.class) {
            return "list of " + type(Binder.argument(type, 0));
        }
        if (raw == Map.class) {
            return "map of " + type(Binder.argument(type, 1));
        }
        if (raw.isEnum()) {
            return String.join(
                    ", ",
                    ScalarForms.words(raw).stream()
                            .map(word -> "`" + word + "`")
                            .toList());
        }
        return word(raw);
    }

    private static String word(Class<?> raw) {
        if (raw == boolean.class || raw == Boolean.class) {
            return "`true`, `false`";
        }
        if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
            return "whole number";
        }
        if (raw == double.class || raw == Double.class) {
            return "number";
        }
        return Map.of(
                        String.class, "text",
                        Duration.class, "duration",
                        ByteSize.class, "size",
                        Path.class, "path",
                        EncoderChoice.class, "encoder")
                .getOrDefault(raw, "group");
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|");
    }
}

package io.slipway.config;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.core.plugin.Plugins;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a configuration of all settings with their defaults, every line of it a comment. Without the first {@code #} of
 * each line it is a configuration that is right.
 */
final class DefaultsText {

    private static final List<String> START = List.of(
            "# Every setting with its default. Take away the first # of the lines that you want to change, and of the",
            "# groups that they are in. A setting without a value is not set; one marked as required has an example.",
            "");

    private final Plugins plugins;
    private final List<String> lines = new ArrayList<>(START);

    private DefaultsText(Plugins plugins) {
        this.plugins = plugins;
    }

    static String of(Plugins plugins) {
        DefaultsText text = new DefaultsText(plugins);
        text.write();
        StringBuilder commented = new StringBuilder();
        text.lines.forEach(
                line -> commented.append(line.isEmpty() ? "" : "#" + line).append('\n'));
        return commented.toString();
    }

    private void write() {
        lines.add("shipper:");
        Chapters.of(plugins, Chapters.Kind.SHIPPER).forEach(chapter -> settings(chapter.entries(), 2));
        lines.add("");
        lines.add("  server:");
        Chapters.of(plugins, Chapters.Kind.SERVER).forEach(chapter -> settings(chapter.entries(), 4));
        List<Chapters.Chapter> queues = Chapters.of(plugins, Chapters.Kind.QUEUE);
        if (!queues.isEmpty()) {
            lines.add("");
            lines.add("  queue:");
            queues.forEach(this::queue);
        }
        lines.add("");
        lines.add("  # Each output has a name and a type. For a single one, output: {TYPE: {…}} will do.");
        lines.add("  outputs:");
        Chapters.of(plugins, Chapters.Kind.OUTPUT).forEach(this::output);
    }

    private void queue(Chapters.Chapter chapter) {
        lines.add("    " + YamlText.scalar(chapter.word()) + ":"
                + (chapter.entries().isEmpty() ? " {}" : ""));
        settings(chapter.entries(), 6);
    }

    private void output(Chapters.Chapter chapter) {
        String word = YamlText.scalar(chapter.word());
        lines.add("    " + word + ":");
        lines.add("      type: " + word);
        settings(chapter.entries(), 6);
        Chapters.of(plugins, Chapters.Kind.DELIVERY)
                .forEach(delivery -> settings(
                        delivery.entries().stream()
                                .filter(entry -> chapter.entries().stream()
                                        .noneMatch(own -> own.key().equals(entry.key())))
                                .toList(),
                        6));
    }

    private void settings(List<SettingEntry> entries, int indent) {
        String margin = " ".repeat(indent);
        for (SettingEntry entry : entries) {
            boolean required = isRequired(entry);
            lines.add(margin + "# " + (required ? "Required. " : "") + entry.sentence());
            entry.group()
                    .ifPresentOrElse(
                            type -> {
                                lines.add(margin + entry.key() + ":");
                                settings(SettingsModel.of(type).entries(), indent + 2);
                            },
                            () -> value(entry, indent));
        }
    }

    private static boolean isRequired(SettingEntry entry) {
        Class<?> raw = Binder.raw(entry.type());
        return entry.byDefault().isEmpty()
                && entry.group().isEmpty()
                && raw != Optional.class
                && raw != List.class
                && raw != Map.class;
    }

    private void value(SettingEntry entry, int indent) {
        Class<?> raw = Binder.raw(entry.type());
        String start = " ".repeat(indent) + entry.key() + ":";
        if (raw == EncoderChoice.class && entry.byDefault().isPresent()) {
            String id = entry.byDefault().get();
            List<SettingEntry> inner = plugins.encoder(id)
                    .map(factory -> SettingsModel.of(factory.settings()).entries())
                    .orElse(List.of());
            lines.add(start);
            lines.add(" ".repeat(indent + 2) + YamlText.scalar(id) + ":" + (inner.isEmpty() ? " {}" : ""));
            settings(inner, indent + 4);
        } else if (entry.byDefault().isEmpty()) {
            lines.add(start + empty(entry.type()));
        } else if (raw == List.class) {
            Item all = new Item.Scalar(entry.byDefault().get(), Item.Origin.OUTSIDE, Place.NOWHERE);
            List<String> elements = Elements.of(all).stream()
                    .map(item -> YamlText.scalar(((Item.Scalar) item).text()))
                    .toList();
            lines.add(start + " [" + String.join(", ", elements) + "]");
        } else {
            lines.add(start + " " + YamlText.scalar(entry.byDefault().get()));
        }
    }

    private static String empty(Type type) {
        Class<?> raw = Binder.raw(type);
        if (raw == Optional.class) {
            return "";
        }
        if (raw == List.class) {
            return " []";
        }
        return " " + (raw == Map.class ? "{}" : example(raw));
    }

    private static String example(Class<?> raw) {
        if (raw == Path.class) {
            return YamlText.scalar("${path.data}/example");
        }
        if (raw == Duration.class) {
            return "1s";
        }
        if (raw == ByteSize.class) {
            return "1MiB";
        }
        if (raw == boolean.class) {
            return "false";
        }
        if (raw.isEnum()) {
            return ScalarForms.words(raw).get(0);
        }
        return raw == String.class || raw == EncoderChoice.class ? "example" : "1";
    }
}

package io.slipway.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.slipway.api.config.EncoderChoice;
import io.slipway.core.plugin.Plugins;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a JSON schema of the configuration, for editors. It is looser than the check of the configuration: it lets keys
 * with dots and variables pass, and knows no rule beyond type and name.
 */
final class SchemaText {

    private static final String DOTTED = "\\.";

    private final Plugins plugins;
    private final JsonGenerator json;

    private SchemaText(Plugins plugins, JsonGenerator json) {
        this.plugins = plugins;
        this.json = json;
    }

    static String of(Plugins plugins) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            new SchemaText(plugins, json).root();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    /** Writes the inside of an object. */
    @FunctionalInterface
    private interface Part {
        void write() throws IOException;
    }

    private void object(String name, Part inside) throws IOException {
        json.writeObjectFieldStart(name);
        inside.write();
        json.writeEndObject();
    }

    private void root() throws IOException {
        json.writeStartObject();
        json.writeStringField("$schema", "https://json-schema.org/draft/2020-12/schema");
        json.writeStringField("title", "Slipway configuration");
        group(() -> {
            for (String idle : Layout.WITHOUT_EFFECT) {
                object(idle, () -> json.writeStringField("description", "Read, and without effect."));
            }
            object("shipper", () -> group(this::shipper));
            object(
                    "server",
                    () -> group(() ->
                            entries(SettingsModel.of(OldServerSettings.class).entries())));
            object("queue", () -> reference("queue"));
            object("output", () -> reference("output"));
            object("outputs", () -> reference("outputs"));
        });
        object("$defs", () -> {
            object("queue", () -> group(() -> words(Chapters.Kind.QUEUE)));
            object("output", () -> group(() -> words(Chapters.Kind.OUTPUT)));
            object("outputs", this::outputs);
            object("encoder", this::encoder);
        });
        json.writeEndObject();
    }

    private void shipper() throws IOException {
        for (Chapters.Chapter chapter : Chapters.of(plugins, Chapters.Kind.SHIPPER)) {
            entries(chapter.entries());
        }
        for (Chapters.Chapter chapter : Chapters.of(plugins, Chapters.Kind.SERVER)) {
            object("server", () -> group(() -> entries(chapter.entries())));
        }
        object("queue", () -> reference("queue"));
        object("output", () -> reference("output"));
        object("outputs", () -> reference("outputs"));
    }

    private void reference(String definition) throws IOException {
        json.writeStringField("$ref", "#/$defs/" + definition);
    }

    private void words(Chapters.Kind kind) throws IOException {
        for (Chapters.Chapter chapter : Chapters.of(plugins, kind)) {
            object(
                    chapter.word(),
                    () -> group(() -> {
                        entries(chapter.entries());
                        if (kind == Chapters.Kind.OUTPUT) {
                            delivery(chapter);
                        }
                    }));
        }
    }

    private void delivery(Chapters.Chapter output) throws IOException {
        List<String> own = output.entries().stream().map(SettingEntry::key).toList();
        for (Chapters.Chapter chapter : Chapters.of(plugins, Chapters.Kind.DELIVERY)) {
            entries(chapter.entries().stream()
                    .filter(entry -> !own.contains(entry.key()))
                    .toList());
        }
    }

    private void outputs() throws IOException {
        json.writeStringField("type", "object");
        json.writeObjectFieldStart("additionalProperties");
        json.writeArrayFieldStart("oneOf");
        for (Chapters.Chapter chapter : Chapters.of(plugins, Chapters.Kind.OUTPUT)) {
            json.writeStartObject();
            group(() -> {
                object("type", () -> json.writeStringField("const", chapter.word()));
                entries(chapter.entries());
                delivery(chapter);
            });
            json.writeArrayFieldStart("required");
            json.writeString("type");
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void encoder() throws IOException {
        json.writeArrayFieldStart("type");
        json.writeString("object");
        json.writeString("string");
        json.writeEndArray();
        json.writeNumberField("maxProperties", 1);
        json.writeBooleanField("additionalProperties", false);
        object("properties", () -> {
            for (Chapters.Chapter chapter : Chapters.of(plugins, Chapters.Kind.ENCODER)) {
                object(chapter.word(), () -> group(() -> entries(chapter.entries())));
            }
        });
    }

    /** An object with these properties and no others, except keys with dots; empty is as good as absent. */
    private void group(Part properties) throws IOException {
        json.writeArrayFieldStart("type");
        json.writeString("object");
        json.writeString("null");
        json.writeEndArray();
        object("properties", properties);
        object("patternProperties", () -> json.writeBooleanField(DOTTED, true));
        json.writeBooleanField("additionalProperties", false);
    }

    private void entries(List<SettingEntry> entries) throws IOException {
        for (SettingEntry entry : entries) {
            object(entry.key(), () -> entry(entry));
            for (String alias : entry.aliases()) {
                if (!alias.startsWith(".")) {
                    object(alias, () -> {
                        json.writeBooleanField("deprecated", true);
                        json.writeStringField("description", "Write " + entry.key() + ".");
                    });
                }
            }
            for (SettingEntry inner : inner(entry)) {
                for (String alias : inner.aliases()) {
                    if (alias.startsWith(".")) {
                        object(alias.substring(1), () -> {
                            json.writeBooleanField("deprecated", true);
                            json.writeStringField("description", "Write " + entry.key() + "." + inner.key() + ".");
                        });
                    }
                }
            }
        }
    }

    private static List<SettingEntry> inner(SettingEntry entry) {
        return entry.group().map(type -> SettingsModel.of(type).entries()).orElse(List.of());
    }

    private void entry(SettingEntry entry) throws IOException {
        json.writeStringField("description", entry.sentence());
        if (entry.byDefault().isPresent()) {
            json.writeStringField("default", entry.byDefault().get());
        }
        type(entry.type());
    }

    private void type(Type type) throws IOException {
        Class<?> raw = Binder.raw(type);
        if (raw == Optional.class) {
            type(Binder.argument(type, 0));
        } else if (raw == List.class) {
            object("items", () -> type(Binder.argument(type, 0)));
        } else if (raw == Map.class) {
            json.writeStringField("type", "object");
        } else if (raw == EncoderChoice.class) {
            reference("encoder");
        } else if (Binder.isGroup(raw)) {
            SettingsModel model = SettingsModel.of(raw.asSubclass(Record.class));
            group(() -> entries(model.entries()));
        } else {
            json.writeArrayFieldStart("type");
            for (String word : types(raw)) {
                json.writeString(word);
            }
            json.writeEndArray();
            if (raw.isEnum()) {
                json.writeArrayFieldStart("examples");
                for (String word : ScalarForms.words(raw)) {
                    json.writeString(word);
                }
                json.writeEndArray();
            }
        }
    }

    /** A text is right everywhere, because it may be a variable. */
    private static List<String> types(Class<?> raw) {
        if (raw == boolean.class || raw == Boolean.class) {
            return List.of("boolean", "string", "null");
        }
        if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
            return List.of("integer", "string", "null");
        }
        return raw == String.class
                ? List.of("string", "number", "boolean", "null")
                : List.of("string", "number", "null");
    }
}

package io.slipway.testkit;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.EncoderChoice;
import io.slipway.api.config.Setting;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The table of a plugin's settings in its README, made from the settings record. */
public final class SettingsTable {

    private static final String END = "<!-- end -->";
    private static final Map<Class<?>, String> WORDS = Map.ofEntries(
            Map.entry(String.class, "text"),
            Map.entry(boolean.class, "true or false"),
            Map.entry(Boolean.class, "true or false"),
            Map.entry(int.class, "number"),
            Map.entry(Integer.class, "number"),
            Map.entry(long.class, "number"),
            Map.entry(Long.class, "number"),
            Map.entry(double.class, "number"),
            Map.entry(Double.class, "number"),
            Map.entry(Duration.class, "duration"),
            Map.entry(ByteSize.class, "size"),
            Map.entry(Path.class, "path"),
            Map.entry(EncoderChoice.class, "encoder"));

    private SettingsTable() {}

    /** Markdown, one line for each setting; a single sentence if there is none. */
    public static String of(Class<? extends Record> settings) {
        List<String> rows = new ArrayList<>();
        addRows("", settings, rows);
        if (rows.isEmpty()) {
            return "It has none.\n";
        }
        return "| Setting | Type | Default | |\n|---|---|---|---|\n" + String.join("", rows);
    }

    /**
     * Fails if the table in {@code readme} is not the one of {@code settings}, and says what it should be.
     *
     * @param readme a file with a line {@code <!-- made from XSettings by the build; do not edit -->} before the table and
     *     {@code <!-- end -->} behind it
     */
    public static void assertIn(Path readme, Class<? extends Record> settings) throws IOException {
        String begin = "<!-- made from " + settings.getSimpleName() + " by the build; do not edit -->\n";
        String text = Files.readString(readme);
        int start = text.indexOf(begin);
        int end = text.indexOf(END, Math.max(0, start));
        String right = begin + of(settings) + END;
        if (start < 0 || end < 0 || !text.substring(start, end + END.length()).equals(right)) {
            throw new AssertionError(readme + " is stale. Put this into it:\n" + right);
        }
    }

    private static void addRows(String group, Class<? extends Record> settings, List<String> rows) {
        for (RecordComponent component : settings.getRecordComponents()) {
            String key = group + key(component.getName());
            Setting setting = component.getAnnotation(Setting.class);
            if (isGroup(component.getType())) {
                rows.add(row(key, "group", "", setting));
                addRows(key + ".", component.getType().asSubclass(Record.class), rows);
            } else {
                rows.add(row(key, word(component.getGenericType()), byDefault(component), setting));
            }
        }
    }

    private static String row(String key, String type, String byDefault, Setting setting) {
        String sentence = setting.value() + (setting.secret() ? " Never shown." : "");
        return "| `" + key + "` | " + type + " | " + byDefault + " | " + sentence.replace("|", "\\|") + " |\n";
    }

    private static String byDefault(RecordComponent component) {
        String value = component.getAnnotation(Setting.class).byDefault();
        Class<?> type = component.getType();
        if (!value.equals(Setting.NONE)) {
            return value.isEmpty() ? "empty" : "`" + value + "`";
        }
        if (type == Optional.class) {
            return "none";
        }
        return type == List.class || type == Map.class ? "empty" : "required";
    }

    private static boolean isGroup(Class<?> type) {
        return type.isRecord() && !WORDS.containsKey(type);
    }

    private static String word(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            String last = word(of[of.length - 1]);
            if (generic.getRawType() == Optional.class) {
                return last;
            }
            return generic.getRawType() == List.class ? "list of " + last : "map to " + last;
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isEnum()) {
            return Arrays.stream(raw.getEnumConstants())
                    .map(each -> "`" + ((Enum<?>) each).name().toLowerCase(Locale.ROOT) + "`")
                    .collect(Collectors.joining(", "));
        }
        return WORDS.getOrDefault(raw, "group");
    }

    private static String key(String component) {
        return component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}

package io.slipway.config;

import io.slipway.api.config.Setting;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All there is to know about one setting.
 *
 * @param key its key in the file
 * @param type its Java type
 * @param component the part of its record
 * @param sentence what it sets
 * @param byDefault as a user would write it
 * @param secret whether its value is never shown
 * @param aliases other keys that mean the same
 */
record SettingEntry(
        String key,
        Type type,
        RecordComponent component,
        String sentence,
        Optional<String> byDefault,
        boolean secret,
        List<String> aliases) {

    static SettingEntry of(RecordComponent component) {
        Setting setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            throw new IllegalStateException(
                    component.getDeclaringRecord().getName() + "." + component.getName() + " has no @Setting.");
        }
        return new SettingEntry(
                key(component.getName()),
                component.getGenericType(),
                component,
                setting.value(),
                setting.byDefault().equals(Setting.NONE) ? Optional.empty() : Optional.of(setting.byDefault()),
                setting.secret(),
                List.of(setting.aliases()));
    }

    /** The record of its settings, if it is a group. */
    Optional<Class<? extends Record>> group() {
        return type instanceof Class<?> raw && Binder.isGroup(raw)
                ? Optional.of(raw.asSubclass(Record.class))
                : Optional.empty();
    }

    /** {@code rollSize} as {@code roll_size}. */
    static String key(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }
}

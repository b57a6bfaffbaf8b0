package io.slipway.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * All settings of a record, in its order. Made anew each time, so that no class of a plugin is held on to.
 *
 * @param type the record
 */
record SettingsModel(Class<? extends Record> type, List<SettingEntry> entries) {

    static SettingsModel of(Class<? extends Record> type) {
        return new SettingsModel(
                type,
                Arrays.stream(type.getRecordComponents()).map(SettingEntry::of).toList());
    }

    /** The keys, sorted, without aliases. */
    TreeSet<String> keys() {
        TreeSet<String> keys = new TreeSet<>();
        entries.forEach(entry -> keys.add(entry.key()));
        return keys;
    }

    /** The keys and the aliases, sorted. */
    TreeSet<String> allKeys() {
        TreeSet<String> keys = keys();
        entries.forEach(entry -> keys.addAll(entry.aliases()));
        return keys;
    }

    /**
     * Calls the record's constructor.
     *
     * @param values one per entry
     * @throws InvocationTargetException with what the constructor threw
     */
    Record make(List<Object> values) throws InvocationTargetException {
        try {
            Class<?>[] types = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values.toArray());
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException(type.getName() + " cannot be made", e);
        }
    }

    /** What {@code settings} has for an entry. */
    static Object value(SettingEntry entry, Record settings) {
        try {
            var accessor = entry.component().getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(settings);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(entry.component() + " cannot be read", e);
        }
    }
}

package io.slipway.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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

    /** Other keys that may stand in this group, and what they mean, such as {@code flush.timeout}. */
    SortedMap<String, String> otherNames() {
        SortedMap<String, String> names = new TreeMap<>();
        for (SettingEntry entry : entries) {
            entry.aliases().stream()
                    .filter(alias -> !alias.startsWith("."))
                    .forEach(alias -> names.put(alias, entry.key()));
            entry.group()
                    .ifPresent(inner -> of(inner)
                            .entries()
                            .forEach(one -> one.aliases().stream()
                                    .filter(alias -> alias.startsWith("."))
                                    .forEach(alias -> names.put(alias.substring(1), entry.key() + "." + one.key()))));
        }
        names.keySet().removeAll(keys());
        return names;
    }

    /** The keys and the other names. */
    Set<String> allKeys() {
        Set<String> all = keys();
        all.addAll(otherNames().keySet());
        return all;
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

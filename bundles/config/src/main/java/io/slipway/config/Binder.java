package io.slipway.config;

import io.slipway.api.config.EncoderChoice;
import io.slipway.api.serializer.EncoderFactory;
import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.plugin.Plugins;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes settings records of what was written, and tells every mistake it meets. For one thread.
 *
 * <p>A plugin whose record cannot be made by its own fault spoils its section only.
 */
final class Binder {

    /** Stands for a value that could not be made; the reason is among the findings. */
    static final Object FAILED = new Object();

    private final Findings findings;
    private final Plugins plugins;
    private final MissingPlugin missing;
    private final Folders folders;
    private final ScalarForms forms;

    /** @param missing what to make of an encoder that is not installed */
    Binder(Findings findings, Plugins plugins, MissingPlugin missing, Folders folders) {
        this.findings = findings;
        this.plugins = plugins;
        this.missing = missing;
        this.folders = folders;
        this.forms = new ScalarForms(folders.data());
    }

    /**
     * Binds a section.
     *
     * @param path where it stands, for sentences
     * @param alsoKnown other keys that may stand beside these; for hints alone
     * @return empty if there was a mistake
     */
    <S extends Record> Optional<S> bind(
            Class<S> settings, Item.Group group, String path, Collection<String> alsoKnown) {
        try {
            Object bound = group(settings, group, path, group.place(), alsoKnown);
            return bound == FAILED ? Optional.empty() : Optional.of(settings.cast(bound));
        } catch (IllegalStateException | LinkageError fault) {
            findings.mistake(group.place(), path + " cannot be read by a fault of its plugin: " + fault.getMessage());
            return Optional.empty();
        }
    }

    /** The keys that a record has in its group, with their other names; none by a fault of its plugin. */
    static Set<String> keys(Class<? extends Record> settings) {
        try {
            return SettingsModel.of(settings).allKeys();
        } catch (IllegalStateException | LinkageError toldWhenItIsBound) {
            return Set.of();
        }
    }

    private Object group(
            Class<? extends Record> type, Item.Group group, String path, Place place, Collection<String> alsoKnown) {
        SettingsModel model = SettingsModel.of(type);
        Map<SettingEntry, Item> given = given(model, group, path, alsoKnown);
        List<Object> values = new ArrayList<>();
        for (SettingEntry entry : model.entries()) {
            String at = GroupFiller.join(path, entry.key());
            Item item = given.get(entry);
            values.add(item == null ? byDefault(entry, at, place) : value(entry, entry.type(), item, at));
        }
        return new RecordMaker(findings, forms, folders).make(model, values, given, path, place);
    }

    /** Sorts what was written by setting, and tells what belongs to none. */
    private Map<SettingEntry, Item> given(
            SettingsModel model, Item.Group written, String path, Collection<String> alsoKnown) {
        Item.Group group = renamed(model, written, path);
        Map<SettingEntry, Item> given = new LinkedHashMap<>();
        for (SettingEntry entry : model.entries()) {
            if (group.get(entry.key()) != null) {
                given.put(entry, group.get(entry.key()));
            }
        }
        Set<String> keys = model.keys();
        Set<String> known = new HashSet<>(alsoKnown);
        known.addAll(keys);
        group.items().forEach((key, item) -> {
            if (!keys.contains(key)) {
                findings.mistake(item.place(), Wording.unknown(GroupFiller.join(path, key), key, known));
            }
        });
        return given;
    }

    /** Moves what stands under other names to the right ones. */
    private Item.Group renamed(SettingsModel model, Item.Group group, String path) {
        Map<String, String> others = new LinkedHashMap<>(model.otherNames());
        others.keySet().retainAll(group.items().keySet());
        if (others.isEmpty()) {
            return group;
        }
        Item.Group renamed = (Item.Group) GroupFiller.copy(group.without(others.keySet()), group.place());
        others.forEach((other, key) -> {
            Item item = group.get(other);
            String start = GroupFiller.join(path, other) + " is another name of " + key;
            Findings conflicts = new Findings();
            if (item != null && renamed.find(key) == null) {
                renamed.items().remove(key);
                new GroupFiller(conflicts).put(renamed, path, key, item, 0);
            }
            if (item != null && renamed.find(key) == item && conflicts.mistakes() == 0) {
                findings.notice(item.place(), start + ". It works; write " + key + ".");
            } else if (item != null) {
                findings.mistake(item.place(), start + ", which is given too. Keep one.");
            }
        });
        return renamed;
    }

    private Object byDefault(SettingEntry entry, String path, Place place) {
        if (entry.byDefault().isPresent()) {
            String text = folders.fill(entry.byDefault().get());
            Item written = new Item.Scalar(text, Item.Origin.OUTSIDE, place);
            return value(entry, entry.type(), written, path);
        }
        Class<?> raw = raw(entry.type());
        if (raw == Optional.class) {
            return Optional.empty();
        }
        if (raw == List.class) {
            return List.of();
        }
        if (raw == Map.class) {
            return Map.of();
        }
        if (isGroup(raw)) {
            return group(raw.asSubclass(Record.class), Item.Group.empty(place), path, place, Set.of());
        }
        findings.mistake(place, path + " is missing. " + entry.sentence());
        return FAILED;
    }

    private Object value(SettingEntry entry, Type type, Item item, String path) {
        if (item instanceof Item.Broken) {
            return FAILED;
        }
        Class<?> raw = raw(type);
        if (raw == Optional.class) {
            Object value = value(entry, argument(type, 0), item, path);
            return value == FAILED ? FAILED : Optional.of(value);
        }
        if (raw == List.class) {
            return list(entry, argument(type, 0), item, path);
        }
        if (raw == Map.class) {
            return map(entry, argument(type, 1), item, path);
        }
        if (raw == EncoderChoice.class) {
            return encoder(entry, item, path);
        }
        if (isGroup(raw)) {
            return nested(entry, raw.asSubclass(Record.class), item, path);
        }
        return scalar(entry, raw, item, path);
    }

    private Object scalar(SettingEntry entry, Class<?> type, Item item, String path) {
        if (!ScalarForms.isScalar(type)) {
            throw new IllegalStateException(type.getName() + " is no type of a setting.");
        }
        if (!(item instanceof Item.Scalar scalar)) {
            findings.mistake(
                    item.place(),
                    path + " must be one value, not a " + (item instanceof Item.Group ? "map" : "list") + ".");
            return FAILED;
        }
        try {
            return forms.read(type, scalar.text());
        } catch (IllegalArgumentException broken) {
            findings.mistake(
                    scalar.place(), path + ": " + RecordMaker.shown(entry, scalar) + " " + broken.getMessage() + ".");
            return FAILED;
        }
    }

    private Object list(SettingEntry entry, Type element, Item item, String path) {
        List<Object> values = new ArrayList<>();
        boolean failed = false;
        for (Item one : Elements.of(item)) {
            String at = item instanceof Item.Sequence ? path + "[" + values.size() + "]" : path;
            Object value = value(entry, element, one, at);
            failed |= value == FAILED;
            values.add(value);
        }
        return failed ? FAILED : List.copyOf(values);
    }

    private Object map(SettingEntry entry, Type element, Item item, String path) {
        if (!(item instanceof Item.Group group)) {
            findings.mistake(item.place(), path + " must be a map of names and values.");
            return FAILED;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        boolean failed = false;
        Map<String, Item> items = isFlat(raw(element)) ? Elements.flat(group) : group.items();
        for (Map.Entry<String, Item> one : items.entrySet()) {
            if (one.getValue() instanceof Item.Nothing) {
                continue;
            }
            Object value = value(entry, element, one.getValue(), GroupFiller.join(path, one.getKey()));
            failed |= value == FAILED;
            values.put(one.getKey(), value);
        }
        return failed ? FAILED : Collections.unmodifiableMap(values);
    }

    /** Whether a group within a map of such values can only come from a dot in a name. */
    private static boolean isFlat(Class<?> element) {
        return ScalarForms.isScalar(element) || element == List.class;
    }

    private Object nested(SettingEntry entry, Class<? extends Record> type, Item item, String path) {
        if (item instanceof Item.Group group) {
            return group(type, group, path, group.place(), Set.of());
        }
        String what = item instanceof Item.Scalar scalar ? RecordMaker.shown(entry, scalar) : "a list";
        findings.mistake(
                item.place(),
                path + ": " + what + " must be a group of settings: "
                        + Wording.list(SettingsModel.of(type).keys()) + ".");
        return FAILED;
    }

    private Object encoder(SettingEntry entry, Item item, String path) {
        if (item instanceof Item.Scalar scalar && !scalar.secret()) {
            return encoder(scalar.text(), Item.Group.empty(scalar.place()), path, scalar.place());
        }
        if (!(item instanceof Item.Group group) || group.items().size() != 1) {
            String example = entry.byDefault().orElse("json");
            findings.mistake(
                    item.place(),
                    path + " must name exactly one encoder, such as " + example + ": {}. Installed: "
                            + Wording.list(plugins.installed(Plugins.Kind.ENCODER)) + ".");
            return FAILED;
        }
        String id = group.items().keySet().iterator().next();
        Item settings = group.items().get(id);
        if (settings instanceof Item.Nothing) {
            settings = Item.Group.empty(settings.place());
        }
        if (settings instanceof Item.Group inner) {
            return encoder(id, inner, path, inner.place());
        }
        findings.mistake(settings.place(), GroupFiller.join(path, id) + " must be a group of settings.");
        return FAILED;
    }

    private Object encoder(String id, Item.Group settings, String path, Place place) {
        Optional<EncoderFactory<?>> factory = plugins.encoder(id);
        if (factory.isEmpty()) {
            String sentence = Wording.notInstalled(path, id, plugins.installed(Plugins.Kind.ENCODER));
            if (missing == MissingPlugin.NOTICE) {
                findings.notice(place, sentence + " What needs it waits.");
            } else {
                findings.mistake(place, sentence);
            }
            return FAILED;
        }
        Object bound = group(factory.get().settings(), settings, GroupFiller.join(path, id), place, Set.of());
        return bound == FAILED ? FAILED : new EncoderChoice(id, (Record) bound);
    }

    static boolean isGroup(Class<?> type) {
        return type.isRecord() && type != io.slipway.api.config.ByteSize.class && type != EncoderChoice.class;
    }

    static Class<?> raw(Type type) {
        return type instanceof ParameterizedType parameterized
                ? (Class<?>) parameterized.getRawType()
                : (Class<?>) type;
    }

    static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }
}

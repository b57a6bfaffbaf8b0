package io.slipway.config;

import io.slipway.api.config.SettingException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes a settings record of its values, and tells where what it refuses was written. For one thread. */
final class RecordMaker {

    private final Findings findings;
    private final ScalarForms forms;
    private final Folders folders;

    RecordMaker(Findings findings, ScalarForms forms, Folders folders) {
        this.findings = findings;
        this.forms = forms;
        this.folders = folders;
    }

    /**
     * Calls the constructor. What failed or is refused is replaced by its default, or by some value of its type, and the
     * constructor is called again, so that one look finds every mistake; the result is {@link Binder#FAILED} all the same.
     */
    Object make(SettingsModel model, List<Object> values, Map<SettingEntry, Item> given, String path, Place place) {
        List<Object> tried = new ArrayList<>(values);
        Set<SettingEntry> told = new HashSet<>();
        for (int i = 0; i < tried.size(); i++) {
            if (tried.get(i) == Binder.FAILED) {
                told.add(model.entries().get(i));
                if (!replace(model, tried, i)) {
                    return Binder.FAILED;
                }
            }
        }
        while (true) {
            try {
                Record made = model.make(tried);
                return told.isEmpty() ? made : Binder.FAILED;
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof SettingException broken) {
                    SettingEntry entry = entry(model, broken);
                    boolean news = entry == null || told.add(entry);
                    if (news) {
                        refuse(entry, broken, given, path, place);
                    }
                    if (entry == null
                            || !news
                            || !replace(model, tried, model.entries().indexOf(entry))) {
                        return Binder.FAILED;
                    }
                } else if (told.isEmpty()) {
                    throw fault(model, e.getCause());
                } else {
                    return Binder.FAILED;
                }
            }
        }
    }

    private static IllegalStateException fault(SettingsModel model, Throwable cause) {
        if (cause instanceof Error error && !(error instanceof LinkageError)) {
            throw error;
        }
        return new IllegalStateException(
                model.type().getSimpleName() + " throws " + cause.getClass().getSimpleName() + ".", cause);
    }

    /** Puts the default, or some value of the type, in place of a value that is wrong; false if there is none. */
    private boolean replace(SettingsModel model, List<Object> values, int index) {
        SettingEntry entry = model.entries().get(index);
        Class<?> raw = Binder.raw(entry.type());
        if (ScalarForms.isScalar(raw)) {
            values.set(
                    index,
                    entry.byDefault()
                            .map(text -> forms.read(raw, folders.fill(text)))
                            .orElseGet(() -> forms.any(raw)));
        } else if (raw == Optional.class) {
            values.set(index, Optional.empty());
        } else if (raw == List.class) {
            values.set(index, List.of());
        } else if (raw == Map.class) {
            values.set(index, Map.of());
        } else {
            return false;
        }
        return true;
    }

    /** The setting of this record that a refusal is about; null if it names none. */
    private static SettingEntry entry(SettingsModel model, SettingException broken) {
        String first = broken.key().split("\\.", 2)[0];
        return model.entries().stream()
                .filter(one -> one.key().equals(first))
                .findFirst()
                .orElse(null);
    }

    /** Tells what a record's constructor refused, where it was written. */
    private void refuse(
            SettingEntry entry, SettingException broken, Map<SettingEntry, Item> given, String path, Place place) {
        Item item = entry == null ? null : given.get(entry);
        if (item instanceof Item.Group group && broken.key().contains(".")) {
            Item inner = group.find(broken.key().split("\\.", 2)[1]);
            item = inner == null ? group : inner;
        }
        String value = "";
        if (item instanceof Item.Scalar scalar) {
            value = ": " + shown(entry, scalar);
        } else if (item == null && entry != null && entry.byDefault().isPresent()) {
            value = ": " + Wording.quoted(entry.byDefault().get());
        }
        findings.mistake(
                item == null ? place : item.place(), path + "." + broken.key() + value + " " + broken.rule() + ".");
    }

    /** A value as a sentence may show it. */
    static String shown(SettingEntry entry, Item.Scalar scalar) {
        return Wording.quoted(entry.secret() || scalar.secret() ? Wording.HIDDEN : scalar.text());
    }
}

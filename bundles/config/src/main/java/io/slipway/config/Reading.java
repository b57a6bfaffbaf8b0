package io.slipway.config;

import io.slipway.core.config.Configurations.MissingPlugin;
import io.slipway.core.plugin.Plugins;
import java.util.Optional;

/** What every part of one reading of a file needs. For one thread. */
record Reading(
        Findings findings,
        Variables variables,
        Binder binder,
        Folders folders,
        Plugins plugins,
        MissingPlugin missing,
        long heap) {

    /**
     * The group under {@code key}, its variables not yet replaced; an empty group if the key has no value.
     *
     * @return empty if the key is not there, or has something else, which is told
     */
    Optional<Item.Group> section(Item.Group parent, String key, String path) {
        Item item = parent.items().get(key);
        if (item == null || item instanceof Item.Group) {
            return Optional.ofNullable((Item.Group) item);
        }
        if (item instanceof Item.Nothing) {
            return Optional.of(Item.Group.empty(item.place()));
        }
        findings.mistake(
                item.place(),
                path + " must be a group of settings, not "
                        + (item instanceof Item.Sequence ? "a list." : "one value."));
        return Optional.empty();
    }

    /** Tells that a plugin is not there. */
    void notInstalled(Place place, String path, String word, Plugins.Kind kind, String meanwhile) {
        String sentence = Wording.notInstalled(path, word, plugins.installed(kind));
        if (missing == MissingPlugin.NOTICE) {
            findings.notice(place, sentence + " " + meanwhile);
        } else {
            findings.mistake(place, sentence);
        }
    }
}

package io.slipway.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts values into groups, where a dot in a key separates the steps of a path. For one thread. */
final class GroupFiller {

    /** No group lies deeper. */
    static final int DEEPEST = 64;

    private final Findings findings;

    GroupFiller(Findings findings) {
        this.findings = findings;
    }

    /**
     * Puts {@code value} under {@code key}; tells a mistake if something else stands there already.
     *
     * @param path of {@code group}, for sentences; empty for the root
     */
    void put(Item.Group group, String path, String key, Item value, int depth) {
        String[] steps = key.split("\\.", DEEPEST + 2);
        if (List.of(steps).contains("")) {
            String shown = path.isEmpty() ? "The file" : path;
            findings.mistake(
                    value.place(),
                    shown + " has the key " + Wording.quoted(key) + ", in which a name is empty. Write a name.");
            return;
        }
        if (depth + steps.length > DEEPEST) {
            findings.mistake(value.place(), tooDeep(path));
            return;
        }
        Item nested = value;
        for (int i = steps.length - 1; i > 0; i--) {
            Item.Group around = Item.Group.empty(value.place());
            around.items().put(steps[i], nested);
            nested = around;
        }
        add(group.items(), path, steps[0], nested);
    }

    static String tooDeep(String path) {
        return (path.isEmpty() ? "The file" : path) + " has more than " + DEEPEST + " levels. No setting lies so deep.";
    }

    private void add(Map<String, Item> items, String path, String key, Item value) {
        Item there = items.get(key);
        if (there == null) {
            items.put(key, value);
        } else if (there instanceof Item.Group old && value instanceof Item.Group more) {
            more.items().forEach((name, item) -> add(old.items(), join(path, key), name, item));
        } else {
            findings.mistake(
                    value.place(),
                    join(path, key) + " is given twice, first in line "
                            + there.place().line() + ". Keep one.");
        }
    }

    /** Lays {@code over} on {@code base}: groups are merged, everything else is replaced. */
    static Item.Group merge(Item.Group base, Item.Group over) {
        Map<String, Item> items = new LinkedHashMap<>(base.items());
        over.items().forEach((key, item) -> items.merge(key, item, GroupFiller::merge));
        return new Item.Group(items, base.place());
    }

    private static Item merge(Item base, Item over) {
        return base instanceof Item.Group under && over instanceof Item.Group top ? merge(under, top) : over;
    }

    static String join(String path, String key) {
        return path.isEmpty() ? Wording.key(key) : path + "." + Wording.key(key);
    }

    /** A copy that shares no group, so that filling one leaves the other alone; at another place. */
    static Item copy(Item item, Place place) {
        if (item instanceof Item.Group group) {
            Item.Group copy = Item.Group.empty(place);
            group.items().forEach((key, value) -> copy.items().put(key, copy(value, value.place())));
            return copy;
        }
        if (item instanceof Item.Sequence sequence) {
            List<Item> items = new ArrayList<>();
            sequence.items().forEach(value -> items.add(copy(value, value.place())));
            return new Item.Sequence(items, place);
        }
        if (item instanceof Item.Scalar scalar) {
            return new Item.Scalar(scalar.text(), scalar.origin(), place);
        }
        return item;
    }
}

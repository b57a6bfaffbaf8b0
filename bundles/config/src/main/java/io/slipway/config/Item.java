package io.slipway.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of the configuration as it was written, with its place. Two are equal if they say the same, wherever they
 * stand. Groups are filled while the file is read and not changed afterwards.
 */
sealed interface Item {

    /** Where its key stands, or the element of a list. */
    Place place();

    /** Whether anything in it came from the keystore. */
    default boolean secret() {
        if (this instanceof Group group) {
            return group.items().values().stream().anyMatch(Item::secret);
        }
        return this instanceof Sequence sequence && sequence.items().stream().anyMatch(Item::secret);
    }

    /** Where a text came from, as far as that matters for reading it. */
    enum Origin {
        /** The file. */
        FILE,
        /** A variable or the command line, where a comma separates the elements of a list. */
        OUTSIDE,
        /** The keystore: read as it is, and never shown. */
        KEYSTORE
    }

    /** One value. */
    record Scalar(String text, Origin origin, Place place) implements Item {
        @Override
        public boolean secret() {
            return origin == Origin.KEYSTORE;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Scalar that && that.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }

        /** Without the value, which may be a secret. */
        @Override
        public String toString() {
            return "Scalar[" + place + "]";
        }
    }

    /** A key without a value: as if it were not there. */
    record Nothing(Place place) implements Item {
        @Override
        public boolean equals(Object other) {
            return other instanceof Nothing;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** A value that was found wrong and told so; nothing more is said about it. */
    record Broken(Place place) implements Item {
        @Override
        public boolean equals(Object other) {
            return other instanceof Broken;
        }

        @Override
        public int hashCode() {
            return 2;
        }
    }

    /** Values in order. */
    record Sequence(List<Item> items, Place place) implements Item {
        @Override
        public boolean equals(Object other) {
            return other instanceof Sequence that && that.items.equals(items);
        }

        @Override
        public int hashCode() {
            return items.hashCode();
        }
    }

    /** Values by key, in the order of the file. No key has a dot in it. */
    record Group(Map<String, Item> items, Place place) implements Item {
        static Group empty(Place place) {
            return new Group(new LinkedHashMap<>(), place);
        }

        /** What stands under {@code key}; null if there is nothing. */
        Item get(String key) {
            return items.get(key) instanceof Nothing ? null : items.get(key);
        }

        /** What stands at a dotted path; null if there is nothing. */
        Item find(String path) {
            Item at = this;
            for (String key : path.split("\\.", -1)) {
                at = at instanceof Group group ? group.get(key) : null;
            }
            return at;
        }

        /** The same without some keys. */
        Group without(Iterable<String> keys) {
            Map<String, Item> rest = new LinkedHashMap<>(items);
            keys.forEach(rest::remove);
            return new Group(rest, place);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Group that && that.items.equals(items);
        }

        @Override
        public int hashCode() {
            return items.hashCode();
        }
    }
}

package io.slipway.api.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The keys and values of a map, in the order in which they came. Immutable: a change gives a new one that shares what
 * did not change.
 *
 * <p>Keys are any text: empty, with dots, with brackets. A <i>path</i> names a value the way Beats does: the whole path
 * is first tried as one key, then the part before its first dot as a key of this map and the rest as a path below it.
 */
public final class Fields {

    public static final Fields EMPTY = new Fields(Map.of());

    private final Map<String, Value> entries;

    private Fields(Map<String, Value> entries) {
        this.entries = entries;
    }

    /** The entries of {@code map}, copied, in its order. */
    public static Fields of(Map<String, ? extends Value> map) {
        if (map.isEmpty()) {
            return EMPTY;
        }
        Map<String, Value> copy = new LinkedHashMap<>(map.size() * 2);
        map.forEach((key, value) -> copy.put(Objects.requireNonNull(key), Objects.requireNonNull(value)));
        return new Fields(copy);
    }

    /** The entries in order, by their keys, unmodifiable. */
    public Map<String, Value> entries() {
        return Collections.unmodifiableMap(entries);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    public boolean has(String path) {
        return find(path) != null;
    }

    /** The value at {@code path}, or {@link Value#NULL} if there is none; {@link #has} tells the two apart. */
    public Value get(String path) {
        Value found = find(path);
        return found == null ? Value.NULL : found;
    }

    /** With {@code value} at {@code path}; maps on the way are made, and values there that are no maps replaced. */
    public Fields with(String path, Value value) {
        Objects.requireNonNull(value);
        int dot = path.indexOf('.');
        if (dot < 0 || entries.containsKey(path)) {
            return put(path, value);
        }
        String head = path.substring(0, dot);
        Fields below = entries.get(head) instanceof Value.MapValue map ? map.fields() : EMPTY;
        return put(head, new Value.MapValue(below.with(path.substring(dot + 1), value)));
    }

    /** Without the value at {@code path}; this very object if there is none. */
    public Fields without(String path) {
        if (entries.containsKey(path)) {
            Map<String, Value> copy = new LinkedHashMap<>(entries);
            copy.remove(path);
            return copy.isEmpty() ? EMPTY : new Fields(copy);
        }
        int dot = path.indexOf('.');
        if (dot < 0 || !(entries.get(path.substring(0, dot)) instanceof Value.MapValue map)) {
            return this;
        }
        Fields below = map.fields().without(path.substring(dot + 1));
        return below == map.fields() ? this : put(path.substring(0, dot), new Value.MapValue(below));
    }

    private Fields put(String key, Value value) {
        Map<String, Value> copy = new LinkedHashMap<>(entries);
        copy.put(key, value);
        return new Fields(copy);
    }

    private Value find(String path) {
        Fields at = this;
        String rest = path;
        while (true) {
            Value whole = at.entries.get(rest);
            int dot = rest.indexOf('.');
            if (whole != null || dot < 0) {
                return whole;
            }
            if (!(at.entries.get(rest.substring(0, dot)) instanceof Value.MapValue map)) {
                return null;
            }
            at = map.fields();
            rest = rest.substring(dot + 1);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fields that && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return entries.size() + " fields";
    }
}

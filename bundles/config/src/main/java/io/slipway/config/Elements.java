package io.slipway.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The elements of what stands where a list or a map of values is wanted. */
final class Elements {

    private Elements() {}

    /**
     * A list's elements; one value is a list of one. From a variable or the command line commas separate, in brackets or
     * not.
     */
    static List<Item> of(Item item) {
        if (item instanceof Item.Sequence sequence) {
            return sequence.items().stream()
                    .filter(element -> !(element instanceof Item.Nothing))
                    .toList();
        }
        if (item instanceof Item.Scalar scalar && scalar.origin() == Item.Origin.OUTSIDE) {
            return split(scalar);
        }
        return List.of(item);
    }

    private static List<Item> split(Item.Scalar scalar) {
        String text = scalar.text().trim();
        if (text.startsWith("-----")) {
            return List.of(scalar);
        }
        if (text.startsWith("[") && text.endsWith("]")) {
            text = text.substring(1, text.length() - 1);
        }
        List<Item> elements = new ArrayList<>();
        for (String element : text.split(",")) {
            if (!element.isBlank()) {
                elements.add(new Item.Scalar(unquoted(element.trim()), Item.Origin.OUTSIDE, scalar.place()));
            }
        }
        return elements;
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() > 1
                && (text.startsWith("'") && text.endsWith("'") || text.startsWith("\"") && text.endsWith("\""));
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Names that were taken apart at their dots, put together again. */
    static Map<String, Item> flat(Item.Group group) {
        Map<String, Item> flat = new LinkedHashMap<>();
        group.items().forEach((key, item) -> {
            if (item instanceof Item.Group inner) {
                flat(inner).forEach((name, value) -> flat.put(key + "." + name, value));
            } else {
                flat.put(key, item);
            }
        });
        return flat;
    }
}

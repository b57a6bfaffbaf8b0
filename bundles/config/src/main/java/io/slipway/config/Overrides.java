package io.slipway.config;

import java.util.List;

/** Reads {@code key=value} pairs of the command line. */
final class Overrides {

    private Overrides() {}

    /** All pairs as one group; a later pair wins over an earlier one. Without {@code =} the value is {@code true}. */
    static Item.Group read(List<String> pairs, Findings findings) {
        Item.Group all = Item.Group.empty(Place.COMMAND_LINE);
        GroupFiller filler = new GroupFiller(findings);
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            String key = (equals < 0 ? pair : pair.substring(0, equals)).trim();
            String text = equals < 0 ? "true" : pair.substring(equals + 1);
            Item.Group one = Item.Group.empty(Place.COMMAND_LINE);
            filler.put(one, "", key, value(text), 0);
            all = GroupFiller.merge(all, one);
        }
        return all;
    }

    /** Brackets and braces are YAML; everything else is a text as it is. */
    private static Item value(String text) {
        if (text.isEmpty()) {
            return new Item.Nothing(Place.COMMAND_LINE);
        }
        char first = text.charAt(0);
        if (first != '{' && first != '[' && first != '"' && first != '\'') {
            return new Item.Scalar(text, Item.Origin.OUTSIDE, Place.COMMAND_LINE);
        }
        Findings own = new Findings();
        Item.Group wrapped = new YamlTree("-E", own).read("value: " + text);
        if (own.mistakes() == 0 && wrapped.items().size() == 1) {
            return GroupFiller.copy(at(wrapped.items().get("value")), Place.COMMAND_LINE);
        }
        return new Item.Scalar(text, Item.Origin.OUTSIDE, Place.COMMAND_LINE);
    }

    private static Item at(Item item) {
        return item == null ? new Item.Nothing(Place.COMMAND_LINE) : item;
    }
}

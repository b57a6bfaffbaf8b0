package io.slipway.config;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes items as YAML that reads back as the same items. */
final class YamlText {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_/.][A-Za-z0-9_/.@%+-]*(:[A-Za-z0-9_/.@%+-]+)*");
    private static final Set<String> NULLS = Set.of("null", "~");

    private YamlText() {}

    /** Appends a group, each line indented by {@code indent} spaces. */
    static void append(StringBuilder out, Item.Group group, int indent) {
        group.items().forEach((key, item) -> {
            out.append(" ".repeat(indent)).append(scalar(key)).append(':');
            value(out, item, indent);
        });
    }

    private static void value(StringBuilder out, Item item, int indent) {
        if (item instanceof Item.Group inner && !inner.items().isEmpty()) {
            out.append('\n');
            append(out, inner, indent + 2);
        } else if (item instanceof Item.Sequence sequence && !sequence.items().isEmpty()) {
            out.append('\n');
            sequence.items().forEach(element -> element(out, element, indent + 2));
        } else {
            out.append(flat(item)).append('\n');
        }
    }

    private static void element(StringBuilder out, Item element, int indent) {
        out.append(" ".repeat(indent)).append('-');
        if (element instanceof Item.Group group && !group.items().isEmpty()) {
            boolean first = true;
            for (Map.Entry<String, Item> entry : group.items().entrySet()) {
                out.append(first ? " " : " ".repeat(indent + 2))
                        .append(scalar(entry.getKey()))
                        .append(':');
                value(out, entry.getValue(), indent + 2);
                first = false;
            }
        } else {
            value(out, element, indent);
        }
    }

    private static String flat(Item item) {
        if (item instanceof Item.Scalar scalar) {
            return " " + (scalar.secret() ? '"' + Wording.HIDDEN + '"' : scalar(scalar.text()));
        }
        if (item instanceof Item.Group) {
            return " {}";
        }
        return item instanceof Item.Sequence ? " []" : "";
    }

    /** One value, in double quotes where it could be read as something else. */
    static String scalar(String text) {
        if (PLAIN.matcher(text).matches() && !NULLS.contains(text.toLowerCase(Locale.ROOT))) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(letter -> {
            switch (letter) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (Character.isISOControl(letter) || letter == 0xFEFF || letter == 0x2028 || letter == 0x2029) {
                        quoted.append(String.format(Locale.ROOT, "\\u%04x", letter));
                    } else {
                        quoted.appendCodePoint(letter);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}

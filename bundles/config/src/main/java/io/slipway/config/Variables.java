package io.slipway.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts values in the place of {@code ${NAME}}: of the folders, of the configuration itself, of the keystore, of the
 * environment, in this order. {@code ${NAME:text}} has a default, {@code ${NAME:?text}} a reason why it must be set,
 * {@code ${NAME:+text}} what to put in if it is set; these texts may have variables in them. {@code $$} is {@code $}.
 *
 * <p>For one configuration and one thread. A variable that is unset or empty is missing.
 */
final class Variables {

    private static final int LONGEST = 1 << 20;
    private static final int DEEPEST = 32;
    private static final int MOST = 300_000;

    private final Item.Group root;
    private final Folders folders;
    private final Secrets secrets;
    private final Map<String, String> environment;
    private final Findings findings;
    private final Set<String> inProgress = new HashSet<>();
    private int replaced;

    /** @param root the whole configuration, which variables may refer to */
    Variables(Item.Group root, Folders folders, Secrets secrets, Map<String, String> environment, Findings findings) {
        this.root = root;
        this.folders = folders;
        this.secrets = secrets;
        this.environment = environment;
        this.findings = findings;
    }

    /** Looks secrets up by name; tells by itself, once, if they cannot be read. */
    @FunctionalInterface
    interface Secrets {
        Optional<String> get(String name);
    }

    /** {@code item} with every variable in it replaced; what cannot be is told and becomes {@link Item.Broken}. */
    Item expand(Item item, String path) {
        if (item instanceof Item.Group group) {
            return expand(group, path);
        }
        if (item instanceof Item.Sequence sequence) {
            List<Item> items = new ArrayList<>();
            for (Item element : sequence.items()) {
                items.add(expand(element, path + "[" + items.size() + "]"));
            }
            return new Item.Sequence(items, sequence.place());
        }
        return item instanceof Item.Scalar scalar ? expand(scalar, path) : item;
    }

    Item.Group expand(Item.Group group, String path) {
        Item.Group expanded = Item.Group.empty(group.place());
        group.items().forEach((key, item) -> expanded.items().put(key, expand(item, GroupFiller.join(path, key))));
        return expanded;
    }

    private Item expand(Item.Scalar scalar, String path) {
        if (scalar.text().indexOf('$') < 0) {
            return scalar;
        }
        try {
            Reader reader = new Reader(scalar.text());
            String text = reader.text(false, 0);
            return new Item.Scalar(text, reader.origin(scalar.origin()), scalar.place());
        } catch (Unresolved reason) {
            findings.mistake(scalar.place(), path + reason.getMessage());
            return new Item.Broken(scalar.place());
        }
    }

    /** Reads one text from left to right. */
    private final class Reader {
        private final String text;
        private int at;
        private boolean secret;
        private int variables;
        private boolean literal;

        Reader(String text) {
            this.text = text;
        }

        /** A value is like the environment's only if nothing else was written beside the variable. */
        Item.Origin origin(Item.Origin written) {
            if (secret) {
                return Item.Origin.KEYSTORE;
            }
            return variables == 1 && !literal ? Item.Origin.OUTSIDE : written;
        }

        /** @param inside whether a closing brace ends it */
        String text(boolean inside, int depth) {
            StringBuilder value = new StringBuilder();
            while (at < text.length() && !(inside && text.charAt(at) == '}')) {
                char letter = text.charAt(at++);
                char next = at < text.length() ? text.charAt(at) : 0;
                if (letter == '$' && next == '{') {
                    at++;
                    value.append(variable(depth + 1));
                    variables += depth == 0 ? 1 : 0;
                } else {
                    boolean escaped = letter == '$' && (next == '$' || next == '}');
                    value.append(escaped ? next : letter);
                    at += escaped ? 1 : 0;
                    literal |= depth == 0;
                }
                if (value.length() > LONGEST) {
                    throw new Unresolved(" becomes longer than 1 MiB by its variables.");
                }
            }
            return value.toString();
        }

        private String variable(int depth) {
            if (depth > DEEPEST) {
                throw new Unresolved(" has variables within variables, more than " + DEEPEST + " deep.");
            }
            int start = at;
            while (at < text.length() && text.charAt(at) != ':' && text.charAt(at) != '}') {
                at++;
            }
            String name = text.substring(start, at);
            boolean given = at < text.length() && text.charAt(at) == ':';
            char kind = given && at + 1 < text.length() ? text.charAt(at + 1) : 0;
            Optional<String> found = lookUp(name);
            String other = given ? other(kind, found, depth) : null;
            if (at >= text.length()) {
                throw new Unresolved(" has ${ without a closing }.");
            }
            at++;
            if (name.isEmpty()) {
                throw new Unresolved(" has ${} without a name.");
            }
            return chosen(name, kind, found, other);
        }

        /** Reads what stands behind the colon; evaluated only where it will be used, so that it may refer to nothing. */
        private String other(char kind, Optional<String> found, int depth) {
            at += kind == '?' || kind == '+' ? 2 : 1;
            boolean used = kind == '+' ? found.isPresent() : found.isEmpty();
            if (used) {
                return text(true, depth);
            }
            skip();
            return null;
        }

        private void skip() {
            int depth = 0;
            while (at < text.length() && (depth > 0 || text.charAt(at) != '}')) {
                if (text.startsWith("$$", at) || text.startsWith("$}", at)) {
                    at++;
                } else if (text.startsWith("${", at)) {
                    depth++;
                } else if (text.charAt(at) == '}') {
                    depth--;
                }
                at++;
            }
        }

        private String chosen(String name, char kind, Optional<String> found, String other) {
            if (kind == '+') {
                return found.isPresent() ? other : "";
            }
            if (found.isPresent()) {
                return found.get();
            }
            String shown = "${" + Wording.key(name) + "}";
            if (kind == '?') {
                throw new Unresolved(
                        ": " + shown + " is not set: " + Wording.quoted(secret ? Wording.HIDDEN : other) + ".");
            }
            if (other == null) {
                throw new Unresolved(
                        ": " + shown
                                + " is not set. Set it in the environment or in the keystore, or write a default, such as ${NAME:default}.");
            }
            return other;
        }

        private Optional<String> lookUp(String name) {
            if (++replaced > MOST) {
                throw new Unresolved(" comes after " + MOST + " variables, values that they refer to counted in full.");
            }
            if (name.isEmpty()) {
                return Optional.empty();
            }
            String folder = folders.named(name);
            if (folder != null) {
                return Optional.of(folder);
            }
            Item item = root.find(name);
            if (item != null) {
                return Optional.of(referred(name, item));
            }
            Optional<String> stored = secrets.get(name);
            if (stored.isPresent()) {
                secret = true;
                return stored;
            }
            return Optional.ofNullable(environment.get(name))
                    .filter(value -> !value.isEmpty())
                    .map(Reader::unquoted);
        }

        private String referred(String name, Item item) {
            if (!(item instanceof Item.Scalar scalar)) {
                throw new Unresolved(": ${" + Wording.key(name) + "} is a whole section. Refer to one value.");
            }
            if (inProgress.size() >= DEEPEST || !inProgress.add(name)) {
                throw new Unresolved(": ${" + Wording.key(name) + "} refers to itself.");
            }
            try {
                Reader reader = new Reader(scalar.text());
                String value = reader.text(false, 0);
                secret |= reader.secret || scalar.secret();
                return value;
            } finally {
                inProgress.remove(name);
            }
        }

        private static String unquoted(String value) {
            boolean quoted = value.length() > 1
                    && (value.startsWith("'") && value.endsWith("'") || value.startsWith("\"") && value.endsWith("\""));
            return quoted ? value.substring(1, value.length() - 1) : value;
        }
    }

    /** Why a value has no meaning; the message follows its path. */
    private static final class Unresolved extends RuntimeException {

        private static final long serialVersionUID = 1;

        Unresolved(String reason) {
            super(reason, null, false, false);
        }
    }
}

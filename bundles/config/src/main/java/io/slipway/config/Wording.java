package io.slipway.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** The recurring parts of sentences: quoted values, near names, lists of names. */
final class Wording {

    static final String HIDDEN = "***";

    private static final int LONGEST_SHOWN = 200;
    private static final int LONGEST_COMPARED = 64;

    private Wording() {}

    /** A value in double quotes, on one line, cut at 200 letters. */
    static String quoted(String value) {
        String start = value.length() > LONGEST_SHOWN ? value.substring(0, LONGEST_SHOWN) + "…" : value;
        StringBuilder quoted = new StringBuilder("\"");
        start.codePoints().forEach(letter -> {
            switch (letter) {
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (Character.isISOControl(letter) || letter >= 0xD800 && letter <= 0xDFFF) {
                        quoted.append(String.format(Locale.ROOT, "\\u%04x", letter));
                    } else {
                        quoted.appendCodePoint(letter);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    /** A key as part of a path: as it is if it is short and plain, otherwise quoted. */
    static String key(String key) {
        boolean plain = !key.isEmpty()
                && key.length() <= LONGEST_COMPARED
                && key.chars().allMatch(letter -> letter > ' ' && letter != 0x7f && letter != '"');
        return plain ? key : quoted(key);
    }

    /** What is wrong with a key that does not belong here, with the nearest of the keys that do. */
    static String unknown(String path, String key, Collection<String> known) {
        String start = path + " is not a setting here.";
        return nearest(key, known)
                .map(near -> start + " Did you mean " + near + "?")
                .orElse(known.isEmpty() ? start : start + " Settings: " + list(known) + ".");
    }

    /** What is wrong with a word that names no plugin. */
    static String notInstalled(String path, String word, Collection<String> installed) {
        String start = path + ": " + quoted(word) + " is not installed.";
        String near = nearest(word, installed)
                .map(name -> " Did you mean " + name + "?")
                .orElse("");
        return start + near + " Installed: " + (installed.isEmpty() ? "none" : list(installed)) + ".";
    }

    static String list(Collection<String> names) {
        return String.join(", ", new TreeSet<>(names));
    }

    /** The name that {@code word} was probably meant to be: at most a third of its letters differ. */
    static Optional<String> nearest(String word, Collection<String> names) {
        if (word.length() > LONGEST_COMPARED) {
            return Optional.empty();
        }
        String lower = word.toLowerCase(Locale.ROOT).replace('-', '_');
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String name : new TreeSet<>(names)) {
            int distance = distance(lower, name);
            if (distance < least && distance <= Math.max(1, Math.min(3, name.length() / 3))) {
                best = name;
                least = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** How many letters to add, drop, change or swap with their neighbor. */
    private static int distance(String a, String b) {
        int[][] to = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    to[i][j] = i + j;
                    continue;
                }
                int change = to[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                to[i][j] = Math.min(change, 1 + Math.min(to[i - 1][j], to[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    to[i][j] = Math.min(to[i][j], to[i - 2][j - 2] + 1);
                }
            }
        }
        return to[a.length()][b.length()];
    }
}

package io.slipway.api.event;

import java.util.ArrayList;
import java.util.List;

/** Reads a {@link FormatString}, once. */
final class FormatParser {

    private final String text;
    private final List<FormatPart> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int at;

    FormatParser(String text) {
        this.text = text;
    }

    List<FormatPart> parts() {
        while (at < text.length()) {
            if (text.startsWith("%{", at)) {
                endLiteral();
                expression();
            } else {
                literal.append(next());
            }
        }
        endLiteral();
        return parts;
    }

    private void endLiteral() {
        if (literal.length() > 0) {
            parts.add(new FormatPart.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private void expression() {
        int start = at;
        at += 2;
        switch (peek(start)) {
            case '[' -> field(start);
            case '+' -> time(start);
            default -> throw fault("must have a [ or a + behind the %{", start);
        }
    }

    private void field(int start) {
        String path = path(start);
        String byDefault = null;
        if (peek(start) == ':') {
            at++;
            byDefault = byDefault(start);
        }
        if (peek(start) != '}') {
            throw fault("must have a : or a } behind the ]", at);
        }
        at++;
        parts.add(new FormatPart.Field(path, byDefault));
    }

    /** One or more names in brackets, put together to one path. */
    private String path(int start) {
        StringBuilder path = new StringBuilder();
        while (peek(start) == '[') {
            int bracket = at++;
            int before = path.length();
            if (before > 0) {
                path.append('.');
                before++;
            }
            while (peek(start) != ']') {
                mustNotBegin("a field");
                path.append(next());
            }
            if (path.length() == before) {
                throw fault("must have a name in the brackets", bracket);
            }
            at++;
        }
        return path.toString();
    }

    private String byDefault(int start) {
        StringBuilder byDefault = new StringBuilder();
        while (peek(start) != '}') {
            mustNotBegin("a default");
            if (peek(start) == ':') {
                throw fault("must have no second : in a place (write \\: to mean the character)", at);
            }
            byDefault.append(next());
        }
        return byDefault.toString();
    }

    private void time(int start) {
        int from = ++at;
        StringBuilder pattern = new StringBuilder();
        while (peek(start) != '}') {
            mustNotBegin("a time pattern");
            pattern.append(next());
        }
        at++;
        if (pattern.length() == 0) {
            throw fault("must have a time pattern behind the +", from - 1);
        }
        try {
            parts.add(new FormatPart.Time(TimePattern.parse(pattern.toString())));
        } catch (IllegalArgumentException e) {
            throw fault("has a time pattern " + e.getMessage(), from);
        }
    }

    private void mustNotBegin(String what) {
        if (text.startsWith("%{", at)) {
            throw fault("must have no place within " + what, at);
        }
    }

    /** The character that comes next, which is within the expression from {@code start}. */
    private char peek(int start) {
        if (at >= text.length()) {
            throw fault("must have a } for the %{", start);
        }
        return text.charAt(at);
    }

    /** Takes a character, or the one behind a backslash. */
    private char next() {
        if (text.charAt(at) == '\\') {
            at++;
            if (at == text.length()) {
                throw fault("must have a character behind the \\", at - 1);
            }
        }
        return text.charAt(at++);
    }

    private static IllegalArgumentException fault(String rule, int index) {
        return new IllegalArgumentException(rule + " at position " + (index + 1));
    }
}

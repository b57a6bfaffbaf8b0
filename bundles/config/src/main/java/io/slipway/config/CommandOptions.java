package io.slipway.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The options that a host command was called with. */
record CommandOptions(Map<String, String> options) {

    /** Exit codes that every command has. */
    static final int FINE = 0;

    static final int OTHER = 1;
    static final int BAD_CONFIGURATION = 78;

    Path config() {
        return Path.of(text("config"));
    }

    /** The values of {@code set.0}, {@code set.1} and so on. */
    List<String> overrides() {
        List<String> overrides = new ArrayList<>();
        for (String value = options.get("set.0"); value != null; value = options.get("set." + overrides.size())) {
            overrides.add(value);
        }
        return overrides;
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(options.get(name));
    }

    /** @throws IllegalArgumentException if it was not given, which is the caller's fault */
    String text(String name) {
        String value = options.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the option " + name + " is missing");
        }
        return value;
    }
}

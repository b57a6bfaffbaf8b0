package io.slipway.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Settings from the command line, which win over the file. */
final class Overrides {

    @Option(
            names = "-E",
            paramLabel = "KEY=VALUE",
            description =
                    "Set a value over the file's; may be repeated, the last one wins. Also takes logging.* and path.*.")
    private List<String> given = new ArrayList<>();

    /** All, by key; a key without a value is {@code true}. */
    Map<String, String> byKey() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String setting : given) {
            int equals = setting.indexOf('=');
            String key = equals < 0 ? setting : setting.substring(0, equals);
            all.remove(key); // the last one wins, also in order
            all.put(key, equals < 0 ? "true" : setting.substring(equals + 1));
        }
        return all;
    }

    /** Those that are not used up here, as a host command takes them: {@code set.0}, {@code set.1} and so on. */
    Map<String, String> forHost() {
        Map<String, String> options = new LinkedHashMap<>();
        byKey().forEach((key, value) -> {
            if (!key.startsWith("logging.") && !key.startsWith("path.")) {
                options.put("set." + options.size(), key + "=" + value);
            }
        });
        return options;
    }
}

package io.slipway.itests.delivery;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the shipper said, when it stopped, about the accepted events of one output. */
record Balance(long accepted, long delivered, long deadLettered, long dropped, long lost, long queued) {

    /** Reads the last line of {@code log} that tells the counts of {@code output}. */
    static Balance of(List<String> log, String output) {
        String last = log.stream()
                .filter(line -> line.contains("output " + output + ":") && line.contains("delivered="))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new AssertionError(
                        "no line with the counts of output " + output + ":\n" + String.join("\n", log)));
        return new Balance(
                count(last, "accepted"),
                count(last, "delivered"),
                count(last, "dead_lettered"),
                count(last, "dropped"),
                count(last, "lost"),
                count(last, "queued"));
    }

    boolean addsUp() {
        return accepted == delivered + deadLettered + dropped + lost + queued;
    }

    private static long count(String line, String name) {
        Matcher count = Pattern.compile("\\b" + name + "=(\\d+)").matcher(line);
        if (!count.find()) {
            throw new AssertionError("no " + name + "= in " + line);
        }
        return Long.parseLong(count.group(1));
    }
}

package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A queue on disk as {@code slipway queue list} shows it. */
record DiskQueue(String usedBy, long events, Map<String, Long> backlogs, Path path) {

    /** Asks for it, whether a shipper of {@code setup} runs or not. */
    static DiskQueue of(Setup setup) throws IOException {
        Cli.Ended list = Cli.at(setup.folder()).run("queue", "list", "--json", "-c", setup.file());
        assertThat(list.code()).as(list.all()).isZero();
        String json = String.join("\n", list.out());
        return new DiskQueue(
                Json.at(json, "used_by"),
                Long.parseLong(Json.at(json, "events")),
                backlogs(json),
                Path.of(Json.at(json, "path")));
    }

    private static Map<String, Long> backlogs(String json) throws IOException {
        Map<String, Long> backlogs = new TreeMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            String name = "";
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.VALUE_STRING && "name".equals(parser.currentName())) {
                    name = parser.getText();
                } else if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                        && "backlog".equals(parser.currentName())) {
                    backlogs.put(name, parser.getLongValue());
                }
            }
        }
        return backlogs;
    }

    /** A file output that writes into {@code folder}, with one worker. */
    static String file(String name, Path folder, String more) {
        return name + ": {type: file, path: " + folder
                + ", filename: events, number_of_files: 1000, output_queue_flush_timeout: 10ms,"
                + " backoff: {init: 50ms, max: 200ms}" + more + "}";
    }
}

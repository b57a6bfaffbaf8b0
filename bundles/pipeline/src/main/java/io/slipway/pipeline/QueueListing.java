package io.slipway.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.slipway.api.queue.StoredQueue.Contents;
import io.slipway.api.queue.StoredQueue.Part;
import io.slipway.api.queue.StoredQueue.Place;
import io.slipway.core.config.OutputPlan;
import io.slipway.core.config.Plan;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a queue holds, as text for a person or as JSON for a program.
 *
 * @param outputs the names of those that are configured
 * @param parts whether its files are shown too
 */
record QueueListing(String type, Contents contents, Set<String> outputs, boolean parts) {

    static QueueListing of(Plan plan, Contents contents, boolean parts) {
        return new QueueListing(
                plan.queue().type(),
                contents,
                plan.outputs().stream().map(OutputPlan::name).collect(Collectors.toSet()),
                parts);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("queue ")
                .append(type)
                .append(" in ")
                .append(contents.path())
                .append(", ");
        text.append(contents.usedBy().isEmpty() ? "used by no shipper" : "used by process " + contents.usedBy());
        text.append('\n');
        text.append("events: ").append(contents.events());
        text.append(", on disk: ").append(shown(contents.bytes()));
        text.append(" of ").append(shown(contents.maxBytes())).append("\n");
        if (!contents.cursors().isEmpty()) {
            text.append('\n').append(row("CURSOR", "POSITION", "BACKLOG", "OUTPUT"));
            for (Place cursor : contents.cursors()) {
                String output = outputs.contains(cursor.name()) ? "configured" : "gone, its events are parked";
                text.append(row(cursor.name(), cursor.position(), cursor.backlog(), output));
            }
        }
        if (parts && !contents.parts().isEmpty()) {
            text.append('\n').append(row("FILE", "FIRST ID", "BYTES", "FORM"));
            for (Part part : contents.parts()) {
                text.append(row(part.name(), part.firstId(), part.bytes(), part.form()));
            }
        }
        return text.toString();
    }

    private static String row(Object one, Object two, Object three, Object four) {
        return String.format("%-28s %20s %16s  %s%n", one, two, three, four);
    }

    /** Such as {@code 1.5 GiB}. */
    static String shown(long bytes) {
        List<String> units = List.of("B", "KiB", "MiB", "GiB", "TiB");
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.size() - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, units.get(unit));
    }

    String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("type", type);
            json.writeStringField("path", contents.path().toString());
            json.writeStringField("used_by", contents.usedBy());
            json.writeNumberField("events", contents.events());
            json.writeNumberField("bytes", contents.bytes());
            json.writeNumberField("max_bytes", contents.maxBytes());
            json.writeArrayFieldStart("cursors");
            for (Place cursor : contents.cursors()) {
                json.writeStartObject();
                json.writeStringField("name", cursor.name());
                json.writeNumberField("position", cursor.position());
                json.writeNumberField("backlog", cursor.backlog());
                json.writeBooleanField("configured", outputs.contains(cursor.name()));
                json.writeEndObject();
            }
            json.writeEndArray();
            if (parts) {
                json.writeArrayFieldStart("files");
                for (Part part : contents.parts()) {
                    json.writeStartObject();
                    json.writeStringField("name", part.name());
                    json.writeNumberField("first_id", part.firstId());
                    json.writeNumberField("bytes", part.bytes());
                    json.writeStringField("form", part.form());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        return text + "\n";
    }
}

package io.slipway.api.event;

import java.time.Instant;

/** A part of a {@link FormatString}. */
sealed interface FormatPart {

    /** Appends the part's text for {@code event}; false, and nothing appended, if it has none. */
    boolean append(Event event, StringBuilder out);

    /** Why {@link #append} said false: one sentence. */
    String whatIsMissing();

    /** Text that is the same for all events. */
    record Literal(String text) implements FormatPart {

        @Override
        public boolean append(Event event, StringBuilder out) {
            out.append(text);
            return true;
        }

        @Override
        public String whatIsMissing() {
            return "";
        }
    }

    /**
     * A field.
     *
     * @param path the path as {@link Fields} takes it
     * @param byDefault what stands for a missing or an empty field; null if there is no default
     */
    record Field(String path, String byDefault) implements FormatPart {

        private static final String METADATA = "@metadata.";

        @Override
        public boolean append(Event event, StringBuilder out) {
            int before = out.length();
            boolean found = ValueText.append(value(event.content()), out);
            if (byDefault == null) {
                return found;
            }
            if (out.length() == before) {
                out.append(byDefault);
            }
            return true;
        }

        @Override
        public String whatIsMissing() {
            return "The event has no text at " + path + ".";
        }

        private Value value(Content content) {
            if (path.equals("@timestamp") && content.timestamp().isPresent()) {
                return Value.of(content.timestamp().get());
            }
            if (content.fields().has(path)) {
                return content.fields().get(path);
            }
            if (path.startsWith(METADATA)) {
                return content.metadata().get(path.substring(METADATA.length()));
            }
            return dataStream(content.dataStream());
        }

        private Value dataStream(DataStream stream) {
            String part = switch (path) {
                case "data_stream.type" -> stream.type();
                case "data_stream.dataset" -> stream.dataset();
                case "data_stream.namespace" -> stream.namespace();
                default -> "";
            };
            return part.isEmpty() ? Value.NULL : Value.of(part);
        }
    }

    /** The timestamp, in a pattern's form. */
    record Time(TimePattern pattern) implements FormatPart {

        @Override
        public boolean append(Event event, StringBuilder out) {
            Instant timestamp = event.content().timestamp().orElse(null);
            if (timestamp == null) {
                return false;
            }
            pattern.append(timestamp, out);
            return true;
        }

        @Override
        public String whatIsMissing() {
            return "The event has no timestamp.";
        }
    }
}

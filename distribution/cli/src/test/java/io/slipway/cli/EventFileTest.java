package io.slipway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipway.cli.JsonEvents.BadLineException;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventFileTest {

    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00.5Z");
    private static final Source SOURCE = Source.newBuilder().setInputId("in").build();
    private static final DataStream STREAM =
            DataStream.newBuilder().setType("logs").build();

    private final List<String> bad = new ArrayList<>();
    private final AtomicLong read = new AtomicLong();

    @Test
    void makesAMessageOfEachLine() throws IOException {
        List<Event> events = read("first\n\nsecond {\"a\":1}\n", LineFormat.AUTO);

        assertThat(events).extracting(EventFileTest::message).containsExactly("first", "second {\"a\":1}");
        assertThat(events).allSatisfy(event -> {
            assertThat(event.getSource()).isEqualTo(SOURCE);
            assertThat(event.getDataStream()).isEqualTo(STREAM);
            assertThat(event.getTimestamp()).isEqualTo(JsonEvents.timestamp(NOW));
        });
        assertThat(read).hasValue("first\n\nsecond {\"a\":1}\n".length());
    }

    @Test
    void makesFieldsWhenTheFirstLineIsAnObject() throws IOException {
        List<Event> events = read("\n {\"a\":1}\nno object\n{\"a\":2}", LineFormat.AUTO);

        assertThat(events)
                .extracting(event -> event.getFields().getDataOrThrow("a").getInt64Value())
                .containsExactly(1L, 2L);
        assertThat(bad).singleElement().asString().startsWith("3: ");
    }

    @Test
    void takesTheFormatItIsTold() throws IOException {
        assertThat(read("{\"a\":1}", LineFormat.LINES))
                .extracting(EventFileTest::message)
                .containsExactly("{\"a\":1}");
        assertThat(read("text", LineFormat.NDJSON)).isEmpty();
        assertThat(bad).hasSize(1);
    }

    private List<Event> read(String text, LineFormat format) throws IOException {
        List<Event> events = new ArrayList<>();
        try (EventFile file = new EventFile(
                new ByteArrayInputStream(text.getBytes(UTF_8)),
                format,
                SOURCE,
                STREAM,
                Clock.fixed(NOW, ZoneOffset.UTC),
                read)) {
            while (file.next()) {
                try {
                    events.add(file.event());
                } catch (BadLineException e) {
                    bad.add(file.line() + ": " + e.getMessage());
                }
            }
        }
        return events;
    }

    private static String message(Event event) {
        return event.getFields().getDataOrThrow("message").getStringValue();
    }
}

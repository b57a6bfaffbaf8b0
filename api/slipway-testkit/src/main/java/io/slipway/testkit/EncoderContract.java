package io.slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import io.slipway.api.serializer.Serializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What every encoder promises. An encoder's test extends it and says how one is opened.
 *
 * <p>The events have every kind of value, odd keys and missing parts; an encoder may refuse any of them, but only with an {@link
 * EncodingException}, and always.
 */
public abstract class EncoderContract {

    private static final int EVENTS = 300;

    /** A new encoder; asked for once or more in each test. */
    protected abstract Encoder encoder();

    /** The serializer whose bytes the events are; an encoder that visits them is best tested with a real one. */
    protected Serializer serializer() {
        return new TestSerializer();
    }

    @Test
    void writesTheSameHoweverOftenItWasUsed() throws IOException {
        Encoder used = encoder();

        for (Event event : events(1)) {
            Optional<ByteSlice> first = encoded(used, event);

            assertThat(encoded(used, event)).isEqualTo(first);
            assertThat(encoded(encoder(), event)).isEqualTo(first);
        }
    }

    @Test
    void writesTheSameOfBytesAndOfATree() throws IOException {
        Encoder encoder = encoder();

        for (Event event : events(2)) {
            Event tree = event.with(event.content());

            assertThat(encoded(encoder, tree)).isEqualTo(encoded(encoder, event));
        }
    }

    @Test
    void writesOneEventBehindTheOther() throws IOException {
        Encoder encoder = encoder();
        ByteArrayOutputStream together = new ByteArrayOutputStream();
        ByteArrayOutputStream apart = new ByteArrayOutputStream();

        for (Event event : events(3)) {
            Optional<ByteSlice> alone = encoded(encoder, event);
            if (alone.isPresent()) {
                apart.write(alone.get().toByteArray());
                encodeKnown(encoder, event, together);
            }
        }

        assertThat(together.toByteArray()).isEqualTo(apart.toByteArray());
    }

    @Test
    void passesOnThatItsStreamFailedAndGoesOn() throws IOException {
        Encoder encoder = encoder();
        Event event = firstThatCanBeEncoded();
        Optional<ByteSlice> before = encoded(encoder, event);

        assertThatThrownBy(() -> encoder.encode(event, full()))
                .isInstanceOf(IOException.class)
                .hasMessage("full");

        assertThat(encoded(encoder, event)).isEqualTo(before);
    }

    @Test
    void refusesADamagedEventAloneAndGoesOn() throws IOException {
        Encoder encoder = encoder();
        Event event = firstThatCanBeEncoded();
        Optional<ByteSlice> before = encoded(encoder, event);
        byte[] bytes = event.bytes().toByteArray();
        Event damaged = Event.ofBytes(EventId.of(2), serializer(), new ByteSlice(bytes, 0, bytes.length / 2));

        try {
            encoder.encode(damaged, OutputStream.nullOutputStream());
        } catch (EncodingException expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }

        assertThat(encoded(encoder, event)).isEqualTo(before);
    }

    private Event firstThatCanBeEncoded() throws IOException {
        for (Event event : events(4)) {
            if (encoded(encoder(), event).isPresent()) {
                return event;
            }
        }
        throw new AssertionError("the encoder refuses every event");
    }

    private List<Event> events(long seed) {
        Serializer serializer = serializer();
        RandomContent random = new RandomContent(seed);
        List<Content> contents = new ArrayList<>(Events.contents());
        for (int i = 0; i < EVENTS; i++) {
            contents.add(random.next());
        }
        return contents.stream()
                .map(content -> Event.ofBytes(EventId.of(1), serializer, serializer.write(content)))
                .toList();
    }

    /** What the encoder writes; empty if it refuses the event. */
    private static Optional<ByteSlice> encoded(Encoder encoder, Event event) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            encoder.encode(event, out);
        } catch (EncodingException e) {
            assertThat(e.getMessage()).isNotEmpty();
            return Optional.empty();
        }
        return Optional.of(ByteSlice.of(out.toByteArray()));
    }

    private static void encodeKnown(Encoder encoder, Event event, OutputStream out) throws IOException {
        try {
            encoder.encode(event, out);
        } catch (EncodingException e) {
            throw new AssertionError("the encoder refuses what it took before", e);
        }
    }

    private static OutputStream full() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };
    }
}

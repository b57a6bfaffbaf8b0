package io.slipway.testkit;

import io.slipway.api.event.Event;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The text of an event's field {@code message}; an event without one cannot be encoded. For tests of outputs. */
public final class MessageEncoder implements Encoder {

    @Override
    public void encode(Event event, OutputStream out) throws EncodingException, IOException {
        if (!(event.content().fields().get("message") instanceof Value.Text message)) {
            // A part is written first, as a real encoder may do, so that a test sees whether it is thrown away.
            out.write("half".getBytes(StandardCharsets.UTF_8));
            throw new EncodingException("has no message");
        }
        out.write(message.value().getBytes(StandardCharsets.UTF_8));
    }
}

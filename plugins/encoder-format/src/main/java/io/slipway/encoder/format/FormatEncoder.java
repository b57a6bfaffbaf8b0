package io.slipway.encoder.format;

import io.slipway.api.event.Event;
import io.slipway.api.event.FormatString;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the text that a format string gives for an event, in UTF-8. */
final class FormatEncoder implements Encoder {

    private final FormatString format;

    FormatEncoder(FormatString format) {
        this.format = format;
    }

    @Override
    public void encode(Event event, OutputStream out) throws EncodingException, IOException {
        out.write(text(event).getBytes(StandardCharsets.UTF_8));
    }

    private String text(Event event) throws EncodingException {
        try {
            return format.format(event);
        } catch (IllegalStateException e) {
            throw new EncodingException(e.getMessage());
        }
    }
}

package io.slipway.encoder.json;

import io.slipway.api.event.Event;
import io.slipway.api.plugin.Counter;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.serializer.Encoder;
import io.slipway.api.serializer.EncodingException;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes events as JSON in the layout of Beats, from their bytes, into a buffer that is used again.
 *
 * <p>An event is told once. Only if a key of it turns out to come twice, or to be one of the layout's own, it is told again
 * knowing that.
 */
final class JsonEncoder implements Encoder {

    private final JsonBuffer buffer;
    private final EventLayout layout;
    private final Counter overridden;
    private final Counter nonFinite;

    JsonEncoder(JsonBuffer buffer, EventLayout layout, PluginContext context) {
        this.buffer = buffer;
        this.layout = layout;
        this.overridden = context.counter("json_overridden_keys");
        this.nonFinite = context.counter("json_non_finite_numbers");
    }

    @Override
    public void encode(Event event, OutputStream out) throws EncodingException, IOException {
        try {
            fill(event);
        } catch (Unencodable | IllegalStateException e) {
            throw new EncodingException(e.getMessage());
        }
        count(overridden, layout.overridden());
        count(nonFinite, layout.nonFinite());
        buffer.writeTo(out);
    }

    private void fill(Event event) {
        Event told = event;
        layout.begin(0);
        told.accept(layout);
        while (!layout.end()) {
            if (layout.hasEqualKeys()) {
                // A tree has the last of equal keys only.
                told = event.with(event.content());
            }
            layout.begin(layout.givingWay());
            told.accept(layout);
        }
    }

    private static void count(Counter counter, int amount) {
        if (amount > 0) {
            counter.add(amount);
        }
    }
}

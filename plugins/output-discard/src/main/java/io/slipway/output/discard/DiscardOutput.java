package io.slipway.output.discard;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Output;
import io.slipway.api.plugin.Counter;
import io.slipway.api.plugin.PluginContext;
import java.util.List;

/** Counts events and lets them go. */
final class DiscardOutput implements Output {

    private final Counter discarded;

    DiscardOutput(PluginContext context) {
        discarded = context.counter("slipway_output_discarded_events_total");
    }

    @Override
    public Delivery deliver(List<Event> events) {
        discarded.add(events.size());
        return Delivery.delivered(events.size());
    }

    @Override
    public String check() {
        return "throws every event away";
    }
}

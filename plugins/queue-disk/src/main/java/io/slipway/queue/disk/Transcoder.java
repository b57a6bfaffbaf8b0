package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.plugin.PluginContext;
import io.slipway.api.queue.Entry;
import io.slipway.api.serializer.EventWriter;
import io.slipway.api.serializer.Serializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns events into the form that was asked for, without building trees. An event stays as it came if none was asked for,
 * or if it has no such form. For all threads.
 */
final class Transcoder {

    private final PluginContext context;
    private final Optional<Serializer> ours;
    private final int largest;

    /** @param largest an event that would become larger stays as it came */
    Transcoder(PluginContext context, Optional<String> serializer, int largest) {
        this.context = context;
        this.ours = serializer.flatMap(context::serializer);
        this.largest = largest;
    }

    List<Entry> turned(List<Entry> entries) {
        if (ours.isEmpty()) {
            return entries;
        }
        List<Entry> turned = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            turned.add(entry instanceof Entry.Stored stored ? turned(stored, ours.get()) : entry);
        }
        return turned;
    }

    private Entry.Stored turned(Entry.Stored stored, Serializer to) {
        if (stored.serializer().equals(to.id())) {
            return stored;
        }
        Optional<Serializer> from = context.serializer(stored.serializer());
        if (from.isEmpty()) {
            return stored;
        }
        try {
            EventWriter writer = to.writer();
            from.get().visit(stored.bytes(), writer.visitor());
            ByteSlice bytes = writer.finish();
            return bytes.length() > largest ? stored : new Entry.Stored(bytes, to.id());
        } catch (IllegalStateException | IllegalArgumentException e) {
            return stored;
        }
    }
}

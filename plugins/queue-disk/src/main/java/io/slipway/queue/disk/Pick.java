package io.slipway.queue.disk;

import io.slipway.api.queue.QueuedEvent;
import java.util.ArrayList;
import java.util.List;

/** Gathers what one lease will hold. For one thread. */
final class Pick {

    private final List<QueuedEvent> events = new ArrayList<>();
    private int eventsLeft;
    private long bytesLeft;

    Pick(int maxEvents, long maxBytes) {
        eventsLeft = maxEvents;
        bytesLeft = maxBytes;
    }

    /** @return whether there was room; the very first has room even if it is too large */
    boolean take(QueuedEvent event) {
        int size = event.bytes().length();
        if (eventsLeft == 0 || size > bytesLeft && !events.isEmpty()) {
            return false;
        }
        events.add(event);
        eventsLeft--;
        bytesLeft -= size;
        return true;
    }

    /** A copy of those from the {@code index}-th on. */
    List<QueuedEvent> from(int index) {
        return List.copyOf(events.subList(index, events.size()));
    }

    void remove(int index, int count) {
        events.subList(index, index + count).clear();
    }

    /** What was taken so far; nothing must be taken any more once it is handed out. */
    List<QueuedEvent> events() {
        return events;
    }
}

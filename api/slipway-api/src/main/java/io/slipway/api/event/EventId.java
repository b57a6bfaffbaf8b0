package io.slipway.api.event;

/**
 * Which event this is: its id in the queue and, if a processor split it, which child.
 *
 * @param queueId rises strictly within a queue and is never used again; 0 for an event that is not queued yet
 * @param child 0 for the event itself, 1 and up for what it was split into
 */
public record EventId(long queueId, int child) {

    /** The id of an event that is not queued yet. */
    public static final EventId NONE = new EventId(0, 0);

    public static EventId of(long queueId) {
        return new EventId(queueId, 0);
    }
}

package io.slipway.api.event;

/**
 * Is told what an event holds, piece by piece, in the order in which it is stored, without a tree being built.
 *
 * <p>Called by one thread, for one event at a time: first {@link #timestamp}, {@link #source} and {@link #dataStream}, if
 * the event has them, then {@link #metadata} and {@link #fields} if it has them, each exactly once and followed by
 * {@link ValueVisitor} calls for one map, from its {@code startMap} to its {@code endMap}.
 */
public interface EventVisitor extends ValueVisitor {

    /** @param nanos 0 to 999,999,999 after {@code seconds} since 1970, UTC */
    void timestamp(long seconds, int nanos);

    void source(String inputId, String streamId);

    void dataStream(String type, String dataset, String namespace);

    /** The metadata follow. */
    void metadata();

    /** The fields follow. */
    void fields();
}

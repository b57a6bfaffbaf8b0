package io.slipway.client;

import io.slipway.wire.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Publishes events in order.
 *
 * <p>Events reach the shipper in the order in which they are published here, over reconnections and rewinds too; after a
 * lost answer or a rewind some arrive twice. What several publishers of a client publish has no order among them; for
 * more throughput use more of them. Small publications that wait travel together.
 *
 * <p>Any thread may call. To publish waits while the client's window is full, so never do it on the client's own thread
 * (in what depends on a stage of a {@link Publication}); use {@link #offer} there.
 */
public final class Publisher {

    private final Lane lane;
    private final Session session;

    Publisher(Session session) {
        this.session = session;
        this.lane = new Lane(session);
    }

    /**
     * Publishes events; waits while the window is full.
     *
     * @param events at least one
     * @throws InterruptedException if interrupted while it waits; nothing was published
     * @throws IllegalStateException if the client is closed, or if it would wait on the client's own thread
     */
    public Publication publish(List<Event> events) throws InterruptedException {
        return publishRaw(bytesOf(events));
    }

    /**
     * Publishes serialized events; waits while the window is full.
     *
     * @param events at least one, each the bytes of an {@link Event}; not copied, so they must not be changed any more
     * @throws InterruptedException if interrupted while it waits; nothing was published
     * @throws IllegalStateException if the client is closed, or if it would wait on the client's own thread
     */
    public Publication publishRaw(List<byte[]> events) throws InterruptedException {
        byte[][] taken = taken(events);
        long bytes = sizeOf(taken);
        if (session.loop().inEventLoop()) {
            return tryPublish(taken, bytes)
                    .orElseThrow(() -> new IllegalStateException(
                            "The window is full, and to wait on the client's own thread would be for ever."));
        }
        while (!session.window().take(bytes, taken.length, TimeUnit.DAYS.toNanos(1))) {
            // a day is as good as for ever
        }
        return send(taken);
    }

    /**
     * Publishes serialized events if there is room in the window within a time.
     *
     * @param events at least one, each the bytes of an {@link Event}; not copied, so they must not be changed any more
     * @return empty if there was no room; nothing was published
     * @throws InterruptedException if interrupted while it waits; nothing was published
     * @throws IllegalStateException if the client is closed
     */
    public Optional<Publication> publishRaw(List<byte[]> events, Duration timeout) throws InterruptedException {
        byte[][] taken = taken(events);
        boolean room = session.window().take(sizeOf(taken), taken.length, timeout.toNanos());
        return room ? Optional.of(send(taken)) : Optional.empty();
    }

    /**
     * Publishes events if there is room in the window now; never waits.
     *
     * @param events at least one
     * @return empty if there is no room; nothing was published
     * @throws IllegalStateException if the client is closed
     */
    public Optional<Publication> offer(List<Event> events) {
        return offerRaw(bytesOf(events));
    }

    /**
     * Publishes serialized events if there is room in the window now; never waits.
     *
     * @param events at least one, each the bytes of an {@link Event}; not copied, so they must not be changed any more
     * @return empty if there is no room; nothing was published
     * @throws IllegalStateException if the client is closed
     */
    public Optional<Publication> offerRaw(List<byte[]> events) {
        byte[][] taken = taken(events);
        return tryPublish(taken, sizeOf(taken));
    }

    private Optional<Publication> tryPublish(byte[][] taken, long bytes) {
        return session.window().takeNow(bytes, taken.length) ? Optional.of(send(taken)) : Optional.empty();
    }

    private Publication send(byte[][] events) {
        Publication publication = new Publication(lane, events);
        lane.publish(publication);
        return publication;
    }

    private static List<byte[]> bytesOf(List<Event> events) {
        return events.stream().map(Event::toByteArray).toList();
    }

    private static byte[][] taken(List<byte[]> events) {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("There is no event to publish.");
        }
        return events.toArray(byte[][]::new);
    }

    private static long sizeOf(byte[][] events) {
        long bytes = 0;
        for (byte[] event : events) {
            bytes += event.length;
        }
        return bytes;
    }
}

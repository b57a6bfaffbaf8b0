package io.slipway.client;

/**
 * Says how large the next request may be: as large as configured, less after the shipper did not take all of one.
 *
 * <p>Used by the client's thread.
 */
final class RequestSize {

    private final Limits limits;
    /** What the shipper's words have taught: never more than this until it is another one. */
    private int ceiling;

    private int bytes;
    private int events;
    /** Of the next this many events one is bad; zero: none is suspected. */
    private int suspects;

    RequestSize(Limits limits) {
        this.limits = limits;
        reset();
    }

    int bytes() {
        return bytes;
    }

    int events() {
        return suspects == 0 ? events : Math.max(1, Math.min(events, suspects / 2));
    }

    /** Forgets what was learned. */
    void reset() {
        ceiling = limits.requestBytes();
        bytes = ceiling;
        events = limits.requestEvents();
        suspects = 0;
    }

    /** The shipper took the first {@code count} of a request. */
    void accepted(Request request, int count) {
        suspects = Math.max(0, suspects - count);
        if (count == request.count()) {
            bytes = (int) Math.min(2L * bytes, ceiling);
            events = (int) Math.min(2L * events, limits.requestEvents());
        } else {
            events = (int) Math.min(Math.max(1, 2L * count), limits.requestEvents());
        }
    }

    /** The request was larger than the shipper takes. */
    void tooLarge(Request request) {
        ceiling = Math.max(1, request.bytes() / 2);
        bytes = ceiling;
    }

    /** The shipper had no room, or did not say that the request was too large. */
    void noRoom(Request request) {
        bytes = Math.max(1, request.bytes() / 2);
        events = Math.max(1, request.count() / 2);
    }

    /** One event of the request is bad. */
    void oneIsBad(Request request) {
        suspects = request.count();
    }

    /** The one event of a request was bad and is out of the way. */
    void refused() {
        suspects = 0;
    }
}

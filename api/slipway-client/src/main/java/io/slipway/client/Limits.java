package io.slipway.client;

/**
 * What bounds the requests and the memory of a client.
 *
 * @param requestBytes a request is cut before it grows past this many bytes, at most 64 MiB; an event larger than
 *     this is sent alone, and the shipper decides
 * @param requestEvents a request is cut before it holds more events than this
 * @param windowBytes how many bytes of events the client keeps at most, from the call of {@code publish} until they
 *     are persisted; beyond it {@code publish} waits
 * @param windowEvents how many events the client keeps at most
 */
public record Limits(int requestBytes, int requestEvents, long windowBytes, int windowEvents) {

    /** The largest request that a shipper takes by default. */
    public static final int LARGEST_REQUEST = 64 << 20;

    /** Requests of 3 MiB, below the limit of every known shipper, and a window of 64 MiB or 65,536 events. */
    public static final Limits DEFAULT = new Limits(3 << 20, 4096, 64L << 20, 65_536);

    /** Checks that each is at least one and that a request is not larger than 64 MiB. */
    public Limits {
        atLeastOne("requestBytes", requestBytes);
        atLeastOne("requestEvents", requestEvents);
        atLeastOne("windowBytes", windowBytes);
        atLeastOne("windowEvents", windowEvents);
        if (requestBytes > LARGEST_REQUEST) {
            throw new IllegalArgumentException(
                    "requestBytes: " + requestBytes + " must be at most " + LARGEST_REQUEST + ".");
        }
    }

    /** These limits with another size of request. */
    public Limits withRequest(int bytes, int events) {
        return new Limits(bytes, events, windowBytes, windowEvents);
    }

    /** These limits with another window. */
    public Limits withWindow(long bytes, int events) {
        return new Limits(requestBytes, requestEvents, bytes, events);
    }

    private static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " must be at least 1.");
        }
    }
}

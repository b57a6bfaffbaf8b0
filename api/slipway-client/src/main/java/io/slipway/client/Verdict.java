package io.slipway.client;

import io.grpc.Status;
import java.util.Locale;

/** What the end of a request that was not accepted means for its events. */
enum Verdict {
    /** The shipper is another one: learn which, then send again. */
    OTHER_SHIPPER,
    /** The request is too large: send less at once; alone, an event is refused. */
    TOO_LARGE,
    /** Perhaps too large, perhaps no room: send less at once; alone, an event waits. */
    NO_ROOM,
    /** One of its events is bad: find it; alone, it is refused. */
    BAD_EVENT,
    /** Nothing about these events: send them again, for ever. */
    TRY_AGAIN;

    /**
     * An event this small is within the limit of every shipper there is or was (the smallest was gRPC's own 4 MiB), so
     * without words about a size an old shipper can only have meant a full queue.
     */
    static final int SURELY_SMALL = 1 << 20;

    static Verdict of(Status status, Request request) {
        return switch (status.getCode()) {
            case FAILED_PRECONDITION -> OTHER_SHIPPER;
            case INVALID_ARGUMENT, OUT_OF_RANGE -> BAD_EVENT;
            case RESOURCE_EXHAUSTED ->
                speaksOfSize(status) || alone(request) && request.bytes() > SURELY_SMALL ? TOO_LARGE : NO_ROOM;
            default -> TRY_AGAIN;
        };
    }

    private static boolean alone(Request request) {
        return request.count() == 1;
    }

    /** The words of gRPC in Java, in Go and in C, and of this project's shipper. */
    private static boolean speaksOfSize(Status status) {
        String words = String.valueOf(status.getDescription()).toLowerCase(Locale.ROOT);
        return words.contains("too large")
                || words.contains("larger than")
                || words.contains("exceeds maximum size")
                || words.contains("too big");
    }
}

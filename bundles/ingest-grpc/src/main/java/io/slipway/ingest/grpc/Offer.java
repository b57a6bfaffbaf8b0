package io.slipway.ingest.grpc;

import io.grpc.Status;
import io.grpc.StatusException;
import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import io.slipway.core.intake.Intake;
import io.slipway.wire.raw.CutRequest;
import io.slipway.wire.raw.EventCheck;
import io.slipway.wire.raw.MalformedException;
import io.slipway.wire.raw.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of a request that may be queued, by position, and those that take no part.
 *
 * @param entries one for each event; a place holder for a bad one
 * @param bad the bad ones, by rising position
 */
record Offer(List<Entry> entries, List<Intake.Bad> bad) {

    /** What the bytes of an event are, for a queue. */
    private static final String SERIALIZER = "protobuf";

    private static final Entry PLACEHOLDER = new Entry.Placeholder();

    /**
     * Cuts and checks a request.
     *
     * @param uuid who we are
     * @throws StatusException if nothing of it is to be taken: what the client is told
     */
    static Offer of(byte[] request, String uuid, EventCheck check, int maxEventSize) throws StatusException {
        CutRequest cut = cut(request);
        if (!cut.uuid().isEmpty() && !cut.uuid().equals(uuid)) {
            throw Status.FAILED_PRECONDITION
                    .withDescription("UUID does not match. Expected = " + uuid + ", actual = " + shortened(cut.uuid()))
                    .asException();
        }
        if (cut.size() == 0) {
            throw invalid("publish request must contain at least one event");
        }
        List<Entry> entries = new ArrayList<>(cut.size());
        List<Intake.Bad> bad = new ArrayList<>(0);
        for (int i = 0; i < cut.size(); i++) {
            Verdict verdict = check.check(request, cut.offset(i), cut.length(i), maxEventSize);
            ByteSlice bytes = new ByteSlice(request, cut.offset(i), cut.length(i));
            if (verdict.good()) {
                entries.add(new Entry.Stored(bytes, SERIALIZER));
            } else {
                rejectAllFor(verdict, i);
                entries.add(PLACEHOLDER);
                bad.add(new Intake.Bad(i, bytes, reason(verdict, i)));
            }
        }
        return new Offer(entries, bad);
    }

    private static CutRequest cut(byte[] request) throws StatusException {
        CutRequest cut;
        try {
            cut = CutRequest.of(request);
        } catch (MalformedException e) {
            throw invalid("the request cannot be parsed: " + e.getMessage());
        }
        if (cut.oldNumbering()) {
            throw invalid("the request has the old numbering of fields (events in field 1, uuid in field 2), which "
                    + "elastic-agent-shipper-client used before v0.3.0; build the client with a version from March 2023 or "
                    + "later. No event was taken");
        }
        return cut;
    }

    private static void rejectAllFor(Verdict verdict, int position) throws StatusException {
        switch (verdict.finding()) {
            case INCOMPATIBLE ->
                throw invalid(
                        "events[" + position + "]." + verdict.path() + " " + verdict.reason() + ". No event was taken");
            case STRICT -> throw invalid("events[" + position + "]: " + verdict.reason());
            default -> {
                // Only this event is bad.
            }
        }
    }

    /** Names the event by its index in the request, as the client sees it, and the path within it. */
    private static String reason(Verdict verdict, int position) {
        String path = verdict.path().isEmpty() ? "" : "." + verdict.path();
        return "events[" + position + "]" + path + ": " + verdict.reason() + " ("
                + verdict.finding().word() + ")";
    }

    private static String shortened(String uuid) {
        return uuid.length() <= 200 ? uuid : uuid.substring(0, 200) + "…";
    }

    private static StatusException invalid(String description) {
        return Status.INVALID_ARGUMENT.withDescription(description).asException();
    }
}

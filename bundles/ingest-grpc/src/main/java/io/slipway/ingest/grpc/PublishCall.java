package io.slipway.ingest.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusException;
import io.slipway.api.queue.Append;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.core.intake.Intake;
import io.slipway.wire.PublishReply;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One PublishEvents call: learns the request's size, gets memory for it, receives it, offers its events, answers.
 *
 * <p>All of it happens on the call's event loop, so there is no lock, and whoever waits holds no thread. The share of the
 * memory is held until the queue has the events or will never have them.
 */
final class PublishCall extends ServerCall.Listener<ProducerService.Request> implements Arrival.Watcher {

    private static final Logger LOG = LoggerFactory.getLogger(PublishCall.class);

    /** How long a client may take to begin a request, and how long to send it once there is memory for it. */
    private static final Duration RECEIVE_TIMEOUT = Duration.ofSeconds(30);

    private final PublishHandler door;
    private final ServerCall<ProducerService.Request, PublishReply> call;
    private final Arrival arrival;

    private Step step = Step.ANNOUNCEMENT;
    private Budget.Share share;
    private int announced;
    private boolean halfClosed;
    private byte[] request;
    private Append append;

    PublishCall(PublishHandler door, ServerCall<ProducerService.Request, PublishReply> call, Arrival arrival) {
        this.door = door;
        this.call = call;
        this.arrival = arrival;
    }

    /** What the call waits for. */
    private enum Step {
        ANNOUNCEMENT,
        MEMORY,
        BODY,
        ROOM,
        ENDED
    }

    void begin() {
        arrival.watch(this);
        arrival.expectWithin(RECEIVE_TIMEOUT);
    }

    @Override
    public void announced(boolean compressed, long length) {
        if (step != Step.ANNOUNCEMENT) {
            fail(Status.INVALID_ARGUMENT.withDescription("a call publishes one request, this one has a second"));
            return;
        }
        int limit = door.receiveLimit();
        if (length > limit) {
            fail(Status.RESOURCE_EXHAUSTED.withDescription(
                    "the request is too large: it has " + length + " bytes, " + (length - limit) + " more than the "
                            + limit + " that are received; send fewer events at a time"));
            return;
        }
        step = Step.MEMORY;
        announced = (int) length;
        arrival.expectNothing();
        // What is compressed may become as large as is allowed.
        share = door.budget().ask(compressed ? limit : length, () -> onLoop(this::receive));
        if (share.granted()) {
            receive();
        }
    }

    @Override
    public void late() {
        fail(Status.DEADLINE_EXCEEDED.withDescription(
                "the request did not come within " + RECEIVE_TIMEOUT.toSeconds() + "s of its turn"));
    }

    @Override
    public void onMessage(ProducerService.Request message) {
        if (message.fault().isOk()) {
            request = message.bytes();
            share.shrink(request.length);
        } else {
            fail(message.fault());
        }
    }

    @Override
    public void onHalfClose() {
        if (step == Step.ENDED) {
            return;
        }
        halfClosed = true;
        if (step == Step.MEMORY) {
            return;
        }
        if (request == null && step == Step.BODY && arrival.complete()) {
            request = arrival.takeBody();
        }
        if (request == null) {
            fail(Status.INVALID_ARGUMENT.withDescription("the call ended before its request did"));
            return;
        }
        arrival.expectNothing();
        try {
            offer();
        } catch (StatusException e) {
            fail(e.getStatus());
        } catch (RuntimeException e) {
            fail(ourFault(e));
        }
    }

    @Override
    public void onCancel() {
        if (step == Step.ENDED) {
            return;
        }
        boolean waits = step == Step.ROOM;
        step = Step.ENDED;
        arrival.expectNothing();
        // Too late to withdraw: the memory is in use until the append has an outcome.
        if (!waits || append.withdraw()) {
            leave();
        }
    }

    /** Ends the call, unless its events are in the queue already. For any thread. */
    void refuse() {
        onLoop(() -> {
            if (step == Step.ROOM) {
                append.withdraw();
            } else {
                fail(stopping());
            }
        });
    }

    private void receive() {
        if (step != Step.MEMORY) {
            return;
        }
        step = Step.BODY;
        arrival.expectWithin(RECEIVE_TIMEOUT);
        arrival.collect(announced);
        if (arrival.compressed()) {
            call.request(1);
        } else if (halfClosed) {
            onHalfClose();
        }
    }

    private void offer() throws StatusException {
        Intake intake = door.intake();
        Optional<String> unavailable = intake.unavailable();
        if (unavailable.isPresent()) {
            throw Status.UNAVAILABLE.withDescription(unavailable.get()).asException();
        }
        String uuid = intake.uuid();
        Offer offer = Offer.of(request, uuid, door.check(), intake.maxEventSize());
        request = null;
        append = intake.append(offer.entries(), offer.bad());
        step = Step.ROOM;
        append.outcome().whenComplete((appended, fault) -> onLoop(() -> settled(uuid, appended, fault)));
    }

    private void settled(String uuid, Append.Appended appended, Throwable fault) {
        if (step == Step.ENDED) {
            leave();
        } else if (fault != null) {
            fail(status(fault instanceof CompletionException e && e.getCause() != null ? e.getCause() : fault));
        } else if (!uuid.equals(door.intake().uuid())) {
            fail(Status.UNAVAILABLE.withDescription("the shipper's uuid changed; send the request again"));
        } else {
            step = Step.ENDED;
            leave();
            call.sendHeaders(new Metadata());
            call.sendMessage(PublishReply.newBuilder()
                    .setUuid(uuid)
                    .setAcceptedCount(appended.count())
                    .setAcceptedIndex(appended.lastId())
                    .build());
            call.close(Status.OK, new Metadata());
        }
    }

    private void fail(Status status) {
        if (step == Step.ENDED) {
            return;
        }
        step = Step.ENDED;
        arrival.expectNothing();
        leave();
        call.close(status, new Metadata());
    }

    private void leave() {
        request = null;
        arrival.drop();
        if (share != null) {
            share.release();
        }
        door.leave(this);
    }

    private void onLoop(Runnable step) {
        if (arrival.loop().inEventLoop()) {
            step.run();
            return;
        }
        try {
            arrival.loop().execute(step);
        } catch (RejectedExecutionException e) {
            // The server is gone, and the call with it.
            leave();
        }
    }

    private Status status(Throwable fault) {
        if (fault instanceof CancellationException) {
            return stopping();
        }
        if (fault instanceof QueueClosedException || fault instanceof IOException) {
            String reason = fault.getMessage() == null ? fault.toString() : fault.getMessage();
            return Status.UNAVAILABLE.withDescription("couldn't publish: " + reason);
        }
        return ourFault(fault);
    }

    private static Status stopping() {
        return Status.UNAVAILABLE.withDescription("shipper is stopping");
    }

    private static Status ourFault(Throwable fault) {
        String reference = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("gRPC: a publish request met a fault of ours. reference={}", reference, fault);
        return Status.INTERNAL.withDescription("a fault of the shipper; its log says more at reference " + reference);
    }
}

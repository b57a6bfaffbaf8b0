package io.slipway.ingest.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.slipway.core.intake.Intake;
import io.slipway.wire.PublishReply;
import io.slipway.wire.raw.EventCheck;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers PublishEvents. */
final class PublishHandler implements ServerCallHandler<ProducerService.Request, PublishReply> {

    private final Intake intake;
    private final Budget budget;
    private final int receiveLimit;
    private final OpenCalls<PublishCall> calls;
    private final Supplier<Arrival> arriving;
    private final ThreadLocal<EventCheck> check;

    /**
     * @param receiveLimit the largest request, in bytes; no larger than the budget
     * @param arriving gives the arrival of the call that is being started
     */
    PublishHandler(
            Intake intake,
            boolean strict,
            Budget budget,
            int receiveLimit,
            OpenCalls<PublishCall> calls,
            Supplier<Arrival> arriving) {
        this.intake = intake;
        this.budget = budget;
        this.receiveLimit = receiveLimit;
        this.calls = calls;
        this.arriving = arriving;
        this.check = ThreadLocal.withInitial(() -> new EventCheck(strict));
    }

    @Override
    public ServerCall.Listener<ProducerService.Request> startCall(
            ServerCall<ProducerService.Request, PublishReply> call, Metadata headers) {
        PublishCall publish = new PublishCall(this, call, arriving.get());
        Optional<String> refusal = intake.unavailable().or(() -> calls.enter(publish));
        if (refusal.isPresent()) {
            call.close(Status.UNAVAILABLE.withDescription(refusal.get()), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        publish.begin();
        return publish;
    }

    Intake intake() {
        return intake;
    }

    Budget budget() {
        return budget;
    }

    int receiveLimit() {
        return receiveLimit;
    }

    /** The check of the calling thread. */
    EventCheck check() {
        return check.get();
    }

    void leave(PublishCall call) {
        calls.leave(call);
    }
}

package io.slipway.ingest.grpc;

import com.google.protobuf.Duration;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.slipway.core.intake.Intake;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Answers PersistedIndex. */
final class PersistedIndexHandler implements ServerCallHandler<PersistedIndexRequest, PersistedIndexReply> {

    private static final long LEAST_MILLIS = 10;
    private static final long MOST_SECONDS = TimeUnit.DAYS.toSeconds(1);

    private final Intake intake;
    private final OpenCalls<Subscription> calls;
    private final Supplier<Arrival> arriving;

    /** @param arriving gives the arrival of the call that is being started */
    PersistedIndexHandler(Intake intake, OpenCalls<Subscription> calls, Supplier<Arrival> arriving) {
        this.intake = intake;
        this.calls = calls;
        this.arriving = arriving;
    }

    @Override
    public ServerCall.Listener<PersistedIndexRequest> startCall(
            ServerCall<PersistedIndexRequest, PersistedIndexReply> call, Metadata headers) {
        Arrival arrival = arriving.get();
        call.request(2);
        return new ServerCall.Listener<>() {

            private PersistedIndexRequest request;
            private Subscription subscription;

            @Override
            public void onMessage(PersistedIndexRequest message) {
                request = message;
            }

            @Override
            public void onHalfClose() {
                Optional<Status> refusal = request == null
                        ? Optional.of(Status.INVALID_ARGUMENT.withDescription("the call ended without a request"))
                        : refusal(request);
                if (refusal.isPresent()) {
                    call.close(refusal.get(), new Metadata());
                    return;
                }
                subscription = new Subscription(call, intake, arrival.loop(), calls::leave);
                calls.enter(subscription)
                        .ifPresentOrElse(
                                reason -> call.close(Status.UNAVAILABLE.withDescription(reason), new Metadata()),
                                () -> subscription.begin(interval(request.getPollingInterval())));
            }

            @Override
            public void onCancel() {
                if (subscription != null) {
                    subscription.stop();
                }
            }
        };
    }

    private Optional<Status> refusal(PersistedIndexRequest request) {
        Duration interval = request.getPollingInterval();
        if (interval.getSeconds() < 0 || interval.getNanos() < 0) {
            return Optional.of(Status.INVALID_ARGUMENT.withDescription("polling_interval must not be negative"));
        }
        if (request.getUnknownFields().hasField(1)) {
            return Optional.of(Status.INVALID_ARGUMENT.withDescription(
                    "polling_interval is a number of milliseconds, as in an unreleased elastic-agent-shipper-client;"
                            + " build the client with a version from March 2023 or later"));
        }
        return intake.unavailable().map(Status.UNAVAILABLE::withDescription);
    }

    /** In milliseconds; 0: answer once. */
    private static long interval(Duration interval) {
        if (interval.getSeconds() == 0 && interval.getNanos() == 0) {
            return 0;
        }
        long millis = Math.min(interval.getSeconds(), MOST_SECONDS) * 1_000 + interval.getNanos() / 1_000_000;
        return Math.max(millis, LEAST_MILLIS);
    }
}

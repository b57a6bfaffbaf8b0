package io.slipway.ingest.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.slipway.core.intake.Intake;
import io.slipway.wire.PersistedIndexReply;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells one client of the persisted index at each change, as long as the index means the same.
 *
 * <p>Looks on the call's event loop, so it takes no thread. To a client that does not read, nothing is sent before its last
 * message has left: it costs one message, and then learns the newest index.
 */
final class Subscription {

    private final ServerCall<?, PersistedIndexReply> call;
    private final Intake intake;
    private final EventExecutor loop;
    private final Consumer<Subscription> whenEnded;

    private String uuid = "";
    private long told;
    private Future<?> look;
    private boolean ended;

    Subscription(
            ServerCall<?, PersistedIndexReply> call,
            Intake intake,
            EventExecutor loop,
            Consumer<Subscription> whenEnded) {
        this.call = call;
        this.intake = intake;
        this.loop = loop;
        this.whenEnded = whenEnded;
    }

    /**
     * Tells the index now, and then each change. On the event loop.
     *
     * @param millis how often to look; 0: only now
     */
    void begin(long millis) {
        call.setOnReadyThreshold(1);
        call.sendHeaders(new Metadata());
        told = intake.persisted(); // first: if the uuid changes in between, an index too low does no harm
        uuid = intake.uuid();
        tell();
        if (millis == 0) {
            end(Status.OK);
        } else if (!ended) {
            look = loop.scheduleWithFixedDelay(this::lookAgain, millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Tells the newest index, since the client will not get another, and ends it with {@code status}. For any thread. */
    void endFromOutside(Status status) {
        try {
            loop.execute(() -> {
                long persisted = intake.persisted();
                if (!ended && uuid.equals(intake.uuid()) && persisted != told) {
                    told = persisted;
                    tell();
                }
                end(status);
            });
        } catch (RejectedExecutionException e) {
            whenEnded.accept(this);
        }
    }

    /** The call is over. On the event loop. */
    void stop() {
        ended = true;
        if (look != null) {
            look.cancel(false);
        }
        whenEnded.accept(this);
    }

    private void lookAgain() {
        long persisted = intake.persisted();
        if (!uuid.equals(intake.uuid())) {
            end(Status.UNAVAILABLE.withDescription("the shipper's uuid changed; ask again to learn the new one"));
        } else if (persisted != told && call.isReady()) {
            told = persisted;
            tell();
        }
    }

    private void tell() {
        call.sendMessage(PersistedIndexReply.newBuilder()
                .setUuid(uuid)
                .setPersistedIndex(told)
                .build());
    }

    private void end(Status status) {
        if (!ended) {
            stop();
            call.close(status, new Metadata());
        }
    }
}

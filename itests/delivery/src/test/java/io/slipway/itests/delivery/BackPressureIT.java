package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.slipway.wire.PublishReply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A destination that is away and a queue that is full. */
class BackPressureIT {

    @TempDir
    Path folder;

    private Shipper shipper;
    private Wire wire;

    @BeforeEach
    void startWithADestinationThatIsAway() throws IOException {
        Setup setup =
                Setup.toFile(folder, 5, "backoff: {init: 50ms, max: 200ms}, ").with("shutdown_timeout: 1s");
        new Destination(setup.destination()).block();
        shipper = Shipper.start(setup);
        wire = shipper.wire();
    }

    @AfterEach
    void close() {
        wire.close();
        shipper.close();
    }

    @Test
    void s43AcceptsAsManyAsFitAndTheClientSendsTheRestAgain() throws Exception {
        PublishReply first = wire.publish(Events.request(1, 50));
        shipper.destination().unblock();
        int accepted = first.getAcceptedCount();
        while (accepted < 50) {
            accepted += wire.publish(Events.request(accepted + 1, 50)).getAcceptedCount();
        }

        assertThat(first.getAcceptedCount()).isEqualTo(5);
        assertThat(shipper.destination().awaitAll(1, 50)).isEqualTo(Tally.PERFECT);
        assertThat(shipper.stop()).isZero();
        assertThat(shipper.balance("file")).isEqualTo(new Balance(50, 50, 0, 0, 0, 0));
    }

    @Test
    void s15ADeadlineAndACancellationFreeAWaitingPublishWhichThenNeverArrives() throws Exception {
        wire.publish(Events.request(1, 5));
        ListenableFuture<PublishReply> cancelled = wire.future().publishEvents(Events.request(100, 100));

        StatusRuntimeException late = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> wire.blocking()
                        .withDeadlineAfter(300, TimeUnit.MILLISECONDS)
                        .publishEvents(Events.request(101, 101)));
        cancelled.cancel(true);

        assertThat(late.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        assertThatThrownBy(cancelled::get).isInstanceOf(CancellationException.class);
        shipper.destination().unblock();
        wire.publish(Events.request(6, 6));
        shipper.destination().awaitAll(1, 6);
        assertThat(Tally.sequences(shipper.destination().lines())).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void trapT8AWaitingPublishHoldsUpNobody() {
        wire.publish(Events.request(1, 5));
        List<ListenableFuture<PublishReply>> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(wire.future().publishEvents(Events.request(100 + i, 100 + i)));
        }

        String uuid = wire.persisted().getUuid();
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> wire.publish(
                        Events.request(6, 6).toBuilder().setUuid("another").build()));

        assertThat(uuid).hasSize(36);
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(waiting).noneMatch(ListenableFuture::isDone);
    }

    @Test
    void trapT31AStopFreesAWaitingPublishAtOnceAndEndsTheStreams() throws Exception {
        wire.publish(Events.request(1, 5));
        ListenableFuture<PublishReply> waiting = wire.future().publishEvents(Events.request(6, 6));
        wire.persisted(); // on the same connection: the publish above has arrived

        long began = System.nanoTime();
        shipper.process().terminate();

        ExecutionException freed = catchThrowableOfType(
                ExecutionException.class, () -> waiting.get(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        assertThat(Status.fromThrowable(freed).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(shipper.process().awaitExit()).isZero();
        assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(20));
    }

    @Test
    void s18CancelledPublishesAreNoPartOfTheBalance() throws Exception {
        wire.publish(Events.request(1, 5));
        List<ListenableFuture<PublishReply>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(wire.future().publishEvents(Events.request(6 + i, 6 + i)));
        }
        wire.persisted();
        for (int i = 0; i < 20; i += 2) {
            waiting.get(i).cancel(true);
        }
        wire.persisted();

        shipper.destination().unblock();

        for (int i = 1; i < 20; i += 2) {
            assertThat(waiting.get(i)
                            .get(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .getAcceptedCount())
                    .isEqualTo(1);
        }
        assertThat(shipper.stop()).isZero();
        Balance balance = shipper.balance("file");
        assertThat(balance.delivered())
                .isEqualTo(shipper.destination().lines().size())
                .isEqualTo(15);
        assertThat(balance).isEqualTo(new Balance(15, 15, 0, 0, 0, 0));
    }

    @Test
    void s63AStopWithTheDestinationAwayEndsBeforeItsLimitAndSaysWhatIsLeft() {
        wire.publish(Events.request(1, 5));
        long persisted = wire.persisted().getPersistedIndex();

        long began = System.nanoTime();
        int code = shipper.stop();

        assertThat(code).isZero();
        assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(20));
        Balance balance = shipper.balance("file");
        assertThat(balance.delivered()).isZero();
        assertThat(balance.accepted()).isEqualTo(5);
        assertThat(balance.addsUp()).isTrue();
        assertThat(persisted).as("The client still has them.").isLessThan(5);
    }

    @Test
    void s64PublishesRefusedDuringAStopAreNotCounted() throws Exception {
        wire.publish(Events.request(1, 5));
        List<ListenableFuture<PublishReply>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(wire.future().publishEvents(Events.request(6 + i, 6 + i)));
        }
        wire.persisted();

        assertThat(shipper.stop()).isZero();

        assertThat(waiting)
                .allSatisfy(publish -> assertThatThrownBy(publish::get).isNotNull());
        assertThat(shipper.balance("file").accepted()).isEqualTo(5);
        assertThat(shipper.balance("file").addsUp()).isTrue();
    }
}

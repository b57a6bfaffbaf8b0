package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import io.slipway.wire.Event;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the protocol promises to a client that was written from the .proto files alone. One shipper serves all these tests. */
class ProtocolIT {

    private static final Duration OFTEN =
            Duration.newBuilder().setNanos(20_000_000).build();
    private static final String VECTOR =
            "0a03752d3112790a0b0880e2cfaa0610c0a9d33a120c0a04696e2d31120473742d311a1d0a046c6f6773"
                    + "120c6e67696e782e6163636573731a0764656661756c74222a0a280a097261775f696e646578121b42196c6f67732d6e67696e782e"
                    + "6163636573732d64656661756c742a110a0f0a076d657373616765120442026869";

    @TempDir
    static Path folder;

    private static Shipper shipper;
    private Wire wire;

    @BeforeAll
    static void start() throws IOException {
        shipper = Shipper.start(Setup.toFile(folder));
    }

    @AfterAll
    static void stop() {
        shipper.close();
    }

    @BeforeEach
    void connect() {
        wire = shipper.wire();
    }

    @AfterEach
    void disconnect() {
        wire.close();
    }

    @Test
    void acceptsAWholeBatchAndGivesConsecutiveIds() {
        PublishReply first = wire.publish(Events.request(1, 50));

        PublishReply second = wire.publish(Events.request(51, 60));

        assertThat(first.getAcceptedCount()).isEqualTo(50);
        assertThat(second.getAcceptedCount()).isEqualTo(10);
        assertThat(second.getAcceptedIndex()).isEqualTo(first.getAcceptedIndex() + 10);
        assertThat(second.getUuid()).isEqualTo(first.getUuid()).hasSize(36);
    }

    @Test
    void acceptsARequestThatNamesTheRightUuid() {
        String uuid = wire.persisted().getUuid();

        PublishReply reply =
                wire.publish(Events.request(1, 2).toBuilder().setUuid(uuid).build());

        assertThat(reply.getAcceptedCount()).isEqualTo(2);
    }

    @Test
    void refusesARequestThatNamesAnotherUuidAndTakesNothingOfIt() {
        PublishReply before = wire.publish(Events.request(1, 1));

        Status status =
                refusal(Events.request(2, 3).toBuilder().setUuid("another").build());

        assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(status.getDescription())
                .isEqualTo("UUID does not match. Expected = " + before.getUuid() + ", actual = another");
        PublishReply after = wire.publish(Events.request(4, 4));
        assertThat(after.getAcceptedIndex()).isEqualTo(before.getAcceptedIndex() + 1);
    }

    @Test
    void refusesARequestWithoutEvents() {
        Status status = refusal(PublishRequest.getDefaultInstance());

        assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).isEqualTo("publish request must contain at least one event");
    }

    @Test
    void acceptsEventsWithoutTimestampSourceAndDataStream() {
        PublishReply reply = wire.publish(Events.request(Event.getDefaultInstance(), Event.getDefaultInstance()));

        assertThat(reply.getAcceptedCount()).isEqualTo(2);
    }

    @Test
    void readsTheBytesOfTheReferenceClient() {
        byte[] request = HexFormat.of().parseHex(VECTOR);
        byte[] withoutUuid = Arrays.copyOfRange(request, 5, request.length);

        PublishReply reply = wire.publishBytes(withoutUuid);

        assertThat(reply.getAcceptedCount()).isEqualTo(1);
        await().atMost(Running.PATIENCE)
                .until(() -> shipper.destination().lines().stream()
                        .anyMatch(line -> line.contains("\"message\":\"hi\"")
                                && line.contains("nginx.access")
                                && line.contains("2023-11-14T22:13:20.123")));
    }

    @Test
    void answersOnceAndEndsWithoutAPollingInterval() {
        Iterator<PersistedIndexReply> replies =
                wire.blocking().persistedIndex(PersistedIndexRequest.getDefaultInstance());

        assertThat(replies.next().getUuid()).hasSize(36);
        assertThat(replies.hasNext()).isFalse();
    }

    @Test
    void tellsThatAnEventIsPersistedOnceItIsInTheFile() {
        long index = wire.publish(Events.request(700_001, 700_010)).getAcceptedIndex();

        await().atMost(Running.PATIENCE).until(() -> wire.persisted().getPersistedIndex() >= index);

        assertThat(shipper.destination().tally(700_001, 700_010).lost()).isEmpty();
    }

    @Test
    void tellsFiftySubscribersOfEveryAdvance() throws Exception {
        PersistedIndexRequest often =
                PersistedIndexRequest.newBuilder().setPollingInterval(OFTEN).build();
        List<Follower> followers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Follower follower = new Follower();
            followers.add(follower);
            wire.async().persistedIndex(often, follower);
        }
        for (Follower follower : followers) {
            follower.first.get(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        long index = wire.publish(Events.request(1, 20)).getAcceptedIndex();

        await().atMost(Running.PATIENCE)
                .untilAsserted(() -> assertThat(followers).allMatch(follower -> follower.index >= index));
        assertThat(followers).noneMatch(follower -> follower.wentBack);
    }

    @Test
    void trapT9RefusesANegativePollingInterval() {
        PersistedIndexRequest negative = PersistedIndexRequest.newBuilder()
                .setPollingInterval(Duration.newBuilder().setSeconds(-1))
                .build();

        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> wire.blocking().persistedIndex(negative).next());

        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(wire.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);
    }

    @Test
    void trapT2AnEventIsNotPersistedWhileItIsTheOldestOneWaiting() throws Exception {
        Path other = Files.createDirectory(folder.resolve("t2"));
        Setup setup = Setup.toFile(other);
        new Destination(setup.destination()).block();
        try (Shipper waiting = Shipper.start(setup);
                Wire toWaiting = waiting.wire()) {
            long index = toWaiting.publish(Events.request(1, 1)).getAcceptedIndex();

            assertThat(toWaiting.persisted().getPersistedIndex()).isLessThan(index);
            waiting.destination().unblock();
            await().atMost(Running.PATIENCE).until(() -> toWaiting.persisted().getPersistedIndex() >= index);
        }
    }

    @Test
    void servesTheStandardHealthService() {
        HealthCheckResponse health =
                HealthGrpc.newBlockingStub(wire.channel()).check(HealthCheckRequest.getDefaultInstance());

        assertThat(health.getStatus()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    }

    @Test
    void servesReflectionOfTheProducerService() throws Exception {
        CompletableFuture<String> services = new CompletableFuture<>();
        StreamObserver<ServerReflectionRequest> asks = ServerReflectionGrpc.newStub(wire.channel())
                .serverReflectionInfo(new StreamObserver<>() {
                    @Override
                    public void onNext(ServerReflectionResponse response) {
                        services.complete(response.getListServicesResponse().toString());
                    }

                    @Override
                    public void onError(Throwable error) {
                        services.completeExceptionally(error);
                    }

                    @Override
                    public void onCompleted() {
                        services.completeExceptionally(new IllegalStateException("no answer"));
                    }
                });

        asks.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());

        assertThat(services.get(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .contains("elastic.agent.shipper.v1.Producer");
        asks.onCompleted();
    }

    private Status refusal(PublishRequest request) {
        return catchThrowableOfType(StatusRuntimeException.class, () -> wire.publish(request))
                .getStatus();
    }

    /** Remembers the index that a stream told last. */
    private static final class Follower implements StreamObserver<PersistedIndexReply> {
        private final CompletableFuture<PersistedIndexReply> first = new CompletableFuture<>();
        private volatile long index;
        private volatile boolean wentBack;

        @Override
        public void onNext(PersistedIndexReply reply) {
            wentBack |= reply.getPersistedIndex() < index;
            index = reply.getPersistedIndex();
            first.complete(reply);
        }

        @Override
        public void onError(Throwable error) {
            first.completeExceptionally(error);
        }

        @Override
        public void onCompleted() {
            first.completeExceptionally(new IllegalStateException("the stream ended"));
        }
    }
}

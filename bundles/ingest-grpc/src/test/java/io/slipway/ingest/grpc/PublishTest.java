package io.slipway.ingest.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueueClosedException;
import io.slipway.wire.Event;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PublishTest {

    private TestDoor door;

    @BeforeEach
    void open() throws IOException {
        door = TestDoor.open();
    }

    @AfterEach
    void close() {
        door.close();
    }

    @Test
    void answersWithWhatWasAccepted() {
        PublishReply reply = door.client().publishEvents(request(event("a"), event("b"), event("c")));

        assertThat(reply.getUuid()).isEqualTo(door.intake.uuid());
        assertThat(reply.getAcceptedCount()).isEqualTo(3);
        assertThat(reply.getAcceptedIndex()).isEqualTo(3);
        assertThat(stored()).containsExactly(event("a"), event("b"), event("c"));
    }

    @Test
    void acceptsThePrefixForWhichThereIsRoom() {
        door.intake.room(2);

        PublishReply reply = door.client().publishEvents(request(event("a"), event("b"), event("c")));

        assertThat(reply.getAcceptedCount()).isEqualTo(2);
        assertThat(reply.getAcceptedIndex()).isEqualTo(2);
    }

    @Test
    void isUnavailableBeforeItLooksAtTheRequest() {
        door.intake.unavailable("shipper is initializing");

        refuses(PublishRequest.getDefaultInstance(), "UNAVAILABLE: shipper is initializing");
        assertThat(health()).isEqualTo(ServingStatus.NOT_SERVING);

        door.intake.unavailable("");

        assertThat(health()).isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void refusesAnotherShippersUuidBeforeItMissesEvents() {
        refuses(
                PublishRequest.newBuilder().setUuid("other").build(),
                "FAILED_PRECONDITION: UUID does not match. Expected = " + door.intake.uuid() + ", actual = other");
        refuses(
                PublishRequest.newBuilder().setUuid(door.intake.uuid()).build(),
                "INVALID_ARGUMENT: publish request must contain at least one event");
    }

    @Test
    void setsABadEventAsideAndTakesTheOthers() {
        Event bad = Event.newBuilder()
                .setFields(Struct.newBuilder().putData("a", Value.getDefaultInstance()))
                .build();

        PublishReply reply = door.client().publishEvents(request(event("a"), bad, event("c")));

        assertThat(reply.getAcceptedCount()).isEqualTo(3);
        assertThat(door.intake.entries().get(1)).isInstanceOf(Entry.Placeholder.class);
        assertThat(door.intake.bad).singleElement().satisfies(poison -> {
            assertThat(poison.position()).isEqualTo(1);
            assertThat(poison.bytes().toByteArray()).isEqualTo(bad.toByteArray());
            assertThat(poison.reason()).isEqualTo("events[1].fields.a: has no kind of value (no_kind)");
        });
    }

    @Test
    void refusesOldNumberings() {
        UnknownFieldSet text = UnknownFieldSet.newBuilder()
                .mergeLengthDelimitedField(3, ByteString.copyFromUtf8("x"))
                .build();
        Event old = Event.newBuilder()
                .setFields(Struct.newBuilder()
                        .putData("k", Value.newBuilder().setUnknownFields(text).build()))
                .build();
        PublishRequest older = PublishRequest.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .mergeLengthDelimitedField(1, event("a").toByteString())
                        .build())
                .build();

        refuses(request(event("a"), old), "INVALID_ARGUMENT: events[1].fields.k has the old numbering of values");
        refuses(older, "INVALID_ARGUMENT: the request has the old numbering of fields");
        assertThat(door.intake.entries()).isEmpty();
    }

    @Test
    void refusesWhatCannotBeParsed() {
        PublishRequest garbage = PublishRequest.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .mergeLengthDelimitedField(1, ByteString.copyFrom(new byte[] {(byte) 0xff}))
                        .build())
                .build();

        refuses(garbage, "INVALID_ARGUMENT: the request cannot be parsed: uuid is not UTF-8");
    }

    @Test
    void saysByHowMuchARequestIsTooLarge() {
        PublishRequest large = request(event("x".repeat((int) TestDoor.BUDGET)));

        refuses(
                large,
                "RESOURCE_EXHAUSTED: the request is too large: it has " + large.getSerializedSize() + " bytes, "
                        + (large.getSerializedSize() - TestDoor.BUDGET) + " more than the 8388608");
        assertThat(door.client().publishEvents(request(event("a"))).getAcceptedCount())
                .isEqualTo(1);
    }

    @Test
    void readsCompressedRequestsOfAnySize() {
        PublishRequest large = request(event("x".repeat(4_000_000)));

        PublishReply reply = door.client().withCompression("gzip").publishEvents(large);

        assertThat(reply.getAcceptedCount()).isEqualTo(1);
        assertThat(stored()).containsExactly(large.getEvents(0));
    }

    @Test
    void refusesABombOfCompression() {
        PublishRequest bomb = request(event("x".repeat((int) TestDoor.BUDGET)));

        assertThatThrownBy(() -> door.client().withCompression("gzip").publishEvents(bomb))
                .hasMessageContaining("RESOURCE_EXHAUSTED: the request is too large: decompressed");
    }

    @Test
    void receivesRequestsOfManySizes() {
        for (int size : new int[] {1, 16_380, 16_384, 65_500, 65_535, 65_536, 200_000, 1_100_000, 8_000_000}) {
            PublishRequest request = request(event("y".repeat(size)));

            assertThat(door.client().publishEvents(request).getAcceptedCount()).isEqualTo(1);
            assertThat(stored().get(stored().size() - 1)).isEqualTo(request.getEvents(0));
        }
    }

    @Test
    void givesUpAtTheDeadlineAndFreesTheMemory() {
        door.intake.room(0);
        PublishRequest half = request(event("x".repeat(5_000_000)));

        assertThatThrownBy(() -> door.client()
                        .withDeadlineAfter(500, TimeUnit.MILLISECONDS)
                        .publishEvents(half))
                .hasMessageContaining("DEADLINE_EXCEEDED");
        await().until(() -> door.intake.waiting() == 0);

        door.intake.makeRoom(1);
        assertThat(door.client().publishEvents(half).getAcceptedCount()).isEqualTo(1);
    }

    @Test
    void freesWhatACancelledCallHeldOrWaitedFor() {
        door.intake.room(0);
        PublishRequest half = request(event("x".repeat(5_000_000)));
        ProducerGrpc.ProducerFutureStub client = ProducerGrpc.newFutureStub(door.connect());
        ListenableFuture<PublishReply> holds = client.publishEvents(half);
        await().until(() -> door.intake.waiting() == 1);
        ListenableFuture<PublishReply> waits = client.publishEvents(half);

        waits.cancel(true);
        holds.cancel(true);

        await().until(() -> door.intake.waiting() == 0);
        door.intake.makeRoom(1);
        assertThat(door.client().publishEvents(half).getAcceptedCount()).isEqualTo(1);
    }

    /** Trap T8. */
    @Test
    void holdsNobodyUpWhileAPublishWaits() {
        door.intake.room(0);
        ListenableFuture<PublishReply> waiting =
                ProducerGrpc.newFutureStub(door.connect()).publishEvents(request(event("a")));
        await().until(() -> door.intake.waiting() == 1);

        refuses(PublishRequest.getDefaultInstance(), "INVALID_ARGUMENT");
        assertThat(door.client()
                        .persistedIndex(PersistedIndexRequest.getDefaultInstance())
                        .hasNext())
                .isTrue();
        assertThat(health()).isEqualTo(ServingStatus.SERVING);
        assertThat(waiting.isDone()).isFalse();
    }

    /** An append that is being synced cannot be withdrawn; its memory is in use until the queue has it. */
    @Test
    void keepsTheMemoryOfWhatIsTooLateToWithdraw() {
        door.intake.room(0);
        door.intake.lateToWithdraw();
        PublishRequest half = request(event("x".repeat(5_000_000)));
        assertThatThrownBy(() -> door.client()
                        .withDeadlineAfter(500, TimeUnit.MILLISECONDS)
                        .publishEvents(half))
                .hasMessageContaining("DEADLINE_EXCEEDED");

        ListenableFuture<PublishReply> next =
                ProducerGrpc.newFutureStub(door.connect()).publishEvents(half);
        await().during(Duration.ofMillis(300)).until(() -> door.intake.waiting() == 1);
        door.intake.makeRoom(2);

        assertThat(next).succeedsWithin(Duration.ofSeconds(10));
        assertThat(door.intake.entries()).hasSize(2);
    }

    @Test
    void isUnavailableWhenTheQueueCannotMakeEventsSafe() {
        door.intake.room(0);
        ListenableFuture<PublishReply> waiting =
                ProducerGrpc.newFutureStub(door.connect()).publishEvents(request(event("a")));
        await().until(() -> door.intake.waiting() == 1);

        door.intake.fail(new IOException("the disk is full"));

        assertThatThrownBy(waiting::get).hasMessageContaining("UNAVAILABLE: couldn't publish: the disk is full");
    }

    @Test
    void doesNotAnswerUnderANameThatHasChangedMeanwhile() {
        door.intake.room(0);
        ListenableFuture<PublishReply> waiting =
                ProducerGrpc.newFutureStub(door.connect()).publishEvents(request(event("a")));
        await().until(() -> door.intake.waiting() == 1);

        door.intake.uuid("another");
        door.intake.makeRoom(1);

        assertThatThrownBy(waiting::get).hasMessageContaining("UNAVAILABLE: the shipper's uuid changed");
    }

    @Test
    void isUnavailableWhenTheQueueCloses() {
        door.intake.room(0);
        ListenableFuture<PublishReply> waiting =
                ProducerGrpc.newFutureStub(door.connect()).publishEvents(request(event("a")));
        await().until(() -> door.intake.waiting() == 1);

        door.intake.fail(new QueueClosedException());

        assertThatThrownBy(waiting::get).hasMessageContaining("UNAVAILABLE: couldn't publish: queue is closed");
    }

    @Test
    void validatesEveryEventInStrictMode() throws IOException {
        door.close();
        door = TestDoor.open(TestDoor.plan(TestDoor.BUDGET, true));

        refuses(
                request(Event.getDefaultInstance()),
                "INVALID_ARGUMENT: events[0]: timestamp: proto: invalid nil Timestamp; datastream: cannot be nil; "
                        + "source: cannot be nil");
    }

    private void refuses(PublishRequest request, String status) {
        assertThatThrownBy(() -> door.client().publishEvents(request))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining(status);
    }

    private ServingStatus health() {
        return HealthGrpc.newBlockingStub(door.connect())
                .check(HealthCheckRequest.newBuilder()
                        .setService(ProducerGrpc.SERVICE_NAME)
                        .build())
                .getStatus();
    }

    private List<Event> stored() {
        return door.intake.entries().stream()
                .map(entry -> {
                    try {
                        return Event.parseFrom(((Entry.Stored) entry).bytes().toByteArray());
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
    }

    private static PublishRequest request(Event... events) {
        return PublishRequest.newBuilder().addAllEvents(List.of(events)).build();
    }

    private static Event event(String input) {
        return Event.newBuilder()
                .setSource(Source.newBuilder().setInputId(input))
                .build();
    }
}

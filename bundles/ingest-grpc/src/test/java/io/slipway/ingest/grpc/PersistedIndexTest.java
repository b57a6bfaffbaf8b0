package io.slipway.ingest.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Duration;
import com.google.protobuf.UnknownFieldSet;
import io.slipway.wire.Event;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PersistedIndexTest {

    private static final PersistedIndexRequest OFTEN = PersistedIndexRequest.newBuilder()
            .setPollingInterval(Duration.newBuilder().setNanos(1))
            .build();

    private TestDoor door;

    @BeforeEach
    void open() throws IOException {
        door = TestDoor.open();
        door.intake.persisted(7);
    }

    @AfterEach
    void close() {
        door.close();
    }

    @Test
    void answersOnceWithoutAnInterval() {
        Iterator<PersistedIndexReply> replies =
                door.client().persistedIndex(PersistedIndexRequest.getDefaultInstance());

        assertThat(replies.next().getPersistedIndex()).isEqualTo(7);
        assertThat(replies.hasNext()).isFalse();
    }

    @Test
    void tellsEachChangeToEverybody() {
        List<Iterator<PersistedIndexReply>> followers = new ArrayList<>();
        ProducerGrpc.ProducerBlockingStub client = door.client();
        for (int i = 0; i < 50; i++) {
            followers.add(client.persistedIndex(OFTEN));
        }
        followers.forEach(
                follower -> assertThat(follower.next().getPersistedIndex()).isEqualTo(7));

        door.intake.persisted(9);

        followers.forEach(follower -> {
            PersistedIndexReply reply = follower.next();
            assertThat(reply.getPersistedIndex()).isEqualTo(9);
            assertThat(reply.getUuid()).isEqualTo(door.intake.uuid());
        });
    }

    /** Trap T9. */
    @Test
    void refusesANegativeInterval() {
        PersistedIndexRequest negative = PersistedIndexRequest.newBuilder()
                .setPollingInterval(Duration.newBuilder().setSeconds(-1))
                .build();

        assertThatThrownBy(() -> door.client().persistedIndex(negative).next())
                .hasMessage("INVALID_ARGUMENT: polling_interval must not be negative");
    }

    @Test
    void refusesTheIntervalOfAnOldClient() {
        PersistedIndexRequest old = PersistedIndexRequest.newBuilder()
                .setUnknownFields(
                        UnknownFieldSet.newBuilder().mergeVarintField(1, 500).build())
                .build();

        assertThatThrownBy(() -> door.client().persistedIndex(old).next())
                .hasMessageContaining("INVALID_ARGUMENT: polling_interval is a number of milliseconds");
    }

    /** Trap T1. */
    @Test
    void endsWhenTheIndexMeansSomethingElse() {
        Iterator<PersistedIndexReply> follower = door.client().persistedIndex(OFTEN);
        follower.next();

        door.intake.uuid("another");

        assertThatThrownBy(follower::hasNext).hasMessageContaining("the shipper's uuid changed");
    }

    /** Trap T31. */
    @Test
    void outlivesThePublishersAtAStop() throws Exception {
        door.intake.room(0);
        Iterator<PersistedIndexReply> follower = door.client().persistedIndex(OFTEN);
        follower.next();
        ListenableFuture<PublishReply> waiting = ProducerGrpc.newFutureStub(door.connect())
                .publishEvents(PublishRequest.newBuilder()
                        .addEvents(Event.getDefaultInstance())
                        .build());
        await().until(() -> door.intake.waiting() == 1);

        door.door.refuse();

        assertThatThrownBy(waiting::get).hasMessageContaining("UNAVAILABLE: shipper is stopping");
        assertThatThrownBy(() -> door.client()
                        .publishEvents(PublishRequest.newBuilder()
                                .addEvents(Event.getDefaultInstance())
                                .build()))
                .hasMessageContaining("UNAVAILABLE: shipper is stopping");
        door.intake.persisted(8);
        assertThat(follower.next().getPersistedIndex()).isEqualTo(8);

        door.door.close();

        assertThatThrownBy(follower::hasNext).hasMessageContaining("server is stopped: context canceled");
    }

    /** Else a client that looks rarely would send everything again after a stop that drained. */
    @Test
    void tellsTheLastIndexBeforeItEnds() throws IOException {
        Iterator<PersistedIndexReply> follower = door.client()
                .persistedIndex(PersistedIndexRequest.newBuilder()
                        .setPollingInterval(Duration.newBuilder().setSeconds(3600))
                        .build());
        follower.next();

        door.intake.persisted(9);
        door.door.close();

        assertThat(follower.next().getPersistedIndex()).isEqualTo(9);
        assertThatThrownBy(follower::hasNext).hasMessageContaining("server is stopped: context canceled");
    }
}

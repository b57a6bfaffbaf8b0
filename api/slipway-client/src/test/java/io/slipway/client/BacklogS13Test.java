package io.slipway.client;

import static io.slipway.client.Events.events;
import static io.slipway.client.Events.quickly;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import org.junit.jupiter.api.Test;

/** Backlog S13: client and server code are generated from the .proto files and can be imported; Publish works. */
class BacklogS13Test {

    @Test
    void hasTheNamesOfTheProtocol() {
        assertThat(ProducerGrpc.getPublishEventsMethod().getFullMethodName())
                .isEqualTo("elastic.agent.shipper.v1.Producer/PublishEvents");
        assertThat(ProducerGrpc.getPersistedIndexMethod().getFullMethodName())
                .isEqualTo("elastic.agent.shipper.v1.Producer/PersistedIndex");
        assertThat(RequestStream.method().getFullMethodName())
                .isEqualTo(ProducerGrpc.getPublishEventsMethod().getFullMethodName());
    }

    @Test
    void publishesWithTheGeneratedClientAlone() {
        try (ScriptedShipper shipper = ScriptedShipper.onTcp()) {
            ManagedChannel channel = NettyChannelBuilder.forTarget(
                            quickly(shipper).server())
                    .usePlaintext()
                    .build();

            PublishReply reply = ProducerGrpc.newBlockingStub(channel)
                    .publishEvents(PublishRequest.newBuilder()
                            .addAllEvents(events(0, 3))
                            .build());

            assertThat(reply.getAcceptedCount()).isEqualTo(3);
            channel.shutdownNow();
        }
    }

    @Test
    void writesTheSameBytesAsTheGeneratedClient() throws Exception {
        PublishRequest expected = PublishRequest.newBuilder()
                .setUuid("5cf2bb7c-1d5c-4a5a-8b0f-0a8f9a2f3a11")
                .addAllEvents(events(0, 300))
                .build();
        Request request = new Request(expected.getUuid());
        Publication publication = new Publication(
                null, events(0, 300).stream().map(event -> event.toByteArray()).toArray(byte[][]::new));
        request.add(new Slice(publication, 0, 300), Integer.MAX_VALUE, Integer.MAX_VALUE);

        byte[] written = RequestStream.method().streamRequest(request).readAllBytes();

        assertThat(written).isEqualTo(expected.toByteArray()).hasSize(request.bytes());
    }

    @Test
    void answersOverTheMethodOfRawRequests() {
        try (ScriptedShipper shipper = ScriptedShipper.onTcp()) {
            ManagedChannel channel = NettyChannelBuilder.forTarget(shipper.address())
                    .usePlaintext()
                    .build();
            Request request = new Request("");
            request.add(
                    new Slice(
                            new Publication(null, new byte[][] {Events.event(0).toByteArray()}), 0, 1),
                    1_000,
                    10);

            PublishReply reply =
                    ClientCalls.blockingUnaryCall(channel, RequestStream.method(), CallOptions.DEFAULT, request);

            assertThat(reply.getUuid()).isEqualTo(shipper.uuid());
            channel.shutdownNow();
        }
    }
}

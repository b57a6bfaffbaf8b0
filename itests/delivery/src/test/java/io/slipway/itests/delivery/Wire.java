package io.slipway.itests.delivery;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A client of nothing but the generated classes: what somebody has who knows only the .proto files. */
final class Wire implements AutoCloseable {

    private static final EventLoopGroup LOOP = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private static final int LARGE = 256 << 20;

    private final ManagedChannel channel;

    Wire(ManagedChannel channel) {
        this.channel = channel;
    }

    /** Over a Unix socket. */
    static Wire to(Path socket) {
        return new Wire(NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioDomainSocketChannel.class)
                .eventLoopGroup(LOOP)
                .usePlaintext()
                .maxInboundMessageSize(LARGE)
                .build());
    }

    /** Over TCP to this machine. */
    static Wire to(int port) {
        return new Wire(
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build());
    }

    ManagedChannel channel() {
        return channel;
    }

    ProducerGrpc.ProducerBlockingStub blocking() {
        return ProducerGrpc.newBlockingStub(channel)
                .withDeadlineAfter(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .withWaitForReady();
    }

    ProducerGrpc.ProducerStub async() {
        return ProducerGrpc.newStub(channel);
    }

    ProducerGrpc.ProducerFutureStub future() {
        return ProducerGrpc.newFutureStub(channel);
    }

    PublishReply publish(PublishRequest request) {
        return blocking().publishEvents(request);
    }

    /** One look at the persisted index. */
    PersistedIndexReply persisted() {
        return blocking()
                .persistedIndex(PersistedIndexRequest.getDefaultInstance())
                .next();
    }

    /** Publishes bytes as they are, whatever they may mean. */
    PublishReply publishBytes(byte[] bytes) {
        MethodDescriptor<byte[], PublishReply> method = MethodDescriptor.<byte[], PublishReply>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(ProducerGrpc.getPublishEventsMethod().getFullMethodName())
                .setRequestMarshaller(new AsTheyAre())
                .setResponseMarshaller(ProducerGrpc.getPublishEventsMethod().getResponseMarshaller())
                .build();
        CallOptions options = CallOptions.DEFAULT
                .withWaitForReady()
                .withDeadlineAfter(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return ClientCalls.blockingUnaryCall(channel, method, options, bytes);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private static final class AsTheyAre implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            throw new IllegalStateException("only sent");
        }
    }
}

package io.slipway.itests.benchmarks;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.slipway.wire.PublishReply;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.atomic.LongAdder;

/** A gRPC server that counts raw requests and does nothing else: the limit of what gRPC allows here. */
final class LimitServer {

    private LimitServer() {}

    public static void main(String[] args) throws Exception {
        LongAdder bytes = new LongAdder();
        byte[] reply = PublishReply.newBuilder()
                .setUuid("00000000-0000-4000-8000-000000000000")
                .setAcceptedCount(1)
                .setAcceptedIndex(1)
                .build()
                .toByteArray();
        var handler = ServerCalls.asyncUnaryCall((byte[] request, StreamObserver<byte[]> answer) -> {
            bytes.add(request.length);
            answer.onNext(reply);
            answer.onCompleted();
        });
        var stream = ServerCalls.asyncBidiStreamingCall(
                (StreamObserver<byte[]> answer) -> new Counting(bytes, reply, answer));
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        Server server = NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(args[0]))
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .maxInboundMessageSize(64 << 20)
                .flowControlWindow(4 << 20)
                .directExecutor()
                .addService(ServerServiceDefinition.builder(Raw.SERVICE)
                        .addMethod(Raw.PUBLISH, handler)
                        .addMethod(Raw.STREAM, stream)
                        .build())
                .build()
                .start();
        server.awaitTermination();
    }

    private record Counting(LongAdder bytes, byte[] reply, StreamObserver<byte[]> answer)
            implements StreamObserver<byte[]> {
        @Override
        public void onNext(byte[] request) {
            bytes.add(request.length);
            answer.onNext(reply);
        }

        @Override
        public void onError(Throwable error) {
            // the client is gone, and its call with it
        }

        @Override
        public void onCompleted() {
            answer.onCompleted();
        }
    }
}

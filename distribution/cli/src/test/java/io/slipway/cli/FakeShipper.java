package io.slipway.cli;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.slipway.wire.Event;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A shipper on a Unix socket that keeps what it gets; all of it is persisted at once, or nothing ever. */
final class FakeShipper implements AutoCloseable {

    private final Path socket;
    private volatile long mostPersisted;
    private final Predicate<Event> refuses;
    private final List<Event> events = new ArrayList<>();
    private final List<StreamObserver<PersistedIndexReply>> followers = new ArrayList<>();
    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Server server;

    FakeShipper(Path socket, boolean persists, Predicate<Event> refuses) throws IOException {
        this.socket = socket;
        this.mostPersisted = persists ? Long.MAX_VALUE : 0;
        this.refuses = refuses;
        server = NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(loop)
                .workerEventLoopGroup(loop)
                .maxInboundMessageSize(64 << 20)
                .addService(new Producer())
                .build()
                .start();
    }

    String address() {
        return "unix://" + socket;
    }

    /** From now on persists this many events and no more. */
    void persistAtMost(long count) {
        mostPersisted = count;
    }

    synchronized List<Event> events() {
        return List.copyOf(events);
    }

    @Override
    public void close() {
        server.shutdownNow();
        loop.shutdownGracefully();
    }

    private final class Producer extends ProducerGrpc.ProducerImplBase {

        @Override
        public void publishEvents(PublishRequest request, StreamObserver<PublishReply> answer) {
            synchronized (FakeShipper.this) {
                if (request.getEventsList().stream().anyMatch(refuses)) {
                    answer.onError(Status.INVALID_ARGUMENT
                            .withDescription("events[0]: refused")
                            .asRuntimeException());
                    return;
                }
                events.addAll(request.getEventsList());
                answer.onNext(PublishReply.newBuilder()
                        .setUuid("fake")
                        .setAcceptedCount(request.getEventsCount())
                        .setAcceptedIndex(events.size())
                        .build());
                answer.onCompleted();
                followers.removeIf(follower -> ((ServerCallStreamObserver<?>) follower).isCancelled());
                followers.forEach(this::tell);
            }
        }

        @Override
        public void persistedIndex(PersistedIndexRequest request, StreamObserver<PersistedIndexReply> follower) {
            synchronized (FakeShipper.this) {
                ((ServerCallStreamObserver<?>) follower).setOnCancelHandler(() -> {}); // else telling one throws
                tell(follower);
                if (request.hasPollingInterval()) {
                    followers.add(follower);
                } else {
                    follower.onCompleted();
                }
            }
        }

        private void tell(StreamObserver<PersistedIndexReply> follower) {
            follower.onNext(PersistedIndexReply.newBuilder()
                    .setUuid("fake")
                    .setPersistedIndex(Math.min(events.size(), mostPersisted))
                    .build());
        }
    }
}

package io.slipway.client;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The channel to one shipper and the one thread that serves it.
 *
 * <p>The thread reads and writes the socket, runs what is scheduled, and makes every call back. All methods but {@link
 * #loop} and {@link #close} belong to it.
 */
final class Connection {

    private static final MethodDescriptor<Request, PublishReply> PUBLISH = RequestStream.method();

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final ManagedChannel channel;

    Connection(ClientOptions options) {
        group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("slipway-client", true), NioIoHandler.newFactory());
        loop = (EventLoop) group.next();
        try {
            channel = Channels.open(options, group, loop);
        } catch (RuntimeException e) {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw e;
        }
    }

    /** The client's thread. */
    EventLoop loop() {
        return loop;
    }

    /** Receives what came of a request to publish. */
    @FunctionalInterface
    interface Answer {

        /**
         * The call has ended.
         *
         * @param reply the default instance unless the status is fine
         */
        void of(Status status, PublishReply reply);
    }

    /** Sends a request; the answer comes exactly once. */
    ClientCall<?, ?> publish(Request request, Duration timeout, Answer answer) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
        return start(PUBLISH, request, options, new ClientCall.Listener<>() {
            private PublishReply reply = PublishReply.getDefaultInstance();

            @Override
            public void onMessage(PublishReply message) {
                reply = message;
            }

            @Override
            public void onClose(Status status, Metadata trailers) {
                answer.of(status, reply);
            }
        });
    }

    /** Asks to be told of the persisted index; each message asks for the next. */
    ClientCall<?, ?> follow(Duration interval, Consumer<PersistedIndexReply> told, Consumer<Status> ended) {
        PersistedIndexRequest request = PersistedIndexRequest.newBuilder()
                .setPollingInterval(com.google.protobuf.Duration.newBuilder()
                        .setSeconds(interval.getSeconds())
                        .setNanos(interval.getNano()))
                .build();
        IndexListener listener = new IndexListener(told, ended);
        ClientCall<?, ?> call = start(ProducerGrpc.getPersistedIndexMethod(), request, CallOptions.DEFAULT, listener);
        listener.asksNext = () -> call.request(1);
        return call;
    }

    private <Q, A> ClientCall<Q, A> start(
            MethodDescriptor<Q, A> method, Q request, CallOptions options, ClientCall.Listener<A> listener) {
        ClientCall<Q, A> call = channel.newCall(method, options);
        call.start(listener, new Metadata());
        call.request(2);
        call.sendMessage(request);
        call.halfClose();
        return call;
    }

    /** Connects now if gRPC itself would wait longer. */
    void reconnect() {
        channel.resetConnectBackoff();
    }

    /** Gives up a connection that does not answer; the next call makes a new one. */
    void drop() {
        channel.enterIdle();
    }

    /** Runs a task on the client's thread each time the connection is made. */
    void whenConnected(Runnable task) {
        watch(channel.getState(false), task);
    }

    private void watch(ConnectivityState seen, Runnable task) {
        if (seen == ConnectivityState.SHUTDOWN) {
            return;
        }
        channel.notifyWhenStateChanged(
                seen,
                () -> loop.execute(() -> {
                    ConnectivityState now = channel.getState(false);
                    if (now == ConnectivityState.READY) {
                        task.run();
                    }
                    watch(now, task);
                }));
    }

    /** Ends every call and the thread. Any other thread may call; it waits a few seconds at most. */
    void close() {
        boolean interrupted = false;
        channel.shutdownNow();
        try {
            channel.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class IndexListener extends ClientCall.Listener<PersistedIndexReply> {

        private final Consumer<PersistedIndexReply> told;
        private final Consumer<Status> ended;
        private Runnable asksNext = () -> {};

        private IndexListener(Consumer<PersistedIndexReply> told, Consumer<Status> ended) {
            this.told = told;
            this.ended = ended;
        }

        @Override
        public void onMessage(PersistedIndexReply message) {
            asksNext.run();
            told.accept(message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            ended.accept(status);
        }
    }
}

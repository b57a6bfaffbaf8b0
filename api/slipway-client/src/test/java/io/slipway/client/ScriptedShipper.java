package io.slipway.client;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.slipway.wire.Event;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A shipper with a memory queue, as small as the protocol allows, that does on demand what shippers do at their worst.
 *
 * <p>It keeps the protocol's rules: a full queue holds a request until one event fits, an answer takes a prefix, ids
 * rise over restarts, another name is refused. Tests move the queue by hand ({@link #drain}) or let it drain itself, stop
 * it, start it again, and put scripted answers before its own.
 */
final class ScriptedShipper implements AutoCloseable {

    /** An answer in place of the shipper's own. */
    @FunctionalInterface
    interface Answer {
        void to(PublishRequest request, StreamObserver<PublishReply> client);
    }

    /** An event that was accepted and by which index. */
    record Entry(Event event, long index) {}

    private record Waiting(PublishRequest request, ServerCallStreamObserver<PublishReply> client) {}

    private static final EventLoopGroup THREADS = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("scripted-shipper", true), NioIoHandler.newFactory());

    private final Path socket;
    private UnaryOperator<NettyServerBuilder> settings = builder -> builder;
    private int port;
    private Server server;
    private String uuid = UUID.randomUUID().toString();
    private int capacity = Integer.MAX_VALUE;
    private boolean drainsItself = true;
    private long lastIndex;
    private long persisted;
    private final Deque<Entry> queue = new ArrayDeque<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Deque<Answer> script = new ArrayDeque<>();
    private Function<PublishRequest, Optional<Status>> refusal = request -> Optional.empty();
    private final List<Event> delivered = new ArrayList<>();
    private final List<PublishRequest> requests = new ArrayList<>();
    private final List<ServerCallStreamObserver<PersistedIndexReply>> followers = new ArrayList<>();
    private final List<PersistedIndexRequest> questions = new ArrayList<>();

    private ScriptedShipper(Path socket) {
        this.socket = socket;
    }

    /** A shipper on a Unix socket, not started yet. */
    static ScriptedShipper onUnixSocket(Path socket) {
        return new ScriptedShipper(socket);
    }

    /** A shipper on a free port of the loopback interface, which it keeps over restarts; started, to know the port. */
    static ScriptedShipper onTcp() {
        return new ScriptedShipper(null).start();
    }

    synchronized ScriptedShipper with(UnaryOperator<NettyServerBuilder> more) {
        settings = more;
        return this;
    }

    synchronized ScriptedShipper start() {
        try {
            NettyServerBuilder builder = socket == null
                    ? NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                            .channelType(NioServerSocketChannel.class)
                    : NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                            .channelType(NioServerDomainSocketChannel.class);
            if (socket != null) {
                Files.deleteIfExists(socket);
            }
            builder.bossEventLoopGroup(THREADS).workerEventLoopGroup(THREADS).directExecutor();
            server = settings.apply(builder.maxInboundMessageSize(64 << 20))
                    .addService(service())
                    .build()
                    .start();
            port = socket == null ? server.getPort() : 0;
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends every call and connection; what is queued stays. */
    ScriptedShipper stop() {
        Server stopping;
        synchronized (this) {
            stopping = server;
            waiting.clear();
            followers.clear();
        }
        try {
            stopping.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return this;
    }

    /** Forgets what is queued and takes another name, as a memory queue does at a restart. Ids run on. */
    synchronized ScriptedShipper forget() {
        queue.clear();
        persisted = 0;
        uuid = UUID.randomUUID().toString();
        return this;
    }

    /** Starts to count from one again, as a careless shipper would. */
    synchronized ScriptedShipper forgetIds() {
        lastIndex = 0;
        return this;
    }

    String address() {
        return socket == null ? "localhost:" + port : "unix://" + socket;
    }

    /** At most this many events in the queue, which from now on drains only by {@link #drain}. */
    synchronized ScriptedShipper holding(int events) {
        capacity = events;
        drainsItself = false;
        return this;
    }

    /** Answers the next requests so. */
    synchronized ScriptedShipper next(Answer... answers) {
        script.addAll(List.of(answers));
        return this;
    }

    /** From now on refuses whole requests with the status that the function finds for them. */
    synchronized ScriptedShipper refusing(Function<PublishRequest, Optional<Status>> why) {
        refusal = why;
        return this;
    }

    static Answer failing(Status status) {
        return (request, client) -> client.onError(status.asRuntimeException());
    }

    /** Delivers the oldest events and tells that they are safe. */
    synchronized void drain(int events) {
        for (int i = 0; i < events && !queue.isEmpty(); i++) {
            Entry entry = queue.removeFirst();
            delivered.add(entry.event());
            persisted = entry.index();
        }
        followers.removeIf(ServerCallStreamObserver::isCancelled);
        followers.forEach(follower -> follower.onNext(index()));
        while (!waiting.isEmpty() && queue.size() < capacity) {
            Waiting next = waiting.removeFirst();
            if (!next.client().isCancelled()) {
                accept(next.request(), next.client());
            }
        }
    }

    synchronized List<Event> delivered() {
        return List.copyOf(delivered);
    }

    synchronized List<Entry> queued() {
        return List.copyOf(queue);
    }

    synchronized List<PublishRequest> requests() {
        return List.copyOf(requests);
    }

    synchronized List<PersistedIndexRequest> questions() {
        return List.copyOf(questions);
    }

    synchronized int heldRequests() {
        waiting.removeIf(each -> each.client().isCancelled());
        return waiting.size();
    }

    synchronized String uuid() {
        return uuid;
    }

    private PersistedIndexReply index() {
        return PersistedIndexReply.newBuilder()
                .setUuid(uuid)
                .setPersistedIndex(persisted)
                .build();
    }

    private synchronized void publish(PublishRequest request, StreamObserver<PublishReply> client) {
        requests.add(request);
        Answer scripted = script.pollFirst();
        if (scripted != null) {
            scripted.to(request, client);
        } else {
            answer(request, client);
        }
    }

    /** The shipper's own answer. */
    synchronized void answer(PublishRequest request, StreamObserver<PublishReply> client) {
        Optional<Status> refused = refusal.apply(request);
        if (refused.isPresent()) {
            client.onError(refused.get().asRuntimeException());
        } else if (!request.getUuid().isEmpty() && !request.getUuid().equals(uuid)) {
            client.onError(Status.FAILED_PRECONDITION
                    .withDescription("UUID does not match. Expected = " + uuid + ", actual = " + request.getUuid())
                    .asRuntimeException());
        } else if (queue.size() < capacity) {
            accept(request, client);
        } else {
            ServerCallStreamObserver<PublishReply> held = (ServerCallStreamObserver<PublishReply>) client;
            waiting.addLast(new Waiting(request, held));
        }
    }

    /** Takes at most {@code most} events of a request and says so. */
    synchronized void accept(PublishRequest request, StreamObserver<PublishReply> client, int most) {
        int count = Math.min(Math.min(most, capacity - queue.size()), request.getEventsCount());
        for (Event event : request.getEventsList().subList(0, count)) {
            queue.addLast(new Entry(event, ++lastIndex));
        }
        client.onNext(PublishReply.newBuilder()
                .setUuid(uuid)
                .setAcceptedCount(count)
                .setAcceptedIndex(lastIndex)
                .build());
        client.onCompleted();
        if (drainsItself) {
            drain(queue.size());
        }
    }

    private void accept(PublishRequest request, StreamObserver<PublishReply> client) {
        accept(request, client, Integer.MAX_VALUE);
    }

    private synchronized void follow(PersistedIndexRequest request, StreamObserver<PersistedIndexReply> client) {
        questions.add(request);
        client.onNext(index());
        followers.add((ServerCallStreamObserver<PersistedIndexReply>) client);
    }

    private BindableService service() {
        return new ProducerGrpc.ProducerImplBase() {
            @Override
            public void publishEvents(PublishRequest request, StreamObserver<PublishReply> client) {
                ((ServerCallStreamObserver<PublishReply>) client).setOnCancelHandler(() -> {});
                publish(request, client);
            }

            @Override
            public void persistedIndex(PersistedIndexRequest request, StreamObserver<PersistedIndexReply> client) {
                ((ServerCallStreamObserver<PersistedIndexReply>) client).setOnCancelHandler(() -> {});
                follow(request, client);
            }
        };
    }

    @Override
    public void close() {
        if (server != null) {
            stop();
        }
    }
}

package io.slipway.ingest.grpc;

import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.slipway.api.config.ByteSize;
import io.slipway.core.config.Address;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.intake.Ingest;
import io.slipway.core.intake.Intake;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers of one plan and the calls they have open. */
final class GrpcDoor implements Ingest.Door {

    private static final Logger LOG = LoggerFactory.getLogger(GrpcDoor.class);

    private static final int LARGEST_REQUEST = 64 * 1024 * 1024;
    private static final int FEWEST_CALLS = 256;
    private static final int MOST_SUBSCRIPTIONS = 10_000;
    private static final long HEALTH_EVERY_MILLIS = 200;
    private static final long PATIENCE_MILLIS = 2_000;
    private static final String STOPPED = "server is stopped: context canceled";

    private final ServerPlan plan;
    private final int receiveLimit;
    private final OpenCalls<PublishCall> publishing;
    private final OpenCalls<Subscription> following = new OpenCalls<>(MOST_SUBSCRIPTIONS, STOPPED);
    private final HealthReport health;
    private final ServerServiceDefinition producer;
    private final ThreadLocal<Arrival> arriving = new ThreadLocal<>();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(),
            new DefaultThreadFactory("slipway-grpc", true),
            NioIoHandler.newFactory());
    private final List<AddressServer> servers = new ArrayList<>();

    private GrpcDoor(ServerPlan plan, Intake intake) {
        this.plan = plan;
        receiveLimit = (int) Math.min(LARGEST_REQUEST, plan.maxInflightBytes());
        // All that wait for memory may hold as much as all that have it.
        long calls = Math.max(FEWEST_CALLS, plan.maxInflightBytes() / AddressServer.WAITING_WINDOW);
        publishing = new OpenCalls<>((int) Math.min(calls, Integer.MAX_VALUE), "shipper is stopping");
        health = new HealthReport(intake, publishing::ended);
        producer = ProducerService.of(
                receiveLimit,
                new PublishHandler(
                        intake,
                        plan.strictMode(),
                        new Budget(plan.maxInflightBytes()),
                        receiveLimit,
                        publishing,
                        arriving::get),
                new PersistedIndexHandler(intake, following, arriving::get));
    }

    static GrpcDoor open(ServerPlan plan, Intake intake) throws IOException {
        Optional<SslContext> tls =
                plan.tls().isPresent() ? Optional.of(Tls.context(plan.tls().get())) : Optional.empty();
        GrpcDoor door = new GrpcDoor(plan, intake);
        try {
            door.listen(tls);
            return door;
        } catch (IOException | RuntimeException e) {
            door.close();
            throw e;
        }
    }

    @Override
    public List<String> addresses() {
        return servers.stream().map(AddressServer::address).toList();
    }

    @Override
    public void refuse() {
        publishing.end(PublishCall::refuse);
        health.refresh();
    }

    @Override
    public void close() {
        refuse();
        following.end(call -> call.endFromOutside(Status.UNAVAILABLE.withDescription(STOPPED)));
        servers.forEach(AddressServer::shutdown);
        for (AddressServer server : servers) {
            try {
                server.close(PATIENCE_MILLIS);
            } catch (IOException e) {
                LOG.warn("gRPC: the socket of {} cannot be removed.", server.address(), e);
            }
        }
        loops.shutdownGracefully(0, PATIENCE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(PATIENCE_MILLIS);
    }

    private void listen(Optional<SslContext> tls) throws IOException {
        AtomicInteger open = new AtomicInteger();
        RareLog log = new RareLog(LOG, "connections closed or refused", loops);
        AddressServer.Shared shared = new AddressServer.Shared(
                loops,
                tls,
                secure -> new ConnectionGuard(open, plan.maxConnections(), secure, log),
                arriving,
                this::addServices);
        for (Address address : plan.listen()) {
            servers.add(AddressServer.open(address, shared));
            warnIfOpenToAll(address, tls.isPresent());
        }
        loops.scheduleWithFixedDelay(health::refresh, HEALTH_EVERY_MILLIS, HEALTH_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        LOG.info(
                "gRPC started. addresses={} receive_limit={} max_inflight_bytes={} max_connections={} tls={} strict_mode={}",
                addresses(),
                new ByteSize(receiveLimit),
                new ByteSize(plan.maxInflightBytes()),
                plan.maxConnections(),
                tls.isPresent(),
                plan.strictMode());
    }

    private void addServices(NettyServerBuilder builder) {
        builder.addService(producer)
                .addService(health.service())
                .addService(ProtoReflectionServiceV1.newInstance())
                .addService(reflectionOfOldClients())
                .intercept(new FreshHealth(health));
    }

    @SuppressWarnings("deprecation") // Many clients know the older form only.
    private static BindableService reflectionOfOldClients() {
        return ProtoReflectionService.newInstance();
    }

    private static void warnIfOpenToAll(Address address, boolean tls) {
        if (address instanceof Address.Tcp tcp
                && !tls
                && !new InetSocketAddress(tcp.host(), tcp.port()).getAddress().isLoopbackAddress()) {
            LOG.warn(
                    "gRPC: \"{}\" can be reached by other hosts, and without TLS anyone there can send events and read along."
                            + " Set shipper.server.ssl, or listen on loopback or a Unix socket.",
                    address);
        }
    }

    /** Has the report looked at again for each question about health. */
    private record FreshHealth(HealthReport health) implements ServerInterceptor {

        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            if (HealthGrpc.SERVICE_NAME.equals(call.getMethodDescriptor().getServiceName())) {
                health.refresh();
            }
            return next.startCall(call, headers);
        }
    }
}

package io.slipway.ingest.grpc;

import io.grpc.Server;
import io.grpc.netty.InternalNettyServerCredentials;
import io.grpc.netty.InternalProtocolNegotiator.ProtocolNegotiator;
import io.grpc.netty.InternalProtocolNegotiators;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.slipway.core.config.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A gRPC server at one address. */
final class AddressServer {

    /** What a call may send before it has memory: little, since very many may wait. */
    static final int WAITING_WINDOW = 64 * 1024;

    private static final int CALLS_PER_CONNECTION = 1024;
    private static final int HANDSHAKE_SECONDS = 20;
    private static final int PING_AFTER_SECONDS = 120;
    private static final int PING_ANSWER_SECONDS = 20;
    private static final int LEAST_SECONDS_BETWEEN_PINGS = 5;
    private static final int RESETS_PER_WINDOW = 10_000;
    private static final int RESET_WINDOW_SECONDS = 30;

    private final Server server;
    private final String address;
    private final Optional<SocketFile> file;

    private AddressServer(Server server, String address, Optional<SocketFile> file) {
        this.server = server;
        this.address = address;
        this.file = file;
    }

    /**
     * What the servers of all addresses share.
     *
     * @param loops accept, read and answer
     * @param guard makes what looks at new connections, with TLS or without
     */
    record Shared(
            EventLoopGroup loops,
            Optional<SslContext> tls,
            Function<Boolean, ConnectionGuard> guard,
            ThreadLocal<Arrival> arriving,
            Consumer<NettyServerBuilder> services) {}

    static AddressServer open(Address address, Shared shared) throws IOException {
        return address instanceof Address.UnixSocket unix
                ? openUnix(unix, shared)
                : openTcp((Address.Tcp) address, shared);
    }

    private static AddressServer openUnix(Address.UnixSocket address, Shared shared) throws IOException {
        SocketFile file = SocketFile.at(address.path());
        NettyServerBuilder builder = builder(
                UnixDomainSocketAddress.of(file.place()), NioServerDomainSocketChannel::new, Optional.empty(), shared);
        Server server = builder.build();
        try {
            server.start();
            file.publish();
            return new AddressServer(server, address.toString(), Optional.of(file));
        } catch (IOException e) {
            server.shutdownNow();
            file.close();
            throw cannotListen(address, e);
        }
    }

    private static AddressServer openTcp(Address.Tcp address, Shared shared) throws IOException {
        InetSocketAddress socket = new InetSocketAddress(address.host(), address.port());
        if (socket.isUnresolved()) {
            throw new IOException(
                    "\"" + address + "\" cannot be listened on: \"" + address.host() + "\" is no known host.");
        }
        try {
            Server server = builder(socket, NioServerSocketChannel::new, shared.tls(), shared)
                    .build()
                    .start();
            return new AddressServer(
                    server, new Address.Tcp(address.host(), server.getPort()).toString(), Optional.empty());
        } catch (IOException e) {
            throw cannotListen(address, e);
        }
    }

    private static NettyServerBuilder builder(
            SocketAddress address, Supplier<ServerChannel> channel, Optional<SslContext> tls, Shared shared) {
        ProtocolNegotiator negotiator =
                tls.map(InternalProtocolNegotiators::serverTls).orElseGet(InternalProtocolNegotiators::serverPlaintext);
        ChannelFactory<ServerChannel> guarded = () -> {
            ServerChannel made = channel.get();
            made.pipeline().addLast(shared.guard().apply(tls.isPresent()));
            return made;
        };
        NettyServerBuilder builder = NettyServerBuilder.forAddress(
                        address,
                        InternalNettyServerCredentials.create(new GatedNegotiator(negotiator, shared.arriving())))
                .channelFactory(guarded)
                .bossEventLoopGroup(shared.loops())
                .workerEventLoopGroup(shared.loops())
                .directExecutor()
                .flowControlWindow(WAITING_WINDOW)
                .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
                // The gate sees to sizes, before memory is taken and with an answer that says by how much.
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTime(PING_AFTER_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(PING_ANSWER_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(LEAST_SECONDS_BETWEEN_PINGS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .maxRstFramesPerWindow(RESETS_PER_WINDOW, RESET_WINDOW_SECONDS);
        shared.services().accept(builder);
        return builder;
    }

    private static IOException cannotListen(Address address, IOException cause) {
        if (cause.getMessage().startsWith("\"")) {
            return cause;
        }
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new IOException(
                root.getMessage() != null && root.getMessage().contains("in use")
                        ? "\"" + address + "\" is in use by another process. Choose another address or stop it."
                        : "\"" + address + "\" cannot be listened on: " + root.getMessage() + ".",
                cause);
    }

    /** The address as clients write it, with the port that was found. */
    String address() {
        return address;
    }

    /** Takes no new connections or calls; those that are open may end. */
    void shutdown() {
        server.shutdown();
    }

    /** Waits for open calls to end, then ends them, and removes the socket. */
    void close(long patienceMillis) throws IOException {
        try {
            if (!server.awaitTermination(patienceMillis, TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
                server.awaitTermination(patienceMillis, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        if (file.isPresent()) {
            file.get().close();
        }
    }
}

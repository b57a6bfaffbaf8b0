package io.slipway.client;

import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContextBuilder;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLException;

/** Opens gRPC channels over Unix sockets and TCP, in plaintext and over TLS. */
final class Channels {

    private static final int FLOW_CONTROL_WINDOW = 1 << 20;

    private Channels() {}

    /**
     * Opens a channel whose sockets and calls back are served by the given threads. It connects on first use.
     *
     * @throws IllegalArgumentException if a TLS file cannot be used
     */
    static ManagedChannel open(ClientOptions options, EventLoopGroup group, Executor executor) {
        NettyChannelBuilder builder = to(ShipperAddress.parse(options.server()));
        options.tls().ifPresentOrElse(files -> secure(builder, files), builder::usePlaintext);
        return builder.eventLoopGroup(group)
                .executor(executor)
                .disableRetry()
                .flowControlWindow(FLOW_CONTROL_WINDOW)
                .build();
    }

    private static NettyChannelBuilder to(ShipperAddress address) {
        if (address instanceof ShipperAddress.Tcp tcp) {
            return NettyChannelBuilder.forAddress(tcp.host(), tcp.port()).channelType(NioSocketChannel.class);
        }
        return NettyChannelBuilder.forAddress(((ShipperAddress.Unix) address).path())
                .channelType(NioDomainSocketChannel.class)
                .overrideAuthority("localhost");
    }

    private static void secure(NettyChannelBuilder builder, TlsFiles files) {
        try {
            SslContextBuilder context = GrpcSslContexts.forClient();
            files.authorities().ifPresent(file -> context.trustManager(file.toFile()));
            files.certificate()
                    .ifPresent(file -> context.keyManager(
                            file.toFile(), files.key().orElseThrow().toFile()));
            builder.sslContext(context.build());
        } catch (SSLException e) {
            throw new IllegalArgumentException("tls: the files cannot be used: " + e.getMessage(), e);
        }
        files.serverName().ifPresent(builder::overrideAuthority);
    }
}

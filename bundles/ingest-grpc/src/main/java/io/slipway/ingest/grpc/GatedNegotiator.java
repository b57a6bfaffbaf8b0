package io.slipway.ingest.grpc;

import io.grpc.netty.GrpcHttp2ConnectionHandler;
import io.grpc.netty.InternalProtocolNegotiator.ProtocolNegotiator;
import io.netty.channel.ChannelHandler;
import io.netty.util.AsciiString;

/**
 * Sets a {@link FrameGate} into each connection, before its first frame can come.
 *
 * <p>This is the one place where gRPC hands out a connection's handler; it is marked as internal, which holds as long as the
 * version is pinned in the bundle beside this one.
 */
final class GatedNegotiator implements ProtocolNegotiator {

    private final ProtocolNegotiator negotiator;
    private final ThreadLocal<Arrival> current;

    GatedNegotiator(ProtocolNegotiator negotiator, ThreadLocal<Arrival> current) {
        this.negotiator = negotiator;
        this.current = current;
    }

    @Override
    public AsciiString scheme() {
        return negotiator.scheme();
    }

    @Override
    public ChannelHandler newHandler(GrpcHttp2ConnectionHandler grpc) {
        grpc.decoder()
                .frameListener(new FrameGate(grpc.connection(), grpc.decoder().frameListener(), current));
        return negotiator.newHandler(grpc);
    }

    @Override
    public void close() {
        negotiator.close();
    }
}

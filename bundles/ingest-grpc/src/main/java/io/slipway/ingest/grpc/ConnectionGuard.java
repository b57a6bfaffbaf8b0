package io.slipway.ingest.grpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands where connections are accepted: closes those beyond the limit at once, and has the {@link FirstBytes} of the others
 * looked at. The open connections of all addresses count together.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {

    private final AtomicInteger open;
    private final int limit;
    private final boolean tls;
    private final RareLog log;

    ConnectionGuard(AtomicInteger open, int limit, boolean tls, RareLog log) {
        this.open = open;
        this.limit = limit;
        this.tls = tls;
        this.log = log;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel connection = (Channel) message;
        if (open.incrementAndGet() > limit) {
            open.decrementAndGet();
            log.warn("gRPC: a connection from " + FirstBytes.peer(connection) + " was refused, " + limit
                    + " are open. Raise server.max_connections or let clients share theirs.");
            connection.unsafe().closeForcibly();
            return;
        }
        connection.closeFuture().addListener(closed -> open.decrementAndGet());
        connection.pipeline().addLast(new FirstBytes(tls, log));
        context.fireChannelRead(message);
    }
}

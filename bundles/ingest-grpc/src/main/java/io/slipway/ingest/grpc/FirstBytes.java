package io.slipway.ingest.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Looks at the first bytes of a connection, closes it if they cannot be gRPC, and says so in one line. What passes is left to
 * gRPC, which closes a connection that stays half open.
 */
final class FirstBytes extends ChannelInboundHandlerAdapter {

    private static final byte TLS_HANDSHAKE = 0x16;

    private final boolean tls;
    private final RareLog log;

    FirstBytes(boolean tls, RareLog log) {
        this.tls = tls;
        this.log = log;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (!bytes.isReadable()) {
            context.fireChannelRead(message);
            return;
        }
        String fault = tls ? faultOfTls(bytes) : faultOfPlainText(bytes);
        if (!fault.isEmpty()) {
            log.warn("gRPC: a connection from " + peer(context.channel()) + " was closed, " + fault + ".");
            ReferenceCountUtil.release(message);
            context.close();
            return;
        }
        SslHandler handshake = context.pipeline().get(SslHandler.class);
        if (handshake != null) {
            String peer = peer(context.channel());
            handshake.handshakeFuture().addListener(done -> {
                if (!done.isSuccess()) {
                    log.warn("gRPC: a connection from " + peer + " was closed, TLS failed: "
                            + done.cause().getMessage() + ".");
                }
            });
        }
        context.pipeline().remove(this);
        context.fireChannelRead(message);
    }

    /** The other end, for people. */
    static String peer(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ":" + address.getPort()
                : "a Unix socket";
    }

    private static String faultOfTls(ByteBuf bytes) {
        return bytes.getByte(bytes.readerIndex()) == TLS_HANDSHAKE ? "" : "it does not begin with TLS";
    }

    private static String faultOfPlainText(ByteBuf bytes) {
        ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
        try {
            int length = Math.min(preface.readableBytes(), bytes.readableBytes());
            if (preface.slice(0, length).equals(bytes.slice(bytes.readerIndex(), length))) {
                return "";
            }
        } finally {
            preface.release();
        }
        if (bytes.getByte(bytes.readerIndex()) == TLS_HANDSHAKE) {
            return "it speaks TLS and this address does not";
        }
        String start =
                bytes.toString(bytes.readerIndex(), Math.min(8, bytes.readableBytes()), StandardCharsets.ISO_8859_1);
        return start.matches("(?s)(GET|HEAD|POST|PUT|DELETE|OPTIONS|CONNECT|PATCH|TRACE) .*")
                ? "it speaks HTTP/1 and gRPC is HTTP/2"
                : "it does not speak gRPC";
    }
}

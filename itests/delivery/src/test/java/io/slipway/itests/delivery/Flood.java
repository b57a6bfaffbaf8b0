package io.slipway.itests.delivery;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishRequest;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Many large publishes at once, spoken in HTTP/2 frames because a gRPC client would copy each of them into its own memory. All share
 * one text; a publish differs from another by its sequence number only.
 */
final class Flood implements AutoCloseable {

    private static final int FRAME_HEADER = 5;

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<Channel> connections = new ArrayList<>();
    private final ByteBuf text;

    /** @param bytes the size of each publish, roughly */
    Flood(Path socket, int connections, int bytes) throws InterruptedException {
        text = Unpooled.unreleasableBuffer(
                Unpooled.wrappedBuffer("x".repeat(bytes).getBytes()));
        for (int i = 0; i < connections; i++) {
            this.connections.add(connect(socket));
        }
    }

    /** Publishes event {@code sequence}; gives the status of the answer, {@code 0} if all went well. */
    CompletableFuture<String> publish(long sequence) throws InterruptedException {
        CompletableFuture<String> status = new CompletableFuture<>();
        Channel connection = connections.get((int) (sequence % connections.size()));
        Http2StreamChannel stream = new Http2StreamChannelBootstrap(connection)
                .handler(new Answer(status))
                .open()
                .sync()
                .getNow();
        Http2Headers headers = new DefaultHttp2Headers()
                .method("POST")
                .scheme("http")
                .authority("localhost")
                .path("/" + ProducerGrpc.getPublishEventsMethod().getFullMethodName())
                .add("content-type", "application/grpc")
                .add("te", "trailers");
        stream.write(new DefaultHttp2HeadersFrame(headers));
        stream.writeAndFlush(new DefaultHttp2DataFrame(body(sequence), true));
        return status;
    }

    /** The request with its length before it, as gRPC wants it; the text is a field no reader knows. */
    private ByteBuf body(long sequence) {
        byte[] event = Events.event(sequence).toByteArray();
        ByteBuf padding = Unpooled.buffer(8);
        writeTag(padding, 15);
        writeVarint(padding, text.readableBytes());
        int eventLength = event.length + padding.readableBytes() + text.readableBytes();
        ByteBuf head = Unpooled.buffer(FRAME_HEADER + 8);
        writeTag(head, PublishRequest.EVENTS_FIELD_NUMBER);
        writeVarint(head, eventLength);
        ByteBuf frame = Unpooled.buffer(FRAME_HEADER);
        frame.writeByte(0).writeInt(head.readableBytes() + eventLength);
        return Unpooled.wrappedBuffer(frame, head, Unpooled.wrappedBuffer(event), padding, text.duplicate());
    }

    private static void writeTag(ByteBuf out, int field) {
        writeVarint(out, field << 3 | 2);
    }

    private static void writeVarint(ByteBuf out, int value) {
        int rest = value;
        while (rest >= 0x80) {
            out.writeByte(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    private Channel connect(Path socket) throws InterruptedException {
        return new Bootstrap()
                .group(loop)
                .channel(NioDomainSocketChannel.class)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forClient().build())
                                .addLast(new Http2MultiplexHandler(new Nothing()));
                    }
                })
                .connect(UnixDomainSocketAddress.of(socket))
                .sync()
                .channel();
    }

    @Override
    public void close() {
        loop.shutdownGracefully();
    }

    /** The server opens no streams. */
    @ChannelHandler.Sharable
    private static final class Nothing extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            channel.close();
        }
    }

    private static final class Answer extends SimpleChannelInboundHandler<Http2StreamFrame> {
        private final CompletableFuture<String> status;

        Answer(CompletableFuture<String> status) {
            this.status = status;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
            if (frame instanceof Http2HeadersFrame headers && headers.isEndStream()) {
                status.complete(String.valueOf(headers.headers().get("grpc-status")));
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            status.complete("closed without an answer");
        }
    }
}

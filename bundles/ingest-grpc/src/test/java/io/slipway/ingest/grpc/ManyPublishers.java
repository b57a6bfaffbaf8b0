package io.slipway.ingest.grpc;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.slipway.wire.Event;
import io.slipway.wire.PublishRequest;
import io.slipway.wire.Source;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A client that publishes the same request in very many calls at once and holds it in memory once, which gRPC's own client
 * cannot do.
 */
final class ManyPublishers implements AutoCloseable {

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final int port;
    private final ByteBuf message;

    /** How often each grpc-status came. */
    final Map<String, Integer> answers = new ConcurrentHashMap<>();

    ManyPublishers(int port, int requestBytes) {
        this.port = port;
        byte[] request = PublishRequest.newBuilder()
                .addEvents(Event.newBuilder().setSource(Source.newBuilder().setInputId("x".repeat(requestBytes))))
                .build()
                .toByteArray();
        this.message = Unpooled.directBuffer(request.length + 5)
                .writeByte(0)
                .writeInt(request.length)
                .writeBytes(request);
    }

    int answered() {
        return answers.values().stream().mapToInt(Integer::intValue).sum();
    }

    void publish(int connections, int callsOnEach) throws InterruptedException {
        for (int i = 0; i < connections; i++) {
            Channel connection = new Bootstrap()
                    .group(loops)
                    .channel(NioSocketChannel.class)
                    .handler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline()
                                    .addLast(Http2FrameCodecBuilder.forClient().build())
                                    .addLast(new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
                        }
                    })
                    .connect("127.0.0.1", port)
                    .sync()
                    .channel();
            for (int j = 0; j < callsOnEach; j++) {
                Channel call = new Http2StreamChannelBootstrap(connection)
                        .handler(new Answer())
                        .open()
                        .sync()
                        .getNow();
                call.write(new DefaultHttp2HeadersFrame(headers()));
                call.writeAndFlush(new DefaultHttp2DataFrame(message.retainedDuplicate(), true));
            }
        }
    }

    private static Http2Headers headers() {
        return new DefaultHttp2Headers()
                .method("POST")
                .scheme("http")
                .authority("localhost")
                .path("/elastic.agent.shipper.v1.Producer/PublishEvents")
                .add("content-type", "application/grpc")
                .add("te", "trailers");
    }

    @Override
    public void close() {
        loops.shutdownGracefully().syncUninterruptibly();
        message.release();
    }

    private final class Answer extends SimpleChannelInboundHandler<Http2StreamFrame> {

        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
            if (frame instanceof Http2HeadersFrame headers && headers.headers().contains("grpc-status")) {
                answers.merge(headers.headers().get("grpc-status").toString(), 1, Integer::sum);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            answers.merge(cause.toString(), 1, Integer::sum);
        }
    }
}

package io.slipway.ingest.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Stands before gRPC's own reader of one connection's frames, so that an {@link Arrival} knows what comes in for each call.
 *
 * <p>The window of the connection is wide and never holds anyone up, since gRPC refills it at once: only the windows of the
 * streams hold clients back, so no call can starve another.
 */
final class FrameGate extends Http2FrameListenerDecorator {

    private static final int CONNECTION_WINDOW = 8 * 1024 * 1024;
    private static final long LOOK_EVERY_SECONDS = 2;

    private final Http2Connection connection;
    private final Http2Connection.PropertyKey key;
    private final ThreadLocal<Arrival> current;
    private boolean open;

    /** @param current the arrival of the call that is being started, while gRPC starts it */
    FrameGate(Http2Connection connection, Http2FrameListener grpc, ThreadLocal<Arrival> current) {
        super(grpc);
        this.connection = connection;
        this.key = connection.newKey();
        this.current = current;
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
        super.onSettingsRead(context, settings);
        if (open) {
            return;
        }
        open = true;
        Http2LocalFlowController window = connection.local().flowController();
        Http2Stream all = connection.connectionStream();
        window.incrementWindowSize(all, CONNECTION_WINDOW - window.initialWindowSize(all));
        context.flush();
        ScheduledFuture<?> look = context.executor()
                .scheduleWithFixedDelay(this::findLate, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
        context.channel().closeFuture().addListener(closed -> look.cancel(false));
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context,
            int streamId,
            Http2Headers headers,
            int streamDependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean endStream)
            throws Http2Exception {
        Http2Stream stream = connection.stream(streamId);
        if (stream != null && stream.getProperty(key) == null) {
            Arrival arrival = new Arrival(context, connection, stream);
            stream.setProperty(key, arrival);
            current.set(arrival);
        }
        try {
            super.onHeadersRead(context, streamId, headers, streamDependency, weight, exclusive, padding, endStream);
        } finally {
            current.remove();
        }
    }

    @Override
    public int onDataRead(ChannelHandlerContext context, int streamId, ByteBuf data, int padding, boolean endOfStream)
            throws Http2Exception {
        Http2Stream stream = connection.stream(streamId);
        Arrival arrival = stream == null ? null : stream.getProperty(key);
        if (arrival == null) {
            return super.onDataRead(context, streamId, data, padding, endOfStream);
        }
        if (!arrival.watched()) {
            arrival.look(data);
            return super.onDataRead(context, streamId, data, padding, endOfStream);
        }
        boolean begun = arrival.compressed();
        int room = arrival.take(data);
        if (arrival.compressed()) {
            ByteBuf heap = Unpooled.copiedBuffer(data);
            ByteBuf message = begun ? heap : Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(arrival.prefix()), heap);
            return super.onDataRead(context, streamId, message, padding, endOfStream);
        }
        if (endOfStream) {
            super.onDataRead(context, streamId, Unpooled.EMPTY_BUFFER, 0, true);
        }
        return room + padding;
    }

    private void findLate() {
        long now = System.nanoTime();
        List<Arrival> late = new ArrayList<>();
        try {
            connection.forEachActiveStream(stream -> {
                Arrival arrival = stream.getProperty(key);
                if (arrival != null && arrival.isLate(now)) {
                    late.add(arrival);
                }
                return true;
            });
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
        late.forEach(Arrival::late);
    }
}

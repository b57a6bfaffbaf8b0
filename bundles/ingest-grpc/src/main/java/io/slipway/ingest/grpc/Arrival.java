package io.slipway.ingest.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;

/**
 * What comes in for one call, seen before gRPC reads it: how long each message will be, and whether it is late.
 *
 * <p>A client may send no more than the stream's small window before someone widens it. Belongs to the event loop of its
 * connection.
 */
final class Arrival {

    /** The longest message of a call that nobody watches: all but the one that publishes have small requests. */
    private static final int SMALL = 64 * 1024;
    /** The same for a compressed message, which may grow a thousandfold. */
    private static final int SMALL_COMPRESSED = 1024;
    /** A granted message flows through a window of this size; more gains nothing on one machine. */
    private static final int WIDEST = 1024 * 1024;

    private static final int PREFIX = 5;

    private final ChannelHandlerContext context;
    private final Http2Connection connection;
    private final Http2Stream stream;

    private Watcher watcher;
    private boolean held;
    private long deadline;
    private boolean timed;

    private int prefixBytes;
    private long prefix;
    private long bodyBytes;

    Arrival(ChannelHandlerContext context, Http2Connection connection, Http2Stream stream) {
        this.context = context;
        this.connection = connection;
        this.stream = stream;
    }

    /** Is told about messages, on the event loop. */
    interface Watcher {

        /**
         * A message begins.
         *
         * @param length its bytes on the wire
         */
        void announced(boolean compressed, long length);

        /** What was expected did not come in time. */
        void late();
    }

    EventExecutor loop() {
        return context.executor();
    }

    /** Makes {@code watcher} answer for the size of messages. */
    void watch(Watcher watcher) {
        this.watcher = watcher;
    }

    /** Whether bytes that come in now have to be kept for longer than it takes to read them. */
    boolean held() {
        return held;
    }

    void hold(boolean held) {
        this.held = held;
    }

    /** Calls {@link Watcher#late}, some seconds late at most, unless something else is said before. */
    void expectWithin(Duration time) {
        deadline = System.nanoTime() + time.toNanos();
        timed = true;
    }

    void expectNothing() {
        timed = false;
    }

    boolean isLate(long now) {
        return timed && deadline - now < 0;
    }

    void late() {
        timed = false;
        if (watcher != null) {
            watcher.late();
        }
    }

    /** Lets the client send {@code length} bytes without waiting for us at every step. */
    void widen(long length) {
        Http2LocalFlowController window = connection.local().flowController();
        int wanted = (int) Math.min(length + PREFIX, WIDEST);
        int now = window.initialWindowSize(stream);
        if (wanted <= now || stream.state() == Http2Stream.State.CLOSED) {
            return;
        }
        try {
            window.incrementWindowSize(stream, wanted - now);
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Looks at bytes of the call; they stay where they are.
     *
     * @throws Http2Exception if a message that nobody watches is too long
     */
    void receive(ByteBuf bytes) throws Http2Exception {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end) {
            if (bodyBytes > 0) {
                long step = Math.min(bodyBytes, end - at);
                bodyBytes -= step;
                at += (int) step;
            } else {
                prefix = prefix << 8 | bytes.getByte(at++) & 0xff;
                if (++prefixBytes == PREFIX) {
                    announce();
                }
            }
        }
    }

    private void announce() throws Http2Exception {
        boolean compressed = (prefix >>> 32 & 1) != 0;
        bodyBytes = prefix & 0xffff_ffffL;
        prefix = 0;
        prefixBytes = 0;
        if (watcher != null) {
            watcher.announced(compressed, bodyBytes);
        } else if (bodyBytes > (compressed ? SMALL_COMPRESSED : SMALL)) {
            throw Http2Exception.streamError(
                    stream.id(),
                    Http2Error.ENHANCE_YOUR_CALM,
                    "a message of %d bytes where only small ones are expected",
                    bodyBytes);
        }
    }
}

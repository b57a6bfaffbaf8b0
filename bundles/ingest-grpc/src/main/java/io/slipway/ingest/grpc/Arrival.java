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
import java.util.Arrays;

/**
 * What comes in for one call, seen before gRPC reads it: how long each message will be, and whether it is late.
 *
 * <p>A client may send no more than the stream's small window until {@link #collect} widens it. The bytes of a watched message
 * go straight into one array of its length: a slice that waits within gRPC would keep all of a much larger read buffer.
 * Belongs to the event loop of its connection.
 */
final class Arrival {

    /** The longest message of a call that nobody watches: all but the one that publishes have small requests. */
    private static final int SMALL = 64 * 1024;
    /** The same for a compressed message, which may grow a thousandfold. */
    private static final int SMALL_COMPRESSED = 1024;
    /** A message flows through a window of this size once there is memory for it; more gains nothing on one machine. */
    private static final int WIDEST = 1024 * 1024;

    private static final int PREFIX = 5;
    private static final byte[] NOTHING = {};

    private final ChannelHandlerContext context;
    private final Http2Connection connection;
    private final Http2Stream stream;

    private Watcher watcher;
    private boolean compressed;
    private boolean dropped;
    private long deadline;
    private boolean timed;

    private int prefixBytes;
    private long prefix;
    private long rest;
    private byte[] body = NOTHING;
    private int bodyBytes;
    private boolean collecting;

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
         * @param compressed whether gRPC is to read it, and not {@link #collect}
         * @param length its bytes on the wire
         */
        void announced(boolean compressed, long length);

        /** What was expected did not come in time. */
        void late();
    }

    EventExecutor loop() {
        return context.executor();
    }

    /** Makes {@code watcher} answer for the messages of the call. */
    void watch(Watcher watcher) {
        this.watcher = watcher;
    }

    boolean watched() {
        return watcher != null;
    }

    /** Whether gRPC is to read the message; its first bytes have been taken by {@link #receive} nevertheless. */
    boolean compressed() {
        return compressed;
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

    /** There is memory for the message: from now on it may come. */
    void collect(int length) {
        int early = bodyBytes;
        body = compressed ? body : Arrays.copyOf(body, length);
        collecting = true;
        if (stream.state() == Http2Stream.State.CLOSED) {
            return;
        }
        Http2LocalFlowController window = connection.local().flowController();
        int wanted = Math.min(length + PREFIX, WIDEST);
        int now = window.initialWindowSize(stream);
        try {
            if (wanted > now && rest > early) {
                window.incrementWindowSize(stream, wanted - now);
            }
            if (early > 0) {
                window.consumeBytes(stream, early);
            }
            // Nothing else may be about to be written, and the client waits for its window.
            context.flush();
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether all of the message is there. */
    boolean complete() {
        return collecting && !compressed && bodyBytes == rest;
    }

    /** The message; the caller keeps it and this does not. */
    byte[] takeBody() {
        byte[] taken = body;
        drop();
        return taken;
    }

    /** Lets go of all that is here and all that still comes. */
    void drop() {
        dropped = true;
        body = NOTHING;
    }

    /**
     * Takes the bytes of a watched call, all of them unless the message proves to be compressed.
     *
     * @return how many bytes the client may send in their place
     */
    int take(ByteBuf bytes) {
        int room = 0;
        while (bytes.isReadable() && !compressed) {
            if (dropped) {
                room += bytes.readableBytes();
                bytes.skipBytes(bytes.readableBytes());
            } else if (prefixBytes < PREFIX) {
                prefix = prefix << 8 | bytes.readByte() & 0xff;
                if (++prefixBytes == PREFIX) {
                    compressed = (prefix >>> 32 & 1) != 0;
                    rest = prefix & 0xffff_ffffL;
                    room += compressed ? 0 : PREFIX;
                    watcher.announced(compressed, rest);
                }
            } else if (bodyBytes == rest) {
                watcher.announced(false, bytes.readableBytes());
                dropped = true;
            } else {
                room += keep(bytes);
            }
        }
        return room;
    }

    /** The five bytes before a message, as they came. */
    byte[] prefix() {
        return new byte[] {
            (byte) (prefix >>> 32), (byte) (prefix >>> 24), (byte) (prefix >>> 16), (byte) (prefix >>> 8), (byte) prefix
        };
    }

    private int keep(ByteBuf bytes) {
        int count = (int) Math.min(bytes.readableBytes(), rest - bodyBytes);
        if (!collecting && bodyBytes + count > body.length) {
            body = Arrays.copyOf(body, bodyBytes + count);
        }
        bytes.readBytes(body, bodyBytes, count);
        bodyBytes += count;
        return collecting ? count : 0;
    }

    /**
     * Looks at the bytes of a call that nobody watches; they stay where they are.
     *
     * @throws Http2Exception if a message is too long
     */
    void look(ByteBuf bytes) throws Http2Exception {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end) {
            if (rest > 0) {
                long step = Math.min(rest, end - at);
                rest -= step;
                at += (int) step;
            } else {
                prefix = prefix << 8 | bytes.getByte(at++) & 0xff;
                if (++prefixBytes == PREFIX) {
                    mustBeSmall();
                    prefix = 0;
                    prefixBytes = 0;
                }
            }
        }
    }

    private void mustBeSmall() throws Http2Exception {
        rest = prefix & 0xffff_ffffL;
        if (rest > ((prefix >>> 32 & 1) != 0 ? SMALL_COMPRESSED : SMALL)) {
            throw Http2Exception.streamError(
                    stream.id(),
                    Http2Error.ENHANCE_YOUR_CALM,
                    "a message of %d bytes where only small ones are expected",
                    rest);
        }
    }
}

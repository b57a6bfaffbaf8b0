package io.slipway.itests.benchmarks;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Sends one prepared request again and again, a fixed number at a time. What a server did not accept is not sent again. */
final class Load implements AutoCloseable {

    /** Requests in flight; as in the evidence for the limit. */
    static final int IN_FLIGHT = 16;

    private final ManagedChannel channel;

    Load(Path socket, EventLoopGroup loops) {
        channel = NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .eventLoopGroup(loops)
                .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
                .usePlaintext()
                .flowControlWindow(4 << 20)
                .directExecutor()
                .build();
    }

    /** @return accepted events, as the server counts them if {@code counts}, else as they were sent */
    long run(byte[] request, int batch, boolean counts, int inFlight, long nanos)
            throws IOException, InterruptedException {
        LongAdder events = new LongAdder();
        Semaphore free = new Semaphore(inFlight);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end && failure.get() == null) {
            free.acquire();
            Answer answer = new Answer(counts ? 0 : batch, events, failure, free);
            ClientCalls.asyncUnaryCall(channel.newCall(Raw.PUBLISH, CallOptions.DEFAULT), request, answer);
        }
        if (!free.tryAcquire(inFlight, 60, TimeUnit.SECONDS)) {
            throw new IOException("requests without an answer for a minute");
        }
        if (failure.get() != null) {
            throw new IOException(failure.get());
        }
        return events.sum();
    }

    /** As {@link #run}, in one streaming call; every request counts as accepted. */
    long stream(byte[] request, int batch, int inFlight, long nanos) throws IOException, InterruptedException {
        LongAdder events = new LongAdder();
        Semaphore free = new Semaphore(inFlight);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        StreamObserver<byte[]> requests = ClientCalls.asyncBidiStreamingCall(
                channel.newCall(Raw.STREAM, CallOptions.DEFAULT), new StreamObserver<>() {
                    @Override
                    public void onNext(byte[] reply) {
                        events.add(batch);
                        free.release();
                    }

                    @Override
                    public void onError(Throwable error) {
                        failure.compareAndSet(null, error);
                        free.release(inFlight);
                    }

                    @Override
                    public void onCompleted() {
                        // every reply has come
                    }
                });
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end && failure.get() == null) {
            free.acquire();
            requests.onNext(request);
        }
        if (!free.tryAcquire(inFlight, 60, TimeUnit.SECONDS) || failure.get() != null) {
            throw new IOException("the stream broke", failure.get());
        }
        requests.onCompleted();
        return events.sum();
    }

    /** A request of {@code batch} log events, each of {@code size} bytes on the wire. */
    static byte[] request(int batch, int size) {
        PublishRequest.Builder request = PublishRequest.newBuilder();
        Random random = new Random(1);
        for (int i = 0; i < batch; i++) {
            request.addEvents(event(random, size, line(random, size)));
        }
        return request.build().toByteArray();
    }

    /** A log event of {@code size} bytes on the wire, with as much of {@code line} as fits. */
    static Event event(Random random, int size, String line) {
        Event.Builder event = Event.newBuilder()
                .setTimestamp(Timestamp.newBuilder().setSeconds(1_700_000_000).setNanos(123_000_000))
                .setSource(Source.newBuilder().setInputId("logfile-system").setStreamId("syslog"))
                .setDataStream(DataStream.newBuilder()
                        .setType("logs")
                        .setDataset("system.syslog")
                        .setNamespace("default"))
                .setMetadata(Struct.newBuilder().putData("raw_index", text("logs-system.syslog-default")));
        Struct.Builder log = Struct.newBuilder()
                .putData(
                        "offset",
                        Value.newBuilder()
                                .setInt64Value(random.nextInt(1 << 30))
                                .build())
                .putData("file", struct(Struct.newBuilder().putData("path", text("/var/log/syslog"))));
        Struct.Builder fields = Struct.newBuilder()
                .putData("log", struct(log))
                .putData("host", struct(Struct.newBuilder().putData("name", text("web-1.example.net"))))
                .putData("message", text(""));
        int missing = size - event.setFields(fields).build().getSerializedSize() - 6;
        return event.setFields(fields.putData("message", text(line.substring(0, missing))))
                .build();
    }

    private static String line(Random random, int length) {
        byte[] line = new byte[Math.max(0, length)];
        for (int i = 0; i < line.length; i++) {
            line[i] = (byte) (random.nextInt(12) == 0 ? ' ' : 'a' + random.nextInt(26));
        }
        return ByteString.copyFrom(line).toStringUtf8();
    }

    private static Value text(String text) {
        return Value.newBuilder().setStringValue(text).build();
    }

    private static Value struct(Struct.Builder struct) {
        return Value.newBuilder().setStructValue(struct).build();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    /** @param sent how many events count as accepted; 0: as many as the reply says */
    private record Answer(int sent, LongAdder events, AtomicReference<Throwable> failure, Semaphore free)
            implements StreamObserver<byte[]> {
        @Override
        public void onNext(byte[] reply) {
            try {
                events.add(sent > 0 ? sent : PublishReply.parseFrom(reply).getAcceptedCount());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void onError(Throwable error) {
            failure.compareAndSet(null, error);
            free.release();
        }

        @Override
        public void onCompleted() {
            free.release();
        }
    }
}

package io.slipway.client;

import com.google.protobuf.CodedOutputStream;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import io.slipway.wire.PublishRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes a request straight from the bytes of its events into gRPC's buffers. */
final class RequestStream extends InputStream implements Drainable, KnownLength {

    private static final int UUID_TAG = 1 << 3 | 2;
    private static final int EVENTS_TAG = 2 << 3 | 2;

    private final Request request;
    private InputStream rest;

    private RequestStream(Request request) {
        this.request = request;
    }

    /** The publish method of the protocol, for requests that are not built as messages. */
    static MethodDescriptor<Request, PublishReply> method() {
        MethodDescriptor<PublishRequest, PublishReply> generated = ProducerGrpc.getPublishEventsMethod();
        return MethodDescriptor.<Request, PublishReply>newBuilder()
                .setType(generated.getType())
                .setFullMethodName(generated.getFullMethodName())
                .setRequestMarshaller(new RequestMarshaller())
                .setResponseMarshaller(generated.getResponseMarshaller())
                .build();
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        if (rest != null) {
            return (int) rest.transferTo(target);
        }
        byte[] frame = new byte[6];
        if (request.uuidBytes().length > 0) {
            write(target, frame, UUID_TAG, request.uuidBytes());
        }
        for (byte[] event : request.events()) {
            write(target, frame, EVENTS_TAG, event);
        }
        rest = InputStream.nullInputStream();
        return request.bytes();
    }

    private static void write(OutputStream target, byte[] frame, int tag, byte[] content) throws IOException {
        CodedOutputStream out = CodedOutputStream.newInstance(frame);
        out.writeUInt32NoTag(tag);
        out.writeUInt32NoTag(content.length);
        target.write(frame, 0, frame.length - out.spaceLeft());
        target.write(content);
    }

    @Override
    public int available() throws IOException {
        return rest == null ? request.bytes() : rest.available();
    }

    @Override
    public int read() throws IOException {
        return undrained().read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return undrained().read(target, offset, length);
    }

    /** Only a transport that cannot be drained into, such as a compressing one, comes here. */
    private InputStream undrained() throws IOException {
        if (rest == null) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream(request.bytes());
            drainTo(whole);
            rest = new ByteArrayInputStream(whole.toByteArray());
        }
        return rest;
    }

    private record RequestMarshaller() implements MethodDescriptor.Marshaller<Request> {

        @Override
        public InputStream stream(Request request) {
            return new RequestStream(request);
        }

        @Override
        public Request parse(InputStream stream) {
            throw new UncheckedIOException(new IOException("A client does not read requests."));
        }
    }
}

package io.slipway.itests.benchmarks;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Publishing without (de)serialization: requests and answers are the bytes they are. */
final class Raw {

    static final String SERVICE = "elastic.agent.shipper.v1.Producer";

    static final MethodDescriptor<byte[], byte[]> PUBLISH = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName(SERVICE + "/PublishEvents")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    /** What a streaming publish would be: the same requests and replies, one reply for each request, in one call. */
    static final MethodDescriptor<byte[], byte[]> STREAM = PUBLISH.toBuilder()
            .setType(MethodType.BIDI_STREAMING)
            .setFullMethodName(SERVICE + "/PublishStream")
            .build();

    private Raw() {}

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new Known(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                byte[] bytes = new byte[stream.available()];
                int read = stream.readNBytes(bytes, 0, bytes.length);
                if (read < bytes.length || stream.read() >= 0) {
                    throw new IOException("the length was not known");
                }
                return bytes;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Known extends ByteArrayInputStream implements KnownLength, Drainable {
        Known(byte[] bytes) {
            super(bytes);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            int length = count - pos;
            target.write(buf, pos, length);
            pos = count;
            return length;
        }
    }
}

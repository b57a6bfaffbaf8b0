package io.slipway.ingest.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import io.slipway.wire.PublishReply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The Producer service, with requests to publish left as the bytes they came in. */
final class ProducerService {

    private ProducerService() {}

    /** @param receiveLimit the largest request, in bytes, also after decompression */
    static ServerServiceDefinition of(
            int receiveLimit,
            ServerCallHandler<Request, PublishReply> publish,
            ServerCallHandler<PersistedIndexRequest, PersistedIndexReply> persistedIndex) {
        MethodDescriptor<Request, PublishReply> raw = ProducerGrpc.getPublishEventsMethod().toBuilder(
                        new RawBytes(receiveLimit),
                        ProducerGrpc.getPublishEventsMethod().getResponseMarshaller())
                .build();
        ServiceDescriptor service = ServiceDescriptor.newBuilder(ProducerGrpc.SERVICE_NAME)
                .setSchemaDescriptor(ProducerGrpc.getServiceDescriptor().getSchemaDescriptor())
                .addMethod(raw)
                .addMethod(ProducerGrpc.getPersistedIndexMethod())
                .build();
        return ServerServiceDefinition.builder(service)
                .addMethod(raw, publish)
                .addMethod(ProducerGrpc.getPersistedIndexMethod(), persistedIndex)
                .build();
    }

    /**
     * A request to publish.
     *
     * @param fault why it could not be received; OK if it was
     */
    record Request(byte[] bytes, Status fault) {}

    private static final class RawBytes implements MethodDescriptor.Marshaller<Request> {

        private final int limit;

        private RawBytes(int limit) {
            this.limit = limit;
        }

        @Override
        public InputStream stream(Request value) {
            return new ByteArrayInputStream(value.bytes());
        }

        @Override
        public Request parse(InputStream stream) {
            try {
                if (stream instanceof KnownLength) {
                    byte[] bytes = new byte[stream.available()];
                    int length = stream.readNBytes(bytes, 0, bytes.length);
                    return length == bytes.length ? received(bytes) : fault("it ended early");
                }
                byte[] bytes = stream.readNBytes(limit + 1);
                return bytes.length > limit ? tooLarge() : received(bytes);
            } catch (IOException e) {
                return fault("it cannot be decompressed, " + e.getMessage());
            }
        }

        private static Request received(byte[] bytes) {
            return new Request(bytes, Status.OK);
        }

        private static Request fault(String what) {
            return new Request(
                    new byte[0], Status.INVALID_ARGUMENT.withDescription("the request cannot be read: " + what));
        }

        private Request tooLarge() {
            return new Request(
                    new byte[0],
                    Status.RESOURCE_EXHAUSTED.withDescription(
                            "the request is too large: decompressed it has more than the " + limit
                                    + " bytes that are received; send fewer events at a time"));
        }
    }
}

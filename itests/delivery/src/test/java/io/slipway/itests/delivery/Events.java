package io.slipway.itests.delivery;

import com.google.protobuf.Timestamp;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.PublishRequest;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;
import java.util.List;
import java.util.stream.LongStream;

/** Makes events that carry a sequence number, so that what is lost, duplicated or out of order can be counted. */
final class Events {

    private static final long SOME_TIME = 1_700_000_000L;

    private Events() {}

    /** A complete event, number {@code sequence}. */
    static Event event(long sequence) {
        return event(sequence, "hello");
    }

    /** A complete event, number {@code sequence}, with {@code message}. */
    static Event event(long sequence, String message) {
        return with(sequence, "message", text(message));
    }

    /** A complete event, number {@code sequence}, with one more field. */
    static Event with(long sequence, String key, Value value) {
        return Event.newBuilder()
                .setTimestamp(Timestamp.newBuilder().setSeconds(SOME_TIME + sequence))
                .setSource(Source.newBuilder().setInputId("input-1").setStreamId("stream-1"))
                .setDataStream(DataStream.newBuilder()
                        .setType("logs")
                        .setDataset("itest")
                        .setNamespace("default"))
                .setFields(Struct.newBuilder()
                        .putData(
                                "seq",
                                Value.newBuilder().setInt64Value(sequence).build())
                        .putData(key, value))
                .build();
    }

    static Value text(String text) {
        return Value.newBuilder().setStringValue(text).build();
    }

    /** A request with the events {@code first} to {@code last}. */
    static PublishRequest request(long first, long last) {
        PublishRequest.Builder request = PublishRequest.newBuilder();
        LongStream.rangeClosed(first, last).mapToObj(Events::event).forEach(request::addEvents);
        return request.build();
    }

    static PublishRequest request(Event... events) {
        return PublishRequest.newBuilder().addAllEvents(List.of(events)).build();
    }
}

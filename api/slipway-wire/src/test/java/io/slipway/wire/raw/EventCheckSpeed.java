package io.slipway.wire.raw;

import com.google.protobuf.Timestamp;
import io.slipway.wire.DataStream;
import io.slipway.wire.Event;
import io.slipway.wire.Source;
import io.slipway.wire.Struct;
import io.slipway.wire.Value;

/** Prints how fast events are checked: {@code java -cp ... io.slipway.wire.raw.EventCheckSpeed}. Not a test. */
final class EventCheckSpeed {

    private EventCheckSpeed() {}

    public static void main(String[] arguments) {
        byte[] large = event(1, 1_000 - 130);
        byte[] small = event(40, 10);
        for (int round = 0; round < 5; round++) {
            System.out.printf("one text, %d bytes: %s%n", large.length, speed(large));
            System.out.printf("40 fields, %d bytes: %s%n", small.length, speed(small));
        }
    }

    private static String speed(byte[] event) {
        EventCheck check = new EventCheck(false);
        int rounds = 2_000_000;
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            if (!check.check(event, 0, event.length, Integer.MAX_VALUE).good()) {
                throw new IllegalStateException("the event is not good");
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return String.format(
                "%.2f GB/s, %.0f ns", event.length * (double) rounds / seconds / 1e9, seconds * 1e9 / rounds);
    }

    private static byte[] event(int fields, int textLength) {
        Struct.Builder struct = Struct.newBuilder();
        for (int i = 0; i < fields; i++) {
            struct.putData(
                    "field" + i,
                    Value.newBuilder().setStringValue("x".repeat(textLength)).build());
        }
        return Event.newBuilder()
                .setTimestamp(Timestamp.newBuilder().setSeconds(1_700_000_000L).setNanos(5))
                .setSource(Source.newBuilder().setInputId("input-1").setStreamId("stream-1"))
                .setDataStream(DataStream.newBuilder()
                        .setType("logs")
                        .setDataset("generic")
                        .setNamespace("default"))
                .setFields(struct)
                .build()
                .toByteArray();
    }
}

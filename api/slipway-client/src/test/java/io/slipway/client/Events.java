package io.slipway.client;

import io.slipway.wire.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Numbered events, and options and waits short enough for tests. */
final class Events {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private Events() {}

    static Event event(int number) {
        return EventBuilder.at(TIME).field("number", number).build();
    }

    static Event eventOf(int number, int bytes) {
        return EventBuilder.at(TIME)
                .field("number", number)
                .field("text", "x".repeat(bytes))
                .build();
    }

    /** From {@code first} to before {@code end}. */
    static List<Event> events(int first, int end) {
        return IntStream.range(first, end).mapToObj(Events::event).toList();
    }

    static List<Integer> numbers(List<Event> events) {
        return events.stream()
                .map(event -> event.getFields().getDataOrThrow("number").getInt32Value())
                .toList();
    }

    static List<Integer> numbers(int first, int end) {
        return IntStream.range(first, end).boxed().toList();
    }

    /** Without what came again: how often an event arrives is not promised, the order of the first arrivals is. */
    static List<Integer> firstArrivals(List<Event> events) {
        return numbers(events).stream().distinct().toList();
    }

    static ClientOptions quickly(ScriptedShipper shipper) {
        return ClientOptions.to(shipper.address())
                .withTiming(new Timing(
                        Duration.ofMillis(10),
                        Duration.ofSeconds(20),
                        Duration.ofMillis(5),
                        Duration.ofMillis(50),
                        Duration.ofSeconds(1)));
    }

    static <T> T within10s(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}

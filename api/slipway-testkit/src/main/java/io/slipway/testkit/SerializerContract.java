package io.slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.event.Content;
import io.slipway.api.event.DataStream;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.event.EventVisitor;
import io.slipway.api.event.Fields;
import io.slipway.api.event.Source;
import io.slipway.api.event.Value;
import io.slipway.api.serializer.Serializer;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every serializer promises. A serializer's test extends it and says which serializer to ask. */
public abstract class SerializerContract {

    private static final int ROUNDS = 500;

    /** The serializer to be tested; asked for once or more in each test. */
    protected abstract Serializer serializer();

    @Test
    void hasAnIdThatAFileCanCarry() {
        String id = serializer().id();

        assertThat(id).matches("[a-z][a-z0-9_-]*");
    }

    @Test
    void losesNothingOfAnyKindOfValue() {
        Content content = everyKind();

        Content back = serializer().read(serializer().write(content));

        assertThat(back).isEqualTo(content);
        assertThat(back.fields().entries().keySet())
                .containsExactlyElementsOf(content.fields().entries().keySet());
    }

    @Test
    void losesNothingOfAnEmptyEvent() {
        Content content = new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.EMPTY);

        Content back = serializer().read(serializer().write(content));

        assertThat(back).isEqualTo(content);
    }

    @Test
    void losesNothingOfRandomEvents() {
        RandomContent contents = new RandomContent(1);

        for (int i = 0; i < ROUNDS; i++) {
            Content content = contents.next();

            assertThat(serializer().read(serializer().write(content))).isEqualTo(content);
        }
    }

    @Test
    void writesWhatItReadAsTheSameBytes() {
        RandomContent contents = new RandomContent(2);

        for (int i = 0; i < ROUNDS; i++) {
            ByteSlice bytes = serializer().write(contents.next());

            assertThat(serializer().write(serializer().read(bytes))).isEqualTo(bytes);
        }
    }

    @Test
    void tellsAVisitorWhatItReads() {
        RandomContent contents = new RandomContent(3);

        for (int i = 0; i < ROUNDS; i++) {
            Content content = contents.next();
            List<String> ofTheTree = new ArrayList<>();
            Event.ofContent(EventId.NONE, serializer(), content).accept(noting(ofTheTree));
            List<String> ofTheBytes = new ArrayList<>();
            serializer().visit(serializer().write(content), noting(ofTheBytes));

            assertThat(ofTheBytes).isEqualTo(ofTheTree);
        }
    }

    @Test
    void readsASliceWithoutLookingAround() {
        ByteSlice bytes = serializer().write(everyKind());
        byte[] wide = new byte[bytes.length() + 20];
        Arrays.fill(wide, (byte) 0xff);
        System.arraycopy(bytes.array(), bytes.offset(), wide, 7, bytes.length());

        Content back = serializer().read(new ByteSlice(wide, 7, bytes.length()));

        assertThat(back).isEqualTo(everyKind());
    }

    @Test
    void servesManyThreadsAtOnce() throws Exception {
        Serializer serializer = serializer();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int seed = 0; seed < 8; seed++) {
                RandomContent contents = new RandomContent(seed);
                tasks.add(() -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        Content content = contents.next();
                        assertThat(serializer.read(serializer.write(content))).isEqualTo(content);
                    }
                    return true;
                });
            }

            List<Future<Boolean>> done = threads.invokeAll(tasks, 60, TimeUnit.SECONDS);

            for (Future<Boolean> task : done) {
                assertThat(task.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void meetsGarbageWithAnIllegalStateExceptionAtMost() {
        Random random = new Random(4);

        for (int i = 0; i < 10 * ROUNDS; i++) {
            byte[] garbage = new byte[random.nextInt(100)];
            random.nextBytes(garbage);

            mustReadOrRefuse(garbage);
        }
    }

    @Test
    void meetsDamageWithAnIllegalStateExceptionAtMost() {
        Random random = new Random(5);
        RandomContent contents = new RandomContent(5);

        for (int i = 0; i < 5 * ROUNDS; i++) {
            byte[] bytes = serializer().write(contents.next()).toByteArray();
            for (int flips = random.nextInt(4); flips >= 0 && bytes.length > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            mustReadOrRefuse(bytes);

            mustReadOrRefuse(Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
        }
    }

    private void mustReadOrRefuse(byte[] bytes) {
        List<Callable<?>> ways = List.of(() -> serializer().read(ByteSlice.of(bytes)), () -> {
            serializer().visit(ByteSlice.of(bytes), noting(new ArrayList<>()));
            return true;
        });
        for (Callable<?> way : ways) {
            try {
                way.call();
            } catch (IllegalStateException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            } catch (Exception | StackOverflowError other) {
                fail("must be an IllegalStateException, for " + Arrays.toString(bytes), other);
            }
        }
    }

    private static Content everyKind() {
        Instant instant = Instant.parse("2023-11-14T22:13:20.123456789Z");
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("null", Value.NULL);
        fields.put("true", Value.of(true));
        fields.put("int32", Value.of(Integer.MIN_VALUE));
        fields.put("int64", Value.of(Long.MIN_VALUE));
        fields.put("uint32", new Value.UInt32(-1));
        fields.put("uint64", new Value.UInt64(-1));
        fields.put("float32", Value.of(0.1f));
        fields.put("float64", Value.of(0.1));
        fields.put("minus zero", Value.of(-0.0));
        fields.put("not a number", Value.of(Double.NaN));
        fields.put("text", Value.of("gr\u00fc\u00dfe \ud83d\ude00"));
        fields.put("", Value.of(""));
        fields.put("time", Value.of(instant));
        fields.put("list", Value.of(List.of(Value.NULL, Value.of("a"), Value.ListValue.EMPTY)));
        fields.put("empty map", new Value.MapValue(Fields.EMPTY));
        fields.put("a.b", new Value.MapValue(Fields.of(Map.of("c", Value.of(1)))));
        return new Content(
                Optional.of(instant),
                new Source("input", "stream"),
                new DataStream("logs", "nginx", "default"),
                Fields.of(Map.of("raw_index", Value.of("logs-nginx-default"))),
                Fields.of(fields));
    }

    /** Writes down each call, so that two walks can be compared. */
    private static EventVisitor noting(List<String> calls) {
        return (EventVisitor) Proxy.newProxyInstance(
                EventVisitor.class.getClassLoader(),
                new Class<?>[] {EventVisitor.class},
                (proxy, method, arguments) -> {
                    boolean text = arguments != null && arguments[0] instanceof byte[];
                    calls.add(method.getName()
                            + (text
                                    ? new String(
                                            (byte[]) arguments[0],
                                            (int) arguments[1],
                                            (int) arguments[2],
                                            StandardCharsets.UTF_8)
                                    : Arrays.toString(arguments)));
                    return null;
                });
    }
}

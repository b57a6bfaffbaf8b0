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
import io.slipway.api.serializer.EventWriter;
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
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What every serializer promises. A serializer's test extends it and says which serializer to ask. */
public abstract class SerializerContract {

    private static final int ROUNDS = 500;

    /** The serializer to be tested; asked for once or more in each test. */
    protected abstract Serializer serializer();

    /** Those whose events it must take over, and whose events it must be turned into; a test may name more. */
    protected List<Serializer> others() {
        return List.of(new TestSerializer());
    }

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
    void writesWhatItIsToldAsItWritesATree() {
        RandomContent contents = new RandomContent(6);

        for (int i = 0; i < ROUNDS; i++) {
            Content content = contents.next();
            EventWriter writer = serializer().writer();
            content.accept(writer.visitor());

            assertThat(writer.finish()).isEqualTo(serializer().write(content));
        }
    }

    @Test
    void isTurnedIntoEveryOtherAndBack() {
        RandomContent contents = new RandomContent(7);

        for (int i = 0; i < ROUNDS; i++) {
            Content content = contents.next();
            ByteSlice bytes = serializer().write(content);
            for (Serializer other : others()) {
                ByteSlice turned = turned(bytes, serializer(), other);

                assertThat(turned).isEqualTo(other.write(content));
                assertThat(turned(turned, other, serializer())).isEqualTo(bytes);
            }
        }
    }

    @Test
    void takesNothingForPartsThatAreToldEmpty() {
        Content content = new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, Fields.EMPTY);
        EventWriter writer = serializer().writer();

        writer.visitor().source("", "");
        writer.visitor().dataStream("", "", "");
        writer.visitor().metadata();
        writer.visitor().startMap();
        writer.visitor().endMap();
        writer.visitor().fields();
        writer.visitor().startMap();
        writer.visitor().endMap();

        assertThat(writer.finish()).isEqualTo(serializer().write(content));
    }

    @Test
    void keepsTheBitsOfWhatIsNotANumber() {
        long[] bits64 = {0x7ff8_0000_0000_0000L, 0x7ff8_0000_0000_0001L, 0xfff8_0000_0000_0000L, 0xffff_ffff_ffff_ffffL
        };
        int[] bits32 = {0x7fc0_0000, 0x7fc0_0001, 0xffc0_0000, 0xffff_ffff};

        for (int i = 0; i < bits64.length; i++) {
            Fields fields = Fields.EMPTY
                    .with("wide", Value.of(Double.longBitsToDouble(bits64[i])))
                    .with("narrow", Value.of(Float.intBitsToFloat(bits32[i])));
            Fields back =
                    serializer().read(serializer().write(withFields(fields))).fields();

            double wide = ((Value.Float64) back.get("wide")).value();
            float narrow = ((Value.Float32) back.get("narrow")).value();
            assertThat(Double.doubleToRawLongBits(wide)).isEqualTo(bits64[i]);
            assertThat(Float.floatToRawIntBits(narrow)).isEqualTo(bits32[i]);
        }
    }

    @Test
    void keepsLongTextsAndManyKeys() {
        for (int length :
                new int[] {0, 7, 8, 23, 24, 100, 127, 128, 255, 256, 16_383, 16_384, 65_535, 65_536, 2_500_000}) {
            Map<String, Value> fields = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(length, 20_000); i++) {
                fields.put("key " + i, Value.of(i));
            }
            fields.put("x".repeat(length), Value.of("\u00e9\"".repeat(length / 2)));
            fields.put("in a list", Value.of(List.of(new Value.MapValue(Fields.of(Map.copyOf(fields))))));
            Content content = withFields(Fields.of(fields));

            assertThat(serializer().read(serializer().write(content))).isEqualTo(content);
        }
    }

    @Test
    void readsWhatIsNestedOrRefusesToWriteIt() throws Exception {
        boolean[] taken = new boolean[3];
        int[] depths = {100, 1000, 5000};

        onASmallStack(() -> {
            for (int i = 0; i < depths.length; i++) {
                for (boolean lists : new boolean[] {false, true}) {
                    taken[i] = mustReadOrRefuse(nested(depths[i], lists));
                }
            }
        });

        assertThat(taken[0]).isTrue();
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

    @Test
    void turnsWhateverItReads() {
        Random random = new Random(8);
        RandomContent contents = new RandomContent(8);

        for (int i = 0; i < 10 * ROUNDS; i++) {
            byte[] bytes = serializer().write(contents.next()).toByteArray();
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Content read;
            try {
                read = serializer().read(ByteSlice.of(bytes));
            } catch (IllegalStateException expected) {
                continue;
            }
            for (Serializer other : others()) {
                ByteSlice turned = turned(ByteSlice.of(bytes), serializer(), other);

                assertThat(other.read(turned)).isEqualTo(read);
            }
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

    /** Whether it was written; then it must be read too. */
    private boolean mustReadOrRefuse(Content content) {
        ByteSlice bytes;
        try {
            bytes = serializer().write(content);
        } catch (IllegalArgumentException expected) {
            assertThat(expected.getMessage()).contains("nested");
            return false;
        }
        assertThat(serializer().write(serializer().read(bytes))).isEqualTo(bytes);
        return true;
    }

    private static Content nested(int depth, boolean lists) {
        Value value = Value.of(1);
        for (int i = 1; i < depth; i++) {
            value = lists ? Value.of(List.of(value)) : new Value.MapValue(Fields.of(Map.of("a", value)));
        }
        return withFields(Fields.of(Map.of("a", value)));
    }

    private static void onASmallStack(Runnable task) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(null, task, "small stack", 256 * 1024);
        thread.setUncaughtExceptionHandler((t, problem) -> thrown.set(problem));
        thread.start();
        thread.join(60_000);
        if (thrown.get() != null || thread.isAlive()) {
            fail("must do with a stack of 256 KiB", thrown.get());
        }
    }

    private static ByteSlice turned(ByteSlice bytes, Serializer from, Serializer to) {
        EventWriter writer = to.writer();
        from.visit(bytes, writer.visitor());
        return writer.finish();
    }

    private static Content withFields(Fields fields) {
        return new Content(Optional.empty(), Source.NONE, DataStream.NONE, Fields.EMPTY, fields);
    }

    /** An event with every kind of value. What a serializer makes of it may be kept, to see that it stays readable. */
    protected static Content everyKind() {
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
        fields.put("narrow minus zero", Value.of(-0.0f));
        fields.put("not a number", Value.of(Double.NaN));
        fields.put("narrow, not a number", Value.of(Float.intBitsToFloat(0x7fc0_0001)));
        fields.put("infinite", Value.of(Double.NEGATIVE_INFINITY));
        fields.put("large", Value.of(1e300));
        fields.put("$time", Value.of("a user's key"));
        fields.put("control", Value.of("\u0000\t\n\"\\"));
        fields.put("first second", Value.of(Instant.parse("0001-01-01T00:00:00Z")));
        fields.put("last nanosecond", Value.of(Instant.parse("9999-12-31T23:59:59.999999999Z")));
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

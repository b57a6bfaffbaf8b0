package io.slipway.queue.disk;

import static io.slipway.queue.disk.TestBodies.DENSE;
import static io.slipway.queue.disk.TestBodies.assertDamaged;
import static io.slipway.queue.disk.TestBodies.event;
import static io.slipway.queue.disk.TestBodies.forged;
import static io.slipway.queue.disk.TestBodies.logLines;
import static io.slipway.queue.disk.TestBodies.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueuedEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.h2.mvstore.WriteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BlockCodecTest {

    private static final KeyRing KEYS = TestKeys.ring("first");
    private static final BlockCodec READER = plain();

    /** A way of storing. */
    private record Way(Compression compression, boolean encrypted, boolean sparse) {

        BlockCodec codec() throws IOException {
            return new BlockCodec(compression, encrypted ? KEYS : KeyRing.EMPTY);
        }

        Body encoded(BlockCodec codec, List<Entry.Stored> events) {
            return sparse
                    ? codec.encode(
                            events,
                            IntStream.range(0, events.size())
                                    .map(i -> 3 * i + 1)
                                    .toArray(),
                            3 * events.size())
                    : codec.encode(events, DENSE, events.size());
        }

        long id(long firstId, int index) {
            return sparse ? firstId + 3L * index + 1 : firstId + index;
        }
    }

    static Stream<Way> ways() {
        return Stream.of(Compression.values())
                .flatMap(compression -> Stream.of(true, false)
                        .flatMap(encrypted ->
                                Stream.of(true, false).map(sparse -> new Way(compression, encrypted, sparse))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void givesBackWhatItTook(Way way) throws IOException {
        try (BlockCodec codec = way.codec();
                BlockCodec later = new BlockCodec(Compression.NONE, KEYS)) {
            for (int count : new int[] {1, 2, 50, 2000}) {
                List<Entry.Stored> events = logLines(count);
                Body body = way.encoded(codec, events);
                BlockHeader header = body.at(70, 900);

                List<QueuedEvent> read = later.decode(header, stored(body));

                assertThat(header.seal().isPresent()).isEqualTo(way.encrypted);
                assertThat(header.compression()).isEqualTo(count > 2 ? way.compression : Compression.NONE);
                assertThat(read).hasSize(count);
                for (int i = 0; i < count; i++) {
                    assertThat(read.get(i))
                            .isEqualTo(new QueuedEvent(
                                    way.id(900, i), events.get(i).bytes(), "protobuf"));
                }
            }
        }
    }

    @Property(tries = 300)
    void givesBackWhateverItTook(
            @ForAll @Size(min = 1, max = 30) List<@Size(max = 2000) byte[]> contents,
            @ForAll Compression compression,
            @ForAll boolean encrypted,
            @ForAll boolean sparse)
            throws IOException {
        Way way = new Way(compression, encrypted, sparse);
        List<Entry.Stored> events = contents.stream().map(TestBodies::event).toList();
        try (BlockCodec codec = way.codec()) {
            Body body = way.encoded(codec, events);

            List<QueuedEvent> read = codec.decode(body.at(0, 1), stored(body));

            assertThat(read.stream().map(QueuedEvent::bytes))
                    .isEqualTo(events.stream().map(Entry.Stored::bytes).toList());
        }
    }

    @Test
    void copiesNoEventThatIsStoredAsItCame() throws IOException {
        Entry.Stored event = event(new byte[1000]);

        Body body = plain().encode(List.of(event), DENSE, 1);

        assertThat(body.pieces())
                .anyMatch(piece -> piece.array() == event.bytes().array());
        ByteSlice stored = stored(body);
        assertThat(plain().decode(body.at(0, 0), stored).get(0).bytes().array()).isSameAs(stored.array());
    }

    @Test
    void writesTheSameToTheBufferOfAStore() throws IOException {
        Body body = plain().encode(logLines(20), DENSE, 20);
        WriteBuffer buffer = new WriteBuffer();

        body.writeTo(buffer);

        ByteBuffer written = buffer.getBuffer().flip();
        assertThat(written).isEqualTo(ByteBuffer.wrap(stored(body).toByteArray()));
        assertThat(written.remaining()).isEqualTo(body.storedLength());
    }

    @Test
    void coversIdsWithoutAnEvent() throws IOException {
        Body body = plain().encode(logLines(2), DENSE, 10);

        assertThat(body.at(0, 100).lastId()).isEqualTo(109);
        assertThat(plain().decode(body.at(0, 100), stored(body))).hasSize(2);
    }

    @Test
    void storesPlainWhatDoesNotBecomeSmaller() throws IOException {
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);

        for (Compression compression : List.of(Compression.LZ4, Compression.ZSTD)) {
            Body body = new BlockCodec(compression, KeyRing.EMPTY).encode(List.of(event(noise)), DENSE, 1);

            assertThat(body.unplaced().compression()).isEqualTo(Compression.NONE);
            assertThat(body.storedLength()).isEqualTo(5004);
        }
    }

    @Test
    void refusesWhatNoBlockCanHold() throws IOException {
        BlockCodec codec = plain();
        List<Entry.Stored> two = logLines(2);
        List<Entry.Stored> mixed =
                List.of(two.get(0), new Entry.Stored(two.get(1).bytes(), "cbor"));

        assertThatIllegalArgumentException().isThrownBy(() -> codec.encode(mixed, DENSE, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> codec.encode(two, DENSE, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> codec.encode(two, new int[] {0}, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> codec.encode(two, new int[] {1, 1}, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> codec.encode(two, new int[] {0, 2}, 2));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void noticesEveryChangedOrMissingByte(Way way) throws IOException {
        try (BlockCodec codec = way.codec()) {
            Body body = way.encoded(codec, logLines(12));
            BlockHeader header = body.at(5, 6);
            byte[] stored = stored(body).toByteArray();

            for (int at = 0; at < stored.length; at++) {
                byte[] flipped = stored.clone();
                flipped[at] ^= (byte) (1 << at % 8);
                assertDamaged(codec, header, flipped);
                assertDamaged(codec, header, Arrays.copyOf(stored, at));
            }
            assertDamaged(codec, header, Arrays.copyOf(stored, stored.length + 1));
        }
    }

    /** The checksum corrected, so that the decompressor sees the damage. */
    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void survivesWhatADecompressorCannotRead(Compression compression) throws IOException {
        Body body = new BlockCodec(compression, KeyRing.EMPTY).encode(logLines(40), DENSE, 40);
        byte[] stored = stored(body).toByteArray();
        int noticed = 0;

        for (int bit = 0; bit < stored.length * Byte.SIZE; bit++) {
            byte[] flipped = stored.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            try {
                READER.decode(forged(body.unplaced(), flipped), ByteSlice.of(flipped));
            } catch (DamagedBlockException e) {
                noticed++;
            }
        }

        assertThat(noticed).isPositive();
        assertThat(READER.decode(body.unplaced(), ByteSlice.of(stored))).hasSize(40);
    }

    @Test
    void noticesIdsThatDoNotRiseOrDoNotFit() throws IOException {
        List<Entry.Stored> events = logLines(2);
        Body right = plain().encode(events, new int[] {0, 3}, 4);

        for (int[] wrong : List.of(new int[] {1, 1}, new int[] {1, 0}, new int[] {0, 4}, new int[] {-1, 1})) {
            byte[] stored = stored(new Body(right.unplaced(), RawBody.pieces(events, wrong)))
                    .toByteArray();
            assertDamaged(READER, forged(right.unplaced(), stored), stored);
        }
    }

    @Property(tries = 2000)
    void throwsNothingElseWhateverTheBytes(
            @ForAll @Size(min = 1, max = 300) byte[] bytes,
            @ForAll Compression compression,
            @ForAll boolean sparse,
            @ForAll @IntRange(min = 1, max = 5) int count,
            @ForAll @IntRange(min = 40, max = 100_000) int rawLength,
            @ForAll boolean plausible)
            throws IOException {
        int length = compression == Compression.NONE && plausible ? Math.max(40, bytes.length) : bytes.length;
        byte[] body = Arrays.copyOf(bytes, length);
        int raw = compression == Compression.NONE && plausible ? length : rawLength;
        BlockHeader any =
                new BlockHeader(0, 0, count, count + 3, sparse, compression, "x", raw, length, 0, Optional.empty());

        try {
            List<QueuedEvent> read = READER.decode(forged(any, body), ByteSlice.of(body));
            assertThat(read).hasSize(count);
        } catch (DamagedBlockException e) {
            assertThat(e).hasMessageMatching("it.*[^.]");
        }
    }

    @Test
    void readsAndWritesOnManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try (BlockCodec codec = new BlockCodec(Compression.ZSTD, KEYS)) {
            List<Future<Boolean>> rounds = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                int count = i * 7 % 100 + 1;
                rounds.add(threads.submit(() -> {
                    List<Entry.Stored> events = logLines(count);
                    Body body = codec.encode(events, DENSE, count);
                    return codec.decode(body.at(0, 1), stored(body)).stream()
                            .map(QueuedEvent::bytes)
                            .toList()
                            .equals(events.stream().map(Entry.Stored::bytes).toList());
                }));
            }

            for (Future<Boolean> round : rounds) {
                assertThat(round.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void worksOnForThoseWhoStillUseItWhenItCloses() throws IOException {
        BlockCodec codec = new BlockCodec(Compression.ZSTD, KEYS);
        Body before = codec.encode(logLines(10), DENSE, 10);

        codec.close();

        assertThat(codec.decode(before.at(0, 0), stored(before))).hasSize(10);
        codec.close();
    }

    @Test
    void saysWhatToDoWithoutTheLibraryOfZstd() throws IOException {
        Packing without = new Packing(() -> {
            throw new UnsatisfiedLinkError("no access\nmore");
        });
        Body body = new BlockCodec(Compression.ZSTD, KeyRing.EMPTY).encode(logLines(50), DENSE, 50);
        BlockCodec codec = new BlockCodec(Compression.LZ4, KeyRing.EMPTY, without);

        assertThatIOException()
                .isThrownBy(() -> new BlockCodec(Compression.ZSTD, KeyRing.EMPTY, without))
                .withMessageStartingWith("compression: \"zstd\" cannot be used here")
                .withMessageContaining("(no access)")
                .withMessageContaining("Set compression: lz4");
        assertThatIOException()
                .isThrownBy(() -> codec.decode(body.at(0, 0), stored(body)))
                .isNotInstanceOf(DamagedBlockException.class)
                .withMessageContaining("zstd")
                .withMessageContaining("nothing was changed");
    }

    private static BlockCodec plain() {
        try {
            return new BlockCodec(Compression.NONE, KeyRing.EMPTY);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.slipway.queue.disk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueuedEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.h2.mvstore.WriteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlockCodecTest {

    private static final int[] DENSE = {};
    private static final KeyRing KEYS = TestKeys.ring("first");

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
        List<Entry.Stored> events = contents.stream().map(BlockCodecTest::event).toList();
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

    /** As {@link #noticesEveryChangedOrMissingByte}, by someone who also corrects the checksums. */
    @Test
    void noticesEveryForgeryOfAnEncryptedBlock() throws IOException {
        BlockCodec codec = new BlockCodec(Compression.ZSTD, KEYS);
        BlockHeader header = codec.encode(logLines(12), DENSE, 12).at(5, 6);
        byte[] stored = stored(new BlockCodec(Compression.ZSTD, KEYS).encode(logLines(12), DENSE, 12))
                .toByteArray();
        Body body = codec.encode(logLines(12), DENSE, 12);
        byte[] right = stored(body).toByteArray();

        assertDamaged(codec, forged(header, right), right); // another block's counter
        assertDamaged(codec, forged(body.at(5, 6), stored), stored); // another writer's salt
        for (int at = 0; at < right.length; at++) {
            byte[] flipped = right.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            assertDamaged(codec, forged(body.at(5, 6), flipped), flipped);
            if (at > 0) {
                byte[] cut = Arrays.copyOf(right, at);
                assertDamaged(codec, forged(body.at(5, 6), cut), cut);
            }
        }
        for (BlockHeader other : forgeries(body.at(5, 6))) {
            assertDamaged(codec, other, right);
        }
    }

    @Test
    void noticesFramesThatAreLeftOutOrMoved() throws IOException {
        BlockCodec codec = new BlockCodec(Compression.NONE, KEYS);
        Body body = codec.encode(List.of(event(new byte[4 * 16 * 1024])), DENSE, 1);
        byte[] stored = stored(body).toByteArray();
        int frame = 16 * 1024 + 16;
        byte[] withoutLast = Arrays.copyOf(stored, 4 * frame);
        byte[] exchanged = stored.clone();
        System.arraycopy(stored, 0, exchanged, frame, frame);
        System.arraycopy(stored, frame, exchanged, 0, frame);

        assertThat(stored).hasSize(4 * frame + 4 + 16);
        assertDamaged(codec, forged(body.at(0, 0), withoutLast), withoutLast);
        assertDamaged(codec, forged(body.at(0, 0), exchanged), exchanged);
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

    private static final BlockCodec READER = plain();

    @Test
    void leavesNoTextOfAnEventInAnEncryptedBody() throws IOException {
        String secret = "the-password-is-kestrel";
        byte[] content = ("{\"message\":\"" + secret + "\"}").getBytes(ISO_8859_1);
        for (Compression compression : Compression.values()) {
            BlockCodec codec = new BlockCodec(compression, KEYS);
            for (int copies : new int[] {1, 3000}) {
                List<Entry.Stored> events =
                        IntStream.range(0, copies).mapToObj(i -> event(content)).toList();

                Body body = codec.encode(events, DENSE, copies);

                String stored = new String(stored(body).toByteArray(), ISO_8859_1);
                for (int at = 0; at + 4 <= secret.length(); at++) {
                    assertThat(stored).doesNotContain(secret.substring(at, at + 4));
                }
            }
        }
    }

    @Test
    void neverUsesANonceTwice() throws Exception {
        Set<Seal> seals = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (BlockCodec codec : List.of(sealing(), sealing(), sealing())) {
                List<Future<List<Seal>>> made = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    made.add(threads.submit(() -> seals(codec, 500)));
                }
                for (Future<List<Seal>> some : made) {
                    seals.addAll(some.get());
                }
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(seals).hasSize(3 * 4 * 500);
        assertThat(seals.stream().map(Seal::saltHigh).distinct()).hasSize(3);
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
    void saysThatAKeyIsMissingAndNotThatTheBlockIsDamaged() throws IOException {
        Body body = sealing().encode(logLines(5), DENSE, 5);
        BlockHeader header = body.at(0, 0);

        for (KeyRing other : List.of(TestKeys.ring("other"), KeyRing.EMPTY)) {
            BlockCodec codec = new BlockCodec(Compression.NONE, other);
            assertThatIOException()
                    .isThrownBy(() -> codec.decode(header, stored(body)))
                    .isNotInstanceOf(DamagedBlockException.class)
                    .withMessage(
                            "queue disk: files of the folder are encrypted with a key (id %016x) that is not given."
                                    + " Add the key under encryption.keys; nothing was changed.",
                            header.seal().orElseThrow().keyId());
        }
    }

    @Test
    void readsWithAnOldKeyWhatItSealed() throws IOException {
        BlockCodec old = new BlockCodec(Compression.LZ4, TestKeys.ring("old"));
        BlockCodec rotated = new BlockCodec(Compression.LZ4, TestKeys.ring("new", "old"));
        Body before = old.encode(logLines(5), DENSE, 5);
        Body after = rotated.encode(logLines(5), DENSE, 5);

        assertThat(rotated.decode(before.at(0, 0), stored(before))).hasSize(5);
        assertThat(rotated.decode(after.at(0, 0), stored(after))).hasSize(5);
        assertThatIOException().isThrownBy(() -> old.decode(after.at(0, 0), stored(after)));
    }

    @Test
    void readsMoreSaltsThanItRemembers() throws IOException {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            bodies.add(sealing().encode(logLines(1), DENSE, 1));
        }
        BlockCodec codec = sealing();

        for (int round = 0; round < 2; round++) {
            for (Body body : bodies) {
                assertThat(codec.decode(body.at(0, 0), stored(body))).hasSize(1);
            }
        }
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

    private static void assertDamaged(BlockCodec codec, BlockHeader header, byte[] stored) {
        assertThatExceptionOfType(DamagedBlockException.class)
                .isThrownBy(() -> codec.decode(header, ByteSlice.of(stored)));
    }

    /** The header with the length and the checksum of {@code stored}. */
    private static BlockHeader forged(BlockHeader header, byte[] stored) {
        CRC32C crc = new CRC32C();
        crc.update(stored);
        return new BlockHeader(
                header.firstSequence(),
                header.firstId(),
                header.count(),
                header.idSpan(),
                header.sparse(),
                header.compression(),
                header.serializer(),
                header.rawLength(),
                stored.length,
                (int) crc.getValue(),
                header.seal());
    }

    /** Headers that differ in one thing for which the seal vouches. */
    private static List<BlockHeader> forgeries(BlockHeader h) {
        Seal s = h.seal().orElseThrow();
        Optional<Seal> later = Optional.of(new Seal(s.keyId(), s.saltHigh(), s.saltLow(), s.counter() + 1));
        Optional<Seal> salted = Optional.of(new Seal(s.keyId(), s.saltHigh(), s.saltLow() + 1, s.counter()));
        return List.of(
                forgery(
                        h,
                        h.count() - 1,
                        h.idSpan(),
                        h.sparse(),
                        h.compression(),
                        h.serializer(),
                        h.rawLength(),
                        h.seal()),
                forgery(
                        h,
                        h.count(),
                        h.idSpan() + 1,
                        h.sparse(),
                        h.compression(),
                        h.serializer(),
                        h.rawLength(),
                        h.seal()),
                forgery(h, h.count(), h.idSpan(), true, h.compression(), h.serializer(), h.rawLength(), h.seal()),
                forgery(
                        h,
                        h.count(),
                        h.idSpan(),
                        h.sparse(),
                        Compression.NONE,
                        h.serializer(),
                        h.rawLength(),
                        h.seal()),
                forgery(h, h.count(), h.idSpan(), h.sparse(), h.compression(), "cbor", h.rawLength(), h.seal()),
                forgery(
                        h,
                        h.count(),
                        h.idSpan(),
                        h.sparse(),
                        h.compression(),
                        h.serializer(),
                        h.rawLength() + 1,
                        h.seal()),
                forgery(h, h.count(), h.idSpan(), h.sparse(), h.compression(), h.serializer(), h.rawLength(), later),
                forgery(h, h.count(), h.idSpan(), h.sparse(), h.compression(), h.serializer(), h.rawLength(), salted),
                forgery(
                        h,
                        h.count(),
                        h.idSpan(),
                        h.sparse(),
                        h.compression(),
                        h.serializer(),
                        h.rawLength(),
                        Optional.empty()));
    }

    private static BlockHeader forgery(
            BlockHeader header,
            int count,
            int idSpan,
            boolean sparse,
            Compression compression,
            String serializer,
            int rawLength,
            Optional<Seal> seal) {
        return new BlockHeader(
                header.firstSequence(),
                header.firstId(),
                count,
                idSpan,
                sparse,
                compression,
                serializer,
                rawLength,
                header.storedLength(),
                header.bodyCrc(),
                seal);
    }

    private static List<Seal> seals(BlockCodec codec, int count) {
        List<Seal> seals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            seals.add(codec.encode(logLines(1), DENSE, 1).unplaced().seal().orElseThrow());
        }
        return seals;
    }

    private static BlockCodec plain() {
        try {
            return new BlockCodec(Compression.NONE, KeyRing.EMPTY);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static BlockCodec sealing() throws IOException {
        return new BlockCodec(Compression.NONE, KEYS);
    }

    private static ByteSlice stored(Body body) {
        ByteBuffer stored = ByteBuffer.allocate(body.storedLength() + 7).position(5);
        body.writeTo(stored);
        return new ByteSlice(stored.array(), 5, body.storedLength());
    }

    private static List<Entry.Stored> logLines(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> event(("line " + i + ": user " + i * 31 % 17 + " opened the page of order " + i * 7919)
                        .getBytes(ISO_8859_1)))
                .toList();
    }

    private static Entry.Stored event(byte[] content) {
        return new Entry.Stored(ByteSlice.of(content), "protobuf");
    }
}

package io.slipway.queue.disk;

import static io.slipway.queue.disk.TestBodies.DENSE;
import static io.slipway.queue.disk.TestBodies.assertDamaged;
import static io.slipway.queue.disk.TestBodies.event;
import static io.slipway.queue.disk.TestBodies.forged;
import static io.slipway.queue.disk.TestBodies.logLines;
import static io.slipway.queue.disk.TestBodies.stored;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SealedBlockTest {

    private static final KeyRing KEYS = TestKeys.ring("first");

    /** Like damage, but by someone who also corrects the checksums. */
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
        for (byte[] other : List.of(withoutLast, exchanged)) {
            assertThatExceptionOfType(DamagedBlockException.class)
                    .isThrownBy(() -> codec.decode(forged(body.at(0, 0), other), ByteSlice.of(other)))
                    .withMessage("its seal is broken");
        }
    }

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
    void saysThatAKeyIsMissingAndNotThatTheBlockIsDamaged() throws IOException {
        Body body = sealing().encode(logLines(5), DENSE, 5);
        BlockHeader header = body.at(0, 0);

        for (KeyRing other : List.of(TestKeys.ring("other"), KeyRing.EMPTY)) {
            BlockCodec codec = new BlockCodec(Compression.NONE, other);
            assertThatIOException()
                    .isThrownBy(() -> codec.decode(header, stored(body)))
                    .isNotInstanceOf(DamagedBlockException.class)
                    .withMessage(
                            "Files of the folder are encrypted with a key (id %016x) that is not given."
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

    private static BlockCodec sealing() throws IOException {
        return new BlockCodec(Compression.NONE, KEYS);
    }
}

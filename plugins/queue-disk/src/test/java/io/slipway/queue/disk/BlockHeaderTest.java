package io.slipway.queue.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BlockHeaderTest {

    private static final Optional<Seal> SEAL = Optional.of(new Seal(-1, 2, -3, Long.MAX_VALUE));

    @Test
    void comesBackAsItWasWritten() {
        BlockHeader plain = header("protobuf", Optional.empty());
        BlockHeader sealed = header("x".repeat(255), SEAL);

        assertThat(BlockHeader.parse(ByteBuffer.wrap(plain.toBytes()))).contains(plain);
        assertThat(BlockHeader.parse(ByteBuffer.wrap(sealed.toBytes()))).contains(sealed);
    }

    @Test
    void isReadWhereTheBufferStandsWhichStays() {
        BlockHeader header = header("cbor", SEAL);
        ByteBuffer buffer = ByteBuffer.allocate(1000).position(77);
        header.write(buffer);
        assertThat(buffer.position()).isEqualTo(77 + header.length());

        Optional<BlockHeader> parsed = BlockHeader.parse(buffer.position(77));

        assertThat(parsed).contains(header);
        assertThat(buffer.position()).isEqualTo(77);
    }

    @Test
    void keepsItsLengthWithinItsBounds() {
        assertThat(header("x", Optional.empty()).length()).isEqualTo(BlockHeader.MIN_LENGTH);
        assertThat(header("x".repeat(255), SEAL).length()).isLessThanOrEqualTo(BlockHeader.MAX_LENGTH);
        assertThat(header("json", SEAL).toBytes()).hasSize(header("json", SEAL).length());
    }

    @Test
    void keepsTheNumbersOfCompressions() {
        assertThat(Compression.values()).containsExactly(Compression.NONE, Compression.ZSTD, Compression.LZ4);
    }

    @Test
    void saysWhereItEnds() {
        BlockHeader header = header("protobuf", SEAL);

        assertThat(header.lastId()).isEqualTo(1000 + 9 - 1);
        assertThat(header.endSequence()).isEqualTo(500 + 7);
    }

    @Test
    void isTheSameAtAnotherPlaceButForThePlace() {
        BlockHeader placed = header("protobuf", SEAL).placedAt(1, 2);

        assertThat(placed.firstSequence()).isEqualTo(1);
        assertThat(placed.firstId()).isEqualTo(2);
        assertThat(placed.placedAt(500, 1000)).isEqualTo(header("protobuf", SEAL));
    }

    @Test
    void doesNotParseWithAByteChangedOrCutOff() {
        byte[] bytes = header("protobuf", SEAL).toBytes();

        for (int at = 0; at < bytes.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = bytes.clone();
                flipped[at] ^= (byte) (1 << bit);
                assertThat(BlockHeader.parse(ByteBuffer.wrap(flipped))).isEmpty();
                assertThat(BlockHeader.isNewer(ByteBuffer.wrap(flipped))).isFalse();
            }
            assertThat(BlockHeader.parse(ByteBuffer.wrap(bytes, 0, at))).isEmpty();
        }
    }

    @Test
    void tellsALaterVersionFromDamage() {
        byte[] bytes = header("protobuf", SEAL).toBytes();
        bytes[10] = 2;
        ByteBuffer later = checked(Arrays.copyOf(bytes, 400));

        assertThat(BlockHeader.parse(later)).isEmpty();
        assertThat(BlockHeader.isNewer(later)).isTrue();
        assertThat(BlockHeader.isNewer(ByteBuffer.wrap(header("x", SEAL).toBytes())))
                .isFalse();
    }

    /** With a right checksum: what a careless or malicious writer would leave. */
    @Property(tries = 3000)
    void doesNotThrowWhateverTheBytes(@ForAll byte[] random, @ForAll boolean like) {
        byte[] bytes = like ? header("protobuf", SEAL).toBytes() : new byte[Math.max(12, random.length)];
        for (int i = 0; i < random.length && 11 + i * 3 < bytes.length; i++) {
            bytes[11 + i * 3] ^= random[i];
        }
        ByteBuffer buffer = bytes.length <= BlockHeader.MAX_LENGTH ? checked(bytes) : ByteBuffer.wrap(bytes);

        BlockHeader.parse(ByteBuffer.wrap(random));
        BlockHeader.isNewer(ByteBuffer.wrap(random));
        Optional<BlockHeader> parsed = BlockHeader.parse(buffer);

        parsed.ifPresent(header -> assertThat(header.toBytes()).isEqualTo(bytes));
    }

    @Test
    void refusesWhatCannotBe() {
        assertRefused(-1, 0, 1, 1, 100, 1);
        assertRefused(0, -1, 1, 1, 100, 1);
        assertRefused(Long.MAX_VALUE, 0, 1, 1, 100, 1);
        assertRefused(0, Long.MAX_VALUE, 1, 1, 100, 1);
        assertRefused(0, 0, 0, 1, 100, 1);
        assertRefused(0, 0, 2, 1, 100, 1);
        assertRefused(0, 0, 26, 26, 100, 1);
        assertRefused(0, 0, 1, 1, -1, 1);
        assertRefused(0, 0, 1, 1, 100, -1);
        assertRefused(0, 0, 1, 1, 100, BlockHeader.MAX_BODY + 1);
    }

    private static void assertRefused(long sequence, long id, int count, int span, int raw, int stored) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BlockHeader(
                        sequence, id, count, span, false, Compression.NONE, "x", raw, stored, 0, Optional.empty()));
    }

    private static BlockHeader header(String serializer, Optional<Seal> seal) {
        return new BlockHeader(500, 1000, 7, 9, true, Compression.LZ4, serializer, 4096, 1234, 0xcafebabe, seal);
    }

    /** Gives the bytes the length and the checksum that make them a header. */
    private static ByteBuffer checked(byte[] bytes) {
        ByteBuffer header = ByteBuffer.wrap(bytes);
        CRC32C crc = new CRC32C();
        header.putInt(0, BlockHeader.MAGIC).putShort(8, (short) bytes.length);
        crc.update(bytes, 8, bytes.length - 8);
        return header.putInt(4, (int) crc.getValue());
    }
}

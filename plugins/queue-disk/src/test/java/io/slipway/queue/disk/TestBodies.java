package io.slipway.queue.disk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/** Events and bodies of them, for tests of how they are coded. */
final class TestBodies {

    /** The offsets of events whose ids follow each other. */
    static final int[] DENSE = {};

    private TestBodies() {}

    static void assertDamaged(BlockCodec codec, BlockHeader header, byte[] stored) {
        assertThatExceptionOfType(DamagedBlockException.class)
                .isThrownBy(() -> codec.decode(header, ByteSlice.of(stored)));
    }

    /** The header with the length and the checksum of {@code stored}. */
    static BlockHeader forged(BlockHeader header, byte[] stored) {
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

    static ByteSlice stored(Body body) {
        ByteBuffer stored = ByteBuffer.allocate(body.storedLength() + 7).position(5);
        body.writeTo(stored);
        return new ByteSlice(stored.array(), 5, body.storedLength());
    }

    static List<Entry.Stored> logLines(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> event(("line " + i + ": user " + i * 31 % 17 + " opened the page of order " + i * 7919)
                        .getBytes(ISO_8859_1)))
                .toList();
    }

    static Entry.Stored event(byte[] content) {
        return new Entry.Stored(ByteSlice.of(content), "protobuf");
    }
}

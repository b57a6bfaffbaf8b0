package io.slipway.wire.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {

    /** Every byte at which a rule of the encoding begins or ends. */
    private static final byte[] EDGES = HexFormat.of().parseHex("007f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5ff");

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

    @Test
    void agreesWithTheJdkOnEverySequenceOfEdges() {
        byte[] bytes = new byte[4];
        int edges = EDGES.length;
        for (int i = 0; i < edges * edges * edges * edges; i++) {
            bytes[0] = EDGES[i % edges];
            bytes[1] = EDGES[i / edges % edges];
            bytes[2] = EDGES[i / edges / edges % edges];
            bytes[3] = EDGES[i / edges / edges / edges];
            if (Utf8.isWellFormed(bytes, 0, 4) != decodes(bytes)) {
                fail(HexFormat.of().formatHex(bytes));
            }
        }
    }

    @Test
    void agreesWithTheJdkOnTextsWithAFault() {
        Random random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = random.ints(random.nextInt(60), 1, 0x110000)
                    .filter(c -> c < 0xd800 || c > 0xdfff)
                    .map(c -> random.nextInt(3) > 0 ? c & 0x7f : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
            if (bytes.length > 0 && random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            assertThat(Utf8.isWellFormed(bytes, 0, bytes.length)).isEqualTo(decodes(bytes));
        }
    }

    @Test
    void looksOnlyAtItsRange() {
        byte[] bytes = {(byte) 0xff, 'a', 'b', (byte) 0xc3, (byte) 0xa4};

        assertThat(Utf8.isWellFormed(bytes, 1, 5)).isTrue();
        assertThat(Utf8.isWellFormed(bytes, 1, 4)).isFalse();
        assertThat(Utf8.isWellFormed(bytes, 0, 3)).isFalse();
    }

    private boolean decodes(byte[] bytes) {
        try {
            decoder.decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}

package io.slipway.cli.libbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever lies in a folder: it is read to its end or refused in words, and nothing is thrown that nobody expects. */
class HostileSegmentTest {

    private static final EncryptionKey KEY = EncryptionKey.of("secret");

    @Property(tries = 300)
    void readsAnyBytesToTheirEnd(
            @ForAll @IntRange(max = 2) int version,
            @ForAll @IntRange(max = 7) int options,
            @ForAll @Size(max = 2000) byte[] bytes)
            throws IOException {
        byte[] segment = new byte[12 + bytes.length];
        segment[0] = (byte) version;
        segment[8] = (byte) options;
        System.arraycopy(bytes, 0, segment, 12, bytes.length);

        read(segment);
    }

    @Property(tries = 300)
    void readsAnySegmentWithManyBytesChanged(
            @ForAll @IntRange(max = 7) int options, @ForAll @Size(min = 1, max = 8) int[] places, @ForAll byte change)
            throws IOException {
        byte[] segment = QueueWriter.version2(options, "secret").events(0, 5).closed();
        for (int place : places) {
            segment[Math.floorMod(place, segment.length)] ^= change;
        }

        int events = read(segment);

        boolean mayRepeat =
                (options & QueueWriter.COMPRESSED) != 0; // as compressed data may say to copy a frame once more
        assertThat(events).isBetween(0, mayRepeat ? Integer.MAX_VALUE : 5);
    }

    @Property(tries = 300)
    void decodesAnyPayload(@ForAll @IntRange(max = 2) int version, @ForAll boolean protobuf, @ForAll byte[] payload)
            throws IOException {
        QueueWriter writer = version == 2 && protobuf
                ? QueueWriter.version2(QueueWriter.PROTOBUF, "")
                : QueueWriter.version(version);

        read(writer.frame(payload.length == 0 ? new byte[1] : payload).closed());
    }

    @Property(tries = 20)
    void doesNotNestWithoutEnd(@ForAll @IntRange(min = 1, max = 200_000) int depth) throws IOException {
        byte[] payload = new byte[depth + 1];
        Arrays.fill(payload, (byte) 0x81);

        assertThat(read(QueueWriter.version(1).frame(payload).closed())).isZero();
    }

    private static int read(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("segment", ".seg");
        int events = 0;
        try {
            Files.write(file, bytes);
            try (SegmentReader reader =
                    SegmentReader.open(new Segment(file, 1, bytes.length), KEY, "test", (path, at, what) -> {})) {
                while (reader.next()) {
                    events++;
                }
            } catch (UnreadableException e) {
                assertThat(e).hasMessageMatching("(is|has) .*");
            }
        } finally {
            Files.delete(file);
        }
        return events;
    }
}

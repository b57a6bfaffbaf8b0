package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk queue of a Beat on its way through the packed program. */
class ImportLibbeatIT {

    private static final int EVENTS = 20_000;
    private static final String PASSWORD = "correct horse";

    @TempDir
    Path folder;

    @Test
    void everyEventArrivesOnceAndASecondRunSendsNothing() throws Exception {
        Path queue = Files.createDirectories(folder.resolve("beat/diskqueue"));
        Files.write(queue.resolve("7.seg"), plain(1, EVENTS));
        Files.write(queue.resolve("8.seg"), encrypted(EVENTS + 1, 2 * EVENTS));

        try (Shipper shipper = Shipper.start(Setup.toFile(folder))) {
            Cli.Ended first = send(queue);
            assertThat(first.code()).as(first.all()).isZero();
            assertThat(first.out()).singleElement().asString().startsWith("40,000 of 40,000 events persisted by ");
            Cli.Ended second = send(queue);
            assertThat(second.code()).as(second.all()).isZero();
            assertThat(second.out()).singleElement().asString().startsWith("0 of 0 events persisted by ");

            assertThat(shipper.destination().awaitAll(1, 2 * EVENTS)).isEqualTo(Tally.PERFECT);
            assertThat(shipper.stop()).isZero();
            assertThat(shipper.balance("file").accepted()).isEqualTo(2 * EVENTS);
        }
    }

    private Cli.Ended send(Path queue) throws IOException {
        return Cli.at(folder)
                .variables(Map.of("SLIPWAY_IMPORT_PASSWORD", PASSWORD))
                .run("queue", "import-libbeat", "--server", "unix://" + folder.resolve("sock"), queue.toString());
    }

    /** Version 1, closed. */
    private static byte[] plain(int first, int last) {
        byte[] frames = frames(first, last);
        return little(8 + frames.length)
                .putInt(1)
                .putInt(last - first + 1)
                .put(frames)
                .array();
    }

    /** Version 2, as its writer left it when it was killed. */
    private static byte[] encrypted(int first, int last) throws GeneralSecurityException {
        byte[] vector = new byte[16];
        byte[] secret = PASSWORD.getBytes(StandardCharsets.UTF_8);
        byte[] key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA1")
                .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), secret, 4096, 128))
                .getEncoded();
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(vector));
        byte[] frames = cipher.doFinal(frames(first, last));
        return little(12 + 16 + frames.length)
                .putInt(2)
                .putInt(0)
                .putInt(1)
                .put(vector)
                .put(frames)
                .array();
    }

    private static byte[] frames(int first, int last) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = first; i <= last; i++) {
            byte[] payload = cbor(i);
            int length = payload.length + 12;
            ByteBuffer frame = little(length).putInt(length).put(payload);
            CRC32 sum = new CRC32();
            sum.update(frame.array(), 0, length - 8);
            frames.writeBytes(frame.putInt((int) sum.getValue()).putInt(length).array());
        }
        return frames.toByteArray();
    }

    /** A map of timestamp, flags, meta and fields; the fields hold {@code seq}. */
    private static byte[] cbor(int sequence) {
        return ByteBuffer.allocate(50)
                .put((byte) 0xA4)
                .put((byte) 0x69)
                .put("timestamp".getBytes(StandardCharsets.UTF_8))
                .put((byte) 0x1B)
                .putLong(1_767_225_600_000_000_000L + sequence)
                .put((byte) 0x65)
                .put("flags".getBytes(StandardCharsets.UTF_8))
                .put((byte) 1)
                .put((byte) 0x64)
                .put("meta".getBytes(StandardCharsets.UTF_8))
                .put((byte) 0xF6)
                .put((byte) 0x66)
                .put("fields".getBytes(StandardCharsets.UTF_8))
                .put((byte) 0xA1)
                .put((byte) 0x63)
                .put("seq".getBytes(StandardCharsets.UTF_8))
                .put((byte) 0x1A)
                .putInt(sequence)
                .array();
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}

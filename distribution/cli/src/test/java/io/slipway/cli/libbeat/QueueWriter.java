package io.slipway.cli.libbeat;

import io.slipway.client.EventBuilder;
import io.slipway.wire.Event;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import net.jpountz.lz4.LZ4FrameOutputStream;

/** Writes the files of a libbeat queue, after the description of the format and with nothing of what reads them. */
public final class QueueWriter {

    /** 2026-01-01T00:00:00Z. */
    public static final long FIRST_NANOS = 1_767_225_600_000_000_000L;

    public static final int ENCRYPTED = 1;
    public static final int COMPRESSED = 2;
    public static final int PROTOBUF = 4;

    private final int version;
    private final int options;
    private final String password;
    private final ByteArrayOutputStream frames = new ByteArrayOutputStream();
    private int count;

    private QueueWriter(int version, int options, String password) {
        this.version = version;
        this.options = options;
        this.password = password;
    }

    public static QueueWriter version(int version) {
        return new QueueWriter(version, 0, "");
    }

    public static QueueWriter version2(int options, String password) {
        return new QueueWriter(2, options, password);
    }

    /** Adds events {@code from} to {@code to}, not included; a second lies between them. */
    public QueueWriter events(int from, int to) {
        for (int i = from; i < to; i++) {
            frame(payload(i));
        }
        return this;
    }

    public QueueWriter frame(byte[] payload) {
        frames.writeBytes(framed(payload));
        count++;
        return this;
    }

    /** Where the next frame will begin. */
    public int offset() {
        return 4 * (version + 1) + frames.size();
    }

    /** The bytes of a file that was closed. */
    public byte[] closed() {
        return bytes(count, true);
    }

    /** The bytes of a file that was open for writing when its writer was killed. */
    public byte[] open() {
        return bytes(0, false);
    }

    public static Path put(Path folder, long id, byte[] segment) {
        try {
            return Files.write(folder.resolve(Long.toUnsignedString(id) + ".seg"), segment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes state.dat of version 1. */
    public static void state(Path folder, long segment, long offset, long frame) throws IOException {
        ByteBuffer state = little(28).putInt(1).putLong(segment).putLong(offset).putLong(frame);
        Files.write(folder.resolve("state.dat"), state.array());
    }

    /** Writes state.dat of version 0. */
    public static void state(Path folder, long segment, long offset) throws IOException {
        Files.write(
                folder.resolve("state.dat"),
                little(20).putInt(0).putLong(segment).putLong(offset).array());
    }

    public static byte[] framed(byte[] payload) {
        int length = payload.length + 12;
        ByteBuffer frame = little(length).putInt(length).put(payload);
        CRC32 sum = new CRC32();
        sum.update(frame.array(), 0, length - 8);
        return frame.putInt((int) sum.getValue()).putInt(length).array();
    }

    private byte[] payload(int i) {
        long nanos = FIRST_NANOS + i * 1_000_000_000L;
        if ((options & PROTOBUF) != 0) {
            return Event.newBuilder()
                    .setFields(EventBuilder.at(Instant.EPOCH)
                            .field("message", "event " + i)
                            .build()
                            .getFields())
                    .build()
                    .toByteArray();
        }
        if (version == 0) {
            return ("{\"timestamp\":" + nanos + ",\"flags\":0,\"meta\":null,\"fields\":{\"message\":\"event " + i
                            + "\"}}")
                    .getBytes(StandardCharsets.UTF_8);
        }
        return cbor(nanos, null, Map.of("message", "event " + i));
    }

    /** An event as CBOR; its values are strings, longs, doubles, bytes (as text), maps, or null. */
    public static byte[] cbor(long nanos, Map<String, ?> meta, Map<String, ?> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(0xA4);
            text(out, "timestamp".getBytes(StandardCharsets.UTF_8));
            value(out, nanos);
            text(out, "flags".getBytes(StandardCharsets.UTF_8));
            out.write(1);
            text(out, "meta".getBytes(StandardCharsets.UTF_8));
            value(out, meta);
            text(out, "fields".getBytes(StandardCharsets.UTF_8));
            value(out, fields);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void value(DataOutputStream out, Object value) throws IOException {
        if (value == null) {
            out.write(0xF6);
        } else if (value instanceof String string) {
            text(out, string.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof byte[] raw) {
            text(out, raw);
        } else if (value instanceof Long number) {
            out.write(number < 0 ? 0x3B : 0x1B);
            out.writeLong(number < 0 ? ~number : number);
        } else if (value instanceof Double number) {
            out.write(0xFB);
            out.writeDouble(number);
        } else if (value instanceof Map<?, ?> map) {
            out.write(0xBF);
            for (var entry : map.entrySet()) {
                text(out, entry.getKey().toString().getBytes(StandardCharsets.UTF_8));
                value(out, entry.getValue());
            }
            out.write(0xFF);
        } else {
            throw new IllegalArgumentException(value.toString());
        }
    }

    private static void text(DataOutputStream out, byte[] text) throws IOException {
        out.write(0x7A);
        out.writeInt(text.length);
        out.write(text);
    }

    private byte[] bytes(int frameCount, boolean whole) {
        byte[] body = frames.toByteArray();
        if ((options & COMPRESSED) != 0) {
            body = compressed(body, whole);
        }
        if ((options & ENCRYPTED) != 0) {
            body = encrypted(body);
        }
        int size = 4 * (version + 1);
        ByteBuffer file = little(size + body.length).putInt(version);
        if (version > 0) {
            file.putInt(frameCount);
        }
        if (version > 1) {
            file.putInt(options);
        }
        return file.put(body).array();
    }

    private static byte[] compressed(byte[] body, boolean whole) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream out = new LZ4FrameOutputStream(bytes)) {
            out.write(body);
            out.flush();
            if (!whole) {
                return bytes.toByteArray();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private byte[] encrypted(byte[] body) {
        byte[] vector = "sixteen bytes iv".getBytes(StandardCharsets.UTF_8);
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key(password), "AES"), new IvParameterSpec(vector));
            byte[] secret = cipher.doFinal(body);
            return ByteBuffer.allocate(vector.length + secret.length)
                    .put(vector)
                    .put(secret)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** PBKDF2 by hand: one block is enough for 16 bytes. */
    static byte[] key(String password) throws GeneralSecurityException {
        byte[] secret = password.getBytes(StandardCharsets.UTF_8);
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(secret, "HmacSHA1"));
        mac.update(secret);
        byte[] round = mac.doFinal(new byte[] {0, 0, 0, 1});
        byte[] key = round.clone();
        for (int i = 1; i < 4096; i++) {
            round = mac.doFinal(round);
            for (int j = 0; j < key.length; j++) {
                key[j] ^= round[j];
            }
        }
        return Arrays.copyOf(key, 16);
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}

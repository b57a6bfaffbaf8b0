package io.slipway.queue.disk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;

/**
 * What a segment says of itself, in its first bytes; found by a scan, too. Big-endian:
 *
 * <pre>
 * magic 4 | crc 4: CRC32C from offset 8 on | length 4: from offset 12 on | format 4 | entries 4 | each: key, value
 * </pre>
 *
 * <p>Up to and with the format it is the same in every format.
 */
record About(int format, Map<String, String> entries) {

    static final int MAGIC = 0x53774162; // "SwAb"
    static final int FORMAT = 1;

    private static final int MAX_LENGTH = 64 * 1024;
    private static final int CHECKED_FROM = 8;
    private static final int PREFIX = 12;
    private static final String MAP = "about";

    static About of(Map<String, String> entries) {
        Map<String, String> all = new TreeMap<>(entries);
        all.put("format", Integer.toString(FORMAT));
        all.put("created", Long.toString(System.currentTimeMillis()));
        return new About(FORMAT, Map.copyOf(all));
    }

    void write(MVStore store) {
        map(store).put(MAP, toBytes());
    }

    /** @throws DamagedException if it is not there */
    static About read(MVStore store, String name) throws IOException {
        byte[] bytes = store.hasMap(MAP) ? map(store).get(MAP) : null;
        return parse(bytes == null ? ByteBuffer.allocate(0) : ByteBuffer.wrap(bytes))
                .orElseThrow(() -> new DamagedException(name + " is damaged: it does not say what it is."))
                .understood(name);
    }

    /** This, if it is of a format that we know. */
    About understood(String name) throws NewerFormatException {
        if (format > FORMAT) {
            throw new NewerFormatException(name + " has format " + format + "; this version reads up to " + FORMAT
                    + ". Use the version that wrote it.");
        }
        return this;
    }

    private static MVMap<String, byte[]> map(MVStore store) {
        return store.openMap(
                MAP,
                new MVMap.Builder<String, byte[]>()
                        .keyType(StringDataType.INSTANCE)
                        .valueType(ByteArrayDataType.INSTANCE));
    }

    private byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            to.writeInt(format);
            to.writeInt(entries.size());
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                to.writeUTF(entry.getKey());
                to.writeUTF(entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing to say of a segment is longer than 64 KiB
        }
        ByteBuffer all = ByteBuffer.allocate(PREFIX + bytes.size());
        all.putInt(MAGIC).putInt(0).putInt(bytes.size()).put(bytes.toByteArray());
        return all.putInt(Integer.BYTES, crc(all.flip())).array();
    }

    private static int crc(ByteBuffer all) {
        CRC32C crc = new CRC32C();
        crc.update(all.duplicate().position(CHECKED_FROM));
        return (int) crc.getValue();
    }

    /** The one that begins at the buffer's position, which stays; empty for anything else. */
    static Optional<About> parse(ByteBuffer at) {
        ByteBuffer all = at.slice();
        if (all.remaining() < PREFIX + Integer.BYTES || all.getInt(0) != MAGIC) {
            return Optional.empty();
        }
        int length = all.getInt(CHECKED_FROM);
        if (length < Integer.BYTES || length > Math.min(MAX_LENGTH, all.remaining() - PREFIX)) {
            return Optional.empty();
        }
        all.limit(PREFIX + length);
        return all.getInt(Integer.BYTES) == crc(all) ? Optional.of(entries(all.position(PREFIX))) : Optional.empty();
    }

    private static About entries(ByteBuffer whole) {
        byte[] bytes = new byte[whole.remaining()];
        whole.get(bytes);
        Map<String, String> entries = new LinkedHashMap<>();
        try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int format = from.readInt();
            int count = format == FORMAT ? from.readInt() : 0;
            for (int i = 0; i < count; i++) {
                entries.put(from.readUTF(), from.readUTF());
            }
            return new About(format, Map.copyOf(entries));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // its checksum holds
        }
    }
}

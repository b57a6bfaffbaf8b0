package io.slipway.queue.disk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The part of a block that is in clear also in an encrypted queue, so that blocks can be found and counted by a scan of
 * the file without a key. Big-endian:
 *
 * <pre>
 * magic 4 | crc 4: CRC32C from offset 8 on | length 2 | version 1 | flags 1
 * first sequence 8 | first id 8 | count 4 | id span 4 | raw length 4 | stored length 4 | body crc 4
 * serializer: length 1, ASCII | if encrypted: key id 8, salt 16, counter 8
 * </pre>
 *
 * <p>Up to and with the version it is the same in every version, and no header is longer than {@link #MAX_LENGTH}.
 *
 * @param firstSequence the number of its first event among the events of the queue
 * @param firstId the first id that it covers
 * @param count its events
 * @param idSpan the ids that it covers, those without an event included
 * @param sparse whether the body says which ids the events have; else they have the first of them
 * @param serializer the id of the serializer of all its events
 * @param rawLength the bytes of the body before it was made smaller
 * @param storedLength the bytes of the body that follow the header
 * @param bodyCrc the CRC32C of these
 */
record BlockHeader(
        long firstSequence,
        long firstId,
        int count,
        int idSpan,
        boolean sparse,
        Compression compression,
        String serializer,
        int rawLength,
        int storedLength,
        int bodyCrc,
        Optional<Seal> seal) {

    static final int MAGIC = 0x53774231; // "SwB1"
    static final int MIN_LENGTH = 50;
    static final int MAX_LENGTH = 512;
    static final int MAX_BODY = 1 << 30;

    private static final byte VERSION = 1;
    private static final int CHECKED_FROM = 8;
    private static final int LENGTH_AT = 8;
    private static final int VERSION_AT = 10;
    private static final int FLAGS_AT = 11;
    private static final int PREFIX = 12;
    private static final int SPARSE = 1;
    private static final int COMPRESSION_SHIFT = 1;
    private static final int COMPRESSION_MASK = 3;
    private static final int ENCRYPTED = 8;
    private static final int KNOWN_FLAGS = 15;
    private static final int MAX_SERIALIZER = 255;

    BlockHeader {
        check(firstSequence >= 0 && firstSequence <= Long.MAX_VALUE - count, "sequence");
        check(count >= 1 && idSpan >= count, "count");
        check(firstId >= 0 && firstId <= Long.MAX_VALUE - idSpan, "id");
        check(rawLength <= MAX_BODY && rawLength / (sparse ? 8 : 4) >= count, "raw length");
        check(storedLength >= 1 && storedLength <= MAX_BODY, "stored length");
        check(!serializer.isEmpty() && serializer.length() <= MAX_SERIALIZER, "serializer");
        check(serializer.chars().allMatch(letter -> letter > ' ' && letter < 0x7f), "serializer");
    }

    private static void check(boolean sane, String what) {
        if (!sane) {
            throw new IllegalArgumentException("a block cannot have this " + what);
        }
    }

    /** The header that begins at the buffer's position, which stays; empty for anything else, also one of another version. */
    static Optional<BlockHeader> parse(ByteBuffer at) {
        return whole(at).filter(header -> header.get(VERSION_AT) == VERSION).flatMap(BlockHeader::read);
    }

    /** Whether a whole header of a later version begins at the buffer's position: not damage, but not ours to touch. */
    static boolean isNewer(ByteBuffer at) {
        return whole(at)
                .filter(header -> Byte.toUnsignedInt(header.get(VERSION_AT)) > VERSION)
                .isPresent();
    }

    /** The bytes of a header, of whatever version, whose checksum holds. */
    private static Optional<ByteBuffer> whole(ByteBuffer at) {
        ByteBuffer header = at.slice();
        if (header.remaining() < PREFIX || header.getInt(0) != MAGIC) {
            return Optional.empty();
        }
        int length = Short.toUnsignedInt(header.getShort(LENGTH_AT));
        if (length < PREFIX || length > MAX_LENGTH || length > header.remaining()) {
            return Optional.empty();
        }
        header.position(CHECKED_FROM).limit(length);
        CRC32C crc = new CRC32C();
        crc.update(header);
        return header.getInt(4) == (int) crc.getValue() ? Optional.of(header.rewind()) : Optional.empty();
    }

    private static Optional<BlockHeader> read(ByteBuffer header) {
        int flags = header.get(FLAGS_AT);
        int compression = flags >> COMPRESSION_SHIFT & COMPRESSION_MASK;
        int serializer = header.limit() < MIN_LENGTH ? 0 : Byte.toUnsignedInt(header.get(MIN_LENGTH - 2));
        boolean encrypted = (flags & ENCRYPTED) != 0;
        if ((flags & ~KNOWN_FLAGS) != 0
                || compression >= Compression.values().length
                || header.limit() != lengthWith(serializer, encrypted)) {
            return Optional.empty();
        }
        header.position(PREFIX);
        try {
            return Optional.of(new BlockHeader(
                    header.getLong(),
                    header.getLong(),
                    header.getInt(),
                    header.getInt(),
                    (flags & SPARSE) != 0,
                    Compression.values()[compression],
                    ascii(header, MIN_LENGTH - 1, serializer),
                    header.getInt(),
                    header.getInt(),
                    header.getInt(),
                    encrypted
                            ? Optional.of(Seal.read(header.position(header.limit() - Seal.LENGTH)))
                            : Optional.empty()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String ascii(ByteBuffer from, int at, int length) {
        byte[] letters = new byte[length];
        from.get(at, letters);
        return new String(letters, StandardCharsets.ISO_8859_1);
    }

    private static int lengthWith(int serializer, boolean encrypted) {
        return MIN_LENGTH - 1 + serializer + (encrypted ? Seal.LENGTH : 0);
    }

    /** The bytes of this header. */
    int length() {
        return lengthWith(serializer.length(), seal.isPresent());
    }

    /** The last id that it covers. */
    long lastId() {
        return firstId + idSpan - 1;
    }

    /** The sequence number after its last event. */
    long endSequence() {
        return firstSequence + count;
    }

    /** The same block at another place of the queue. */
    BlockHeader placedAt(long sequence, long id) {
        return new BlockHeader(
                sequence, id, count, idSpan, sparse, compression, serializer, rawLength, storedLength, bodyCrc, seal);
    }

    /** The same header for a body with this checksum. */
    BlockHeader withBodyCrc(int crc) {
        return new BlockHeader(
                firstSequence,
                firstId,
                count,
                idSpan,
                sparse,
                compression,
                serializer,
                rawLength,
                storedLength,
                crc,
                seal);
    }

    void write(ByteBuffer to) {
        to.put(toBytes());
    }

    byte[] toBytes() {
        ByteBuffer header = ByteBuffer.allocate(length());
        header.putInt(MAGIC).putInt(0).putShort((short) length()).put(VERSION).put(flags());
        header.putLong(firstSequence).putLong(firstId).putInt(count).putInt(idSpan);
        header.putInt(rawLength).putInt(storedLength).putInt(bodyCrc);
        putSerializer(header);
        seal.ifPresent(present -> present.write(header));
        CRC32C crc = new CRC32C();
        crc.update(header.array(), CHECKED_FROM, header.capacity() - CHECKED_FROM);
        return header.putInt(4, (int) crc.getValue()).array();
    }

    /**
     * What the seal of a body vouches for besides the body: all that is known before the block has its place and its
     * checksum. One more byte follows it, for use by the seal.
     */
    byte[] vouchedFor() {
        ByteBuffer vouched = ByteBuffer.allocate(15 + serializer.length() + Seal.LENGTH + 1);
        vouched.put(VERSION).put(flags()).putInt(count).putInt(idSpan).putInt(rawLength);
        putSerializer(vouched);
        seal.ifPresent(present -> present.write(vouched));
        return vouched.array();
    }

    private void putSerializer(ByteBuffer to) {
        to.put((byte) serializer.length()).put(serializer.getBytes(StandardCharsets.US_ASCII));
    }

    private byte flags() {
        return (byte) ((sparse ? SPARSE : 0)
                | compression.ordinal() << COMPRESSION_SHIFT
                | (seal.isPresent() ? ENCRYPTED : 0));
    }
}

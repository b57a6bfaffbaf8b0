package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueuedEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import javax.crypto.SecretKey;

/**
 * Turns events into the bodies of blocks and back: compressed and encrypted as it is told to, and read whatever way they
 * were written. For all threads; the work is done on the caller's, without waiting for others.
 */
final class BlockCodec implements AutoCloseable {

    private static final int LEAST_COMPRESSED = 512;
    private static final int MOST_SPARE = 8;
    private static final int MOST_KEYS = 64;

    private final Compression compression;
    private final KeyRing keys;
    private final Packing packing;
    private final BlockingQueue<Workbench> spare =
            new ArrayBlockingQueue<>(Math.min(MOST_SPARE, Runtime.getRuntime().availableProcessors()));
    private final Map<Seal, SecretKey> dataKeys = new LinkedHashMap<>();
    private final AtomicLong counter = new AtomicLong();
    private final long saltHigh;
    private final long saltLow;
    private volatile boolean closed;

    /**
     * @param keys the first of them encrypts; without any nothing is encrypted
     * @throws IOException if the compression cannot be used on this computer
     */
    BlockCodec(Compression compression, KeyRing keys) throws IOException {
        this(compression, keys, new Packing());
    }

    BlockCodec(Compression compression, KeyRing keys, Packing packing) throws IOException {
        packing.require(compression);
        this.compression = compression;
        this.keys = keys;
        this.packing = packing;
        byte[] salt = new byte[2 * Long.BYTES];
        new SecureRandom().nextBytes(salt);
        this.saltHigh = ByteBuffer.wrap(salt).getLong();
        this.saltLow = ByteBuffer.wrap(salt).getLong(Long.BYTES);
    }

    /**
     * The body of a block of these events. It keeps their bytes, not copied, if it is neither smaller nor encrypted.
     *
     * @param events at least one, all of one serializer
     * @param offsets the id of each event less the first id, rising; empty for 0, 1, 2 …
     * @param idSpan the ids that the block covers
     * @throws IllegalArgumentException if a block cannot hold them
     */
    Body encode(List<Entry.Stored> events, int[] offsets, int idSpan) {
        long rawLength = rawLength(events, offsets);
        if (rawLength > BlockHeader.MAX_BODY - BlockHeader.MAX_BODY / 512) { // leaves room for what seals take
            throw new IllegalArgumentException("a block cannot hold " + rawLength + " bytes");
        }
        checkOffsets(offsets, idSpan);
        List<ByteSlice> pieces = RawBody.pieces(events, offsets);
        BlockHeader plain = new BlockHeader(
                0,
                0,
                events.size(),
                idSpan,
                offsets.length > 0,
                Compression.NONE,
                events.get(0).serializer(),
                (int) rawLength,
                (int) rawLength,
                0,
                Optional.empty());
        boolean packs = compression != Compression.NONE && rawLength >= LEAST_COMPRESSED;
        if (!packs && keys.sealing().isEmpty()) {
            return checksummed(plain, pieces);
        }
        Workbench bench = take();
        try {
            return encode(plain, bench.joined(pieces, (int) rawLength), pieces, packs, bench);
        } finally {
            giveBack(bench);
        }
    }

    private Body encode(BlockHeader plain, ByteSlice raw, List<ByteSlice> pieces, boolean packs, Workbench bench) {
        ByteSlice packed = packs ? packing.pack(compression, bench, raw) : raw;
        boolean smaller = packed != raw;
        Compression used = smaller ? compression : Compression.NONE;
        if (keys.sealing().isEmpty()) {
            return smaller
                    ? checksummed(
                            stored(plain, used, packed.length(), Optional.empty()),
                            List.of(ByteSlice.of(packed.toByteArray())))
                    : checksummed(plain, pieces);
        }
        Seal seal = new Seal(keys.sealing().get().id(), saltHigh, saltLow, counter.getAndIncrement());
        BlockHeader header = stored(plain, used, Frames.sealedLength(packed.length()), Optional.of(seal));
        byte[] sealed =
                Frames.seal(bench.cipher(), dataKey(keys.sealing().get(), seal), seal, header.vouchedFor(), packed);
        return checksummed(header, List.of(ByteSlice.of(sealed)));
    }

    private static long rawLength(List<Entry.Stored> events, int[] offsets) {
        if (offsets.length != 0 && offsets.length != events.size()) {
            throw new IllegalArgumentException(offsets.length + " offsets for " + events.size() + " events");
        }
        String serializer = events.get(0).serializer();
        long length = ((long) events.size() + offsets.length) * Integer.BYTES;
        for (Entry.Stored event : events) {
            if (!event.serializer().equals(serializer)) {
                throw new IllegalArgumentException("a block holds events of one serializer");
            }
            length += event.bytes().length();
        }
        return length;
    }

    private static void checkOffsets(int[] offsets, int idSpan) {
        int before = -1;
        for (int offset : offsets) {
            if (offset <= before || offset >= idSpan) {
                throw new IllegalArgumentException("the offset " + offset + " follows " + before + " below " + idSpan);
            }
            before = offset;
        }
    }

    private static BlockHeader stored(BlockHeader plain, Compression compression, int length, Optional<Seal> seal) {
        return new BlockHeader(
                plain.firstSequence(),
                plain.firstId(),
                plain.count(),
                plain.idSpan(),
                plain.sparse(),
                compression,
                plain.serializer(),
                plain.rawLength(),
                length,
                0,
                seal);
    }

    private static Body checksummed(BlockHeader header, List<ByteSlice> pieces) {
        CRC32C crc = new CRC32C();
        for (ByteSlice piece : pieces) {
            crc.update(piece.array(), piece.offset(), piece.length());
        }
        return new Body(header.withBodyCrc((int) crc.getValue()), pieces);
    }

    /**
     * The events of a block. They keep {@code stored} if it is plain; its bytes must not change any more.
     *
     * @throws DamagedBlockException if these are not the bytes that were written
     * @throws IOException if the key or the native library that reads them is not here; they are not damaged
     */
    List<QueuedEvent> decode(BlockHeader header, ByteSlice stored) throws IOException {
        check(header, stored);
        if (header.seal().isEmpty() && header.compression() == Compression.NONE) {
            return RawBody.events(header, checkRaw(header, stored));
        }
        Workbench bench = take();
        try {
            boolean packed = header.compression() != Compression.NONE;
            ByteSlice opened = header.seal().isPresent() ? opened(header, stored, packed, bench) : stored;
            ByteSlice raw = packed ? packing.unpack(header.compression(), bench, opened, header.rawLength()) : opened;
            return RawBody.events(header, checkRaw(header, raw));
        } finally {
            giveBack(bench);
        }
    }

    /**
     * Looks at the checksum alone, for which no key is needed.
     *
     * @throws DamagedBlockException if these are not the bytes that were written
     */
    static void check(BlockHeader header, ByteSlice stored) throws DamagedBlockException {
        CRC32C crc = new CRC32C();
        crc.update(stored.array(), stored.offset(), stored.length());
        if (stored.length() != header.storedLength() || (int) crc.getValue() != header.bodyCrc()) {
            throw new DamagedBlockException("its checksum does not match its bytes");
        }
    }

    private static ByteSlice checkRaw(BlockHeader header, ByteSlice raw) throws DamagedBlockException {
        if (raw.length() != header.rawLength()) {
            throw new DamagedBlockException("it has another length than its header says");
        }
        return raw;
    }

    private ByteSlice opened(BlockHeader header, ByteSlice stored, boolean passing, Workbench bench)
            throws IOException {
        Seal seal = header.seal().orElseThrow();
        MasterKey key = keys.key(seal.keyId()).orElseThrow(() -> new IOException(KeyRing.missing(seal.keyId())));
        int length = Frames.openedLength(stored.length());
        if (length <= 0) {
            throw new DamagedBlockException("it is too short for its seal");
        }
        byte[] into = passing ? bench.first(length) : new byte[length];
        try {
            Frames.open(bench.cipher(), dataKey(key, seal), seal, header.vouchedFor(), stored, into);
        } catch (GeneralSecurityException e) {
            throw new DamagedBlockException("its seal is broken");
        }
        return new ByteSlice(into, 0, length);
    }

    /** The alias of a key, if it is here. */
    Optional<String> alias(long keyId) {
        return keys.key(keyId).map(MasterKey::alias);
    }

    private SecretKey dataKey(MasterKey key, Seal seal) {
        Seal any = new Seal(seal.keyId(), seal.saltHigh(), seal.saltLow(), 0);
        synchronized (dataKeys) {
            SecretKey known = dataKeys.remove(any);
            if (known == null) {
                known = key.forData(seal.saltHigh(), seal.saltLow());
            }
            dataKeys.put(any, known); // now the last to go
            if (dataKeys.size() > MOST_KEYS) {
                dataKeys.remove(dataKeys.keySet().iterator().next());
            }
            return known;
        }
    }

    private Workbench take() {
        Workbench bench = spare.poll();
        return bench == null ? new Workbench() : bench;
    }

    private void giveBack(Workbench bench) {
        bench.tidy();
        if (!spare.offer(bench)) {
            bench.close();
        }
        if (closed) {
            empty();
        }
    }

    /** Lets go of what it keeps for reuse; what still runs ends as it should. */
    @Override
    public void close() {
        closed = true;
        empty();
    }

    private void empty() {
        for (Workbench bench = spare.poll(); bench != null; bench = spare.poll()) {
            bench.close();
        }
    }
}

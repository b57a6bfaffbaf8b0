package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import io.slipway.api.queue.QueuedEvent;
import io.slipway.api.queue.Vault;
import io.slipway.queue.disk.Positions.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Seals with the keys of a queue. A sealed piece is a block of one event: its header, which names the key, and its body.
 * For all threads.
 */
final class QueueVault implements Vault {

    /** Stands for a serializer; vouched for by the seal, so no block of the queue passes for a piece. */
    private static final String KIND = "vault";

    private static final int[] DENSE = {};
    private static final int LOOKS = 5;

    private final BlockCodec codec;
    private final boolean lasting;

    /** @param lasting whether what the keys are made of is kept with the queue */
    private QueueVault(KeyRing keys, boolean lasting) throws IOException {
        this.codec = new BlockCodec(Compression.NONE, keys);
        this.lasting = lasting;
    }

    static QueueVault of(KeyRing keys) throws IOException {
        return new QueueVault(keys, true);
    }

    /** @throws IOException if a key cannot be had, with one sentence that says so */
    static QueueVault open(DiskQueueSettings settings, Path folder, Disk disk) throws IOException {
        Map<String, byte[]> salts = salts(folder, disk);
        KeyRing keys = KeyRing.open(settings.encryption(), settings.encryptionPassword(), salts);
        return new QueueVault(keys, salts.keySet().containsAll(keys.salts().keySet()));
    }

    /** A queue that is at work may be writing each file just when it is looked at, so one look is no proof. */
    private static Map<String, byte[]> salts(Path folder, Disk disk) throws IOException {
        Reading reading = new Positions(disk, folder).read();
        for (int look = 1; look < LOOKS && reading.state().isEmpty(); look++) {
            reading = new Positions(disk, folder).read();
        }
        return Salts.of(disk, folder, reading);
    }

    /** @throws IllegalStateException if the key would be gone with this vault: a pass phrase that the queue has not met */
    @Override
    public byte[] seal(byte[] plain) {
        if (!lasting) {
            throw new IllegalStateException("the queue has not kept the salt of a pass phrase yet");
        }
        Entry.Stored piece = new Entry.Stored(ByteSlice.of(plain), KIND);
        Body body = codec.encode(List.of(piece), DENSE, 1);
        ByteBuffer sealed = ByteBuffer.allocate(body.totalLength());
        body.unplaced().write(sealed);
        body.writeTo(sealed);
        return sealed.array();
    }

    @Override
    public byte[] open(byte[] sealed) throws IOException {
        BlockHeader header = BlockHeader.parse(ByteBuffer.wrap(sealed))
                .filter(found -> found.seal().isPresent() && found.serializer().equals(KIND))
                .orElseThrow(() -> new DamagedBlockException("its header is not what was written"));
        long key = header.seal().orElseThrow().keyId();
        if (codec.alias(key).isEmpty()) {
            throw new IOException("the key with the id " + MasterKey.shown(key)
                    + " is not given; add it under queue.disk.encryption.keys");
        }
        ByteSlice body = new ByteSlice(sealed, header.length(), sealed.length - header.length());
        List<QueuedEvent> pieces = codec.decode(header, body);
        return Optional.of(pieces)
                .filter(found -> found.size() == 1)
                .orElseThrow(() -> new DamagedBlockException("it holds more than one piece"))
                .get(0)
                .bytes()
                .toByteArray();
    }
}

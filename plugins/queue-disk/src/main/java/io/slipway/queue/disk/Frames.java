package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals a body with AES-256-GCM in frames of 16 KiB: Java is many times slower with one long message than with short
 * ones. The nonce is the block's counter and the frame's index; each frame also vouches for the header and for whether
 * it is the last, so none can be left out, added or put elsewhere. Holds nothing; for all threads.
 */
final class Frames {

    private static final int FRAME = 16 * 1024;
    private static final int TAG = 16;
    private static final int SEALED_FRAME = FRAME + TAG;
    private static final int NONCE = 12;

    private Frames() {}

    static int sealedLength(int length) {
        return length + (length + FRAME - 1) / FRAME * TAG;
    }

    /** The bytes within {@code sealed} ones; not above 0 if there cannot be any. */
    static int openedLength(int sealed) {
        int frames = (sealed + SEALED_FRAME - 1) / SEALED_FRAME;
        return sealed - (frames - 1) * SEALED_FRAME > TAG ? sealed - frames * TAG : 0;
    }

    /** @param vouchedFor see {@link BlockHeader#vouchedFor} */
    static byte[] seal(Cipher cipher, SecretKey key, Seal seal, byte[] vouchedFor, ByteSlice plain) {
        byte[] sealed = new byte[sealedLength(plain.length())];
        try {
            run(Cipher.ENCRYPT_MODE, FRAME, cipher, key, seal, vouchedFor, plain, sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a block could not be sealed", e);
        }
        return sealed;
    }

    /** @throws GeneralSecurityException if it is not what was sealed with this key */
    static void open(Cipher cipher, SecretKey key, Seal seal, byte[] vouchedFor, ByteSlice sealed, byte[] into)
            throws GeneralSecurityException {
        run(Cipher.DECRYPT_MODE, SEALED_FRAME, cipher, key, seal, vouchedFor, sealed, into);
    }

    private static void run(
            int mode, int step, Cipher cipher, SecretKey key, Seal seal, byte[] vouchedFor, ByteSlice from, byte[] to)
            throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(NONCE).putLong(seal.counter()).array();
        int written = 0;
        int done = 0;
        for (int frame = 0; done < from.length(); frame++) {
            int length = Math.min(step, from.length() - done);
            ByteBuffer.wrap(nonce).putInt(Long.BYTES, frame);
            vouchedFor[vouchedFor.length - 1] = (byte) (done + length == from.length() ? 1 : 0);
            cipher.init(mode, key, new GCMParameterSpec(TAG * Byte.SIZE, nonce));
            cipher.updateAAD(vouchedFor);
            written += cipher.doFinal(from.array(), from.offset() + done, length, to, written);
            done += length;
        }
    }
}

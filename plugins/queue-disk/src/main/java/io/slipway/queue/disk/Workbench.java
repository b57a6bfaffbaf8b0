package io.slipway.queue.disk;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.slipway.api.event.ByteSlice;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Cipher;

/** What a thread needs to make or read a block and what is costly to make anew: buffers, a cipher, contexts of zstd. For one thread at a time. */
final class Workbench implements AutoCloseable {

    private static final int ZSTD_LEVEL = 1;
    private static final int MOST_KEPT = (1 << 20) + (1 << 16);

    private byte[] first = {};
    private byte[] second = {};
    private Cipher cipher;
    private ZstdCompressCtx compressor;
    private ZstdDecompressCtx decompressor;

    /** At least {@code length} bytes, until it is asked for again. */
    byte[] first(int length) {
        if (first.length < length) {
            first = new byte[length];
        }
        return first;
    }

    /** The same, beside {@link #first}. */
    byte[] second(int length) {
        if (second.length < length) {
            second = new byte[length];
        }
        return second;
    }

    /** One piece out of many, in {@link #first}. */
    ByteSlice joined(List<ByteSlice> pieces, int length) {
        byte[] all = first(length);
        int at = 0;
        for (ByteSlice piece : pieces) {
            System.arraycopy(piece.array(), piece.offset(), all, at, piece.length());
            at += piece.length();
        }
        return new ByteSlice(all, 0, length);
    }

    Cipher cipher() {
        if (cipher == null) {
            try {
                cipher = Cipher.getInstance("AES/GCM/NoPadding");
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this Java has no AES-GCM", e);
            }
        }
        return cipher;
    }

    ZstdCompressCtx compressor() {
        if (compressor == null) {
            compressor = new ZstdCompressCtx().setLevel(ZSTD_LEVEL);
        }
        return compressor;
    }

    ZstdDecompressCtx decompressor() {
        if (decompressor == null) {
            decompressor = new ZstdDecompressCtx();
        }
        return decompressor;
    }

    /** Lets go of buffers that only a very large block needed. */
    void tidy() {
        if (first.length > MOST_KEPT) {
            first = new byte[0];
        }
        if (second.length > MOST_KEPT) {
            second = new byte[0];
        }
    }

    @Override
    public void close() {
        if (compressor != null) {
            compressor.close();
        }
        if (decompressor != null) {
            decompressor.close();
        }
    }
}

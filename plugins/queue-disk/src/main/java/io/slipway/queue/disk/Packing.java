package io.slipway.queue.disk;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import io.slipway.api.event.ByteSlice;
import java.io.IOException;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/** Makes bodies smaller, and whole again. For all threads. */
final class Packing {

    private static final int LZ4_MOST = 255; // no byte of LZ4 stands for more

    private final Runnable zstdLoader;
    private volatile LinkageError zstdMissing;
    private volatile LZ4Factory lz4;

    Packing() {
        this(Native::load);
    }

    /** @param zstdLoader makes zstd usable, or throws a {@link LinkageError} */
    Packing(Runnable zstdLoader) {
        this.zstdLoader = zstdLoader;
    }

    /** @throws IOException if it cannot be used on this computer, with a sentence that says what to do */
    void require(Compression compression) throws IOException {
        if (compression == Compression.ZSTD) {
            LinkageError missing = zstdMissing();
            if (missing != null) {
                throw new IOException(
                        "compression: \"zstd\" cannot be used here, as its native library does not load ("
                                + firstLine(missing)
                                + "). Set compression: lz4, or let java.io.tmpdir name a folder from which libraries may be loaded.",
                        missing);
            }
        }
    }

    private LinkageError zstdMissing() {
        if (zstdMissing == null) {
            try {
                zstdLoader.run();
            } catch (LinkageError e) {
                zstdMissing = e;
            }
        }
        return zstdMissing;
    }

    /** What {@code raw} takes when made smaller, in the workbench's second buffer; {@code raw} itself if that is not less. */
    ByteSlice pack(Compression compression, Workbench bench, ByteSlice raw) {
        byte[] into;
        int length;
        if (compression == Compression.LZ4) {
            into = bench.second(lz4().fastCompressor().maxCompressedLength(raw.length()));
            length = lz4().fastCompressor().compress(raw.array(), raw.offset(), raw.length(), into, 0, into.length);
        } else {
            into = bench.second((int) Zstd.compressBound(raw.length()));
            try {
                length = bench.compressor()
                        .compressByteArray(into, 0, into.length, raw.array(), raw.offset(), raw.length());
            } catch (ZstdException e) {
                return raw; // it gets no memory outside the heap; the events matter more than their size
            }
        }
        return length < raw.length() ? new ByteSlice(into, 0, length) : raw;
    }

    /** @throws IOException that is no {@link DamagedBlockException} if it cannot be read on this computer */
    ByteSlice unpack(Compression compression, Workbench bench, ByteSlice packed, int rawLength) throws IOException {
        try {
            return ByteSlice.of(
                    compression == Compression.LZ4
                            ? unpackLz4(packed, rawLength)
                            : unpackZstd(bench, packed, rawLength));
        } catch (LZ4Exception | ZstdException | IndexOutOfBoundsException e) {
            throw new DamagedBlockException("it cannot be decompressed");
        }
    }

    private byte[] unpackLz4(ByteSlice packed, int rawLength) throws DamagedBlockException {
        checkLength(rawLength / LZ4_MOST <= packed.length());
        byte[] raw = new byte[rawLength];
        checkLength(
                lz4().safeDecompressor().decompress(packed.array(), packed.offset(), packed.length(), raw, 0, rawLength)
                        == rawLength);
        return raw;
    }

    private byte[] unpackZstd(Workbench bench, ByteSlice packed, int rawLength) throws IOException {
        LinkageError missing = zstdMissing();
        if (missing != null) {
            throw new IOException(
                    "Files of the folder are compressed with zstd, whose native library does not load here ("
                            + firstLine(missing)
                            + "). Let java.io.tmpdir name a folder from which libraries may be loaded; nothing was changed.",
                    missing);
        }
        checkLength(Zstd.getFrameContentSize(packed.array(), packed.offset(), packed.length()) == rawLength);
        byte[] raw = new byte[rawLength];
        checkLength(bench.decompressor()
                        .decompressByteArray(raw, 0, rawLength, packed.array(), packed.offset(), packed.length())
                == rawLength);
        return raw;
    }

    private static void checkLength(boolean right) throws DamagedBlockException {
        if (!right) {
            throw new DamagedBlockException("it has another length when decompressed");
        }
    }

    /** The native one if it loads; the library itself does not try in a bundle. */
    private LZ4Factory lz4() {
        LZ4Factory factory = lz4;
        if (factory == null) {
            try {
                factory = LZ4Factory.nativeInstance();
            } catch (RuntimeException | LinkageError | AssertionError e) {
                factory = LZ4Factory.fastestJavaInstance();
            }
            lz4 = factory;
        }
        return factory;
    }

    private static String firstLine(Throwable reason) {
        return String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
    }
}

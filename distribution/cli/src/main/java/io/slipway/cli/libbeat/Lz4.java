package io.slipway.cli.libbeat;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Decompresses a stream of LZ4 frames, which may end without its end mark where a whole block ends, as one of a file that was open
 * for writing does. Nothing native is loaded, and nothing trusted. For one thread.
 */
final class Lz4 extends InputStream {

    private final Source source;
    private final boolean mayEndOpen;
    private InputStream frames;
    private boolean ended;

    /**
     * Decompresses {@code in}.
     *
     * @param mayEndOpen whether an end mark may be missing
     */
    Lz4(InputStream in, boolean mayEndOpen) {
        this.source = new Source(in);
        this.mayEndOpen = mayEndOpen;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (ended) {
            return -1;
        }
        try {
            if (frames == null) {
                frames = new LZ4FrameInputStream(
                        source,
                        LZ4Factory.safeInstance().safeDecompressor(),
                        XXHashFactory.safeInstance().hash32());
            }
            int read = frames.read(target, offset, length);
            ended = read < 0;
            return read;
        } catch (IOException e) {
            ended = true;
            if (mayEndOpen && source.endedBetweenReads()) {
                return -1;
            }
            throw e;
        } catch (LZ4Exception | IllegalArgumentException | IndexOutOfBoundsException e) {
            ended = true;
            throw new IOException("The compressed data is damaged.", e);
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    /** Knows whether a stream ended where its reader began to read anew, or in the middle of what it had asked for. */
    private static final class Source extends FilterInputStream {

        private boolean askedForMore;
        private boolean ended;

        Source(InputStream in) {
            super(in);
        }

        boolean endedBetweenReads() {
            return ended && !askedForMore;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            ended = read < 0;
            askedForMore = false;
            return read;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            ended = read < 0;
            askedForMore = ended ? askedForMore : read < length;
            return read;
        }
    }
}

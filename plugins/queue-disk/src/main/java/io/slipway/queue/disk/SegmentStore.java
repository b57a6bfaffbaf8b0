package io.slipway.queue.disk;

import io.slipway.queue.disk.Disk.DiskFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.ZipOutputStream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.RandomAccessStore;
import org.h2.mvstore.SFChunk;
import org.h2.mvstore.WriteBuffer;

/**
 * Lays an {@link MVStore} over a {@link DiskFile}: no locks, no threads, no registry of file systems, and a file that
 * is only read is never touched. The store owns the file and closes it.
 *
 * <p>An error of the disk is remembered: MVStore takes a header that cannot be read for one that is damaged and shows
 * an older version instead, see {@link #check}.
 */
final class SegmentStore extends RandomAccessStore {

    /**
     * With this many entries a leaf is full, and never written again. Fewer make the trees deeper, more make the pages
     * larger that each commit writes for the library's own needs: with 6 a commit of one small event takes 4 KiB, with 16
     * it takes 8 KiB.
     */
    static final int KEYS_PER_PAGE = 6;

    private final DiskFile file;
    private volatile IOException failure;
    private volatile boolean open = true;

    private SegmentStore(DiskFile file, String name, boolean readOnly, long size) {
        super(Map.of("autoCompactFillRate", 0, "cacheSize", readOnly ? 0 : 1, "cacheConcurrency", 1));
        this.file = file;
        init(name, readOnly);
        setSize(size);
    }

    /**
     * Opens a store that the caller alone writes, or reads what others had committed when it was opened.
     *
     * @throws IOException if the disk fails, or as {@link DamagedException} or {@link NewerFormatException} if the file
     *     is not understood; the file is closed then
     */
    static MVStore open(DiskFile file, String name, boolean readOnly) throws IOException {
        SegmentStore store = null;
        try {
            long size = file.size();
            if (readOnly && size == 0) {
                throw new DamagedException(name + " is empty.");
            }
            store = new SegmentStore(file, name, readOnly, size);
            MVStore opened = new MVStore.Builder()
                    .adoptFileStore(store)
                    .autoCommitDisabled()
                    .autoCommitBufferSize(0)
                    .keysPerPage(KEYS_PER_PAGE)
                    .open();
            check(opened);
            opened.setVersionsToKeep(0);
            return opened;
        } catch (IOException | RuntimeException | Error e) {
            IOException told = told(name, store, e);
            try {
                file.close();
            } catch (IOException closing) {
                told.addSuppressed(closing);
            }
            throw told;
        }
    }

    /** @throws IOException the first error of the disk beneath {@code store}, if there was one */
    static void check(MVStore store) throws IOException {
        SegmentStore beneath = (SegmentStore) store.getFileStore();
        if (beneath.failure != null) {
            throw beneath.failed();
        }
    }

    /**
     * What befell {@code store} in the terms of a queue: an error of the disk, damage, or a newer format. Damage may
     * also show as an assertion that fails, or as a wish for any amount of memory, as MVStore trusts what it reads.
     */
    static IOException told(MVStore store, Throwable e) {
        SegmentStore beneath = (SegmentStore) store.getFileStore();
        return told(beneath.getFileName(), beneath, e);
    }

    private static IOException told(String name, SegmentStore store, Throwable e) {
        if (e instanceof Error ours && !(e instanceof AssertionError) && !(e instanceof VirtualMachineError)) {
            throw ours;
        }
        if (e instanceof IOException known) {
            return known;
        }
        if (store != null && store.failure != null) {
            return store.failed();
        }
        if (e instanceof MVStoreException known && known.getErrorCode() == DataUtils.ERROR_UNSUPPORTED_FORMAT) {
            return new NewerFormatException(name + " was written by a newer version: " + e.getMessage());
        }
        return new DamagedException(name + " is damaged: " + e.getMessage(), e);
    }

    private IOException failed() {
        IOException cause = failure;
        failure = null; // told
        return new IOException(getFileName() + ": " + cause.getMessage(), cause);
    }

    @Override
    public ByteBuffer readFully(SFChunk chunk, long position, int length) {
        if (position < 0 || length < 0 || position + length > size()) { // also a length that damage made up
            throw DataUtils.newMVStoreException(
                    DataUtils.ERROR_READING_FAILED, "{0} bytes at {1} are not there", length, position);
        }
        ByteBuffer buffer = ByteBuffer.allocate(length);
        try {
            int read = length == 0 ? 0 : file.read(buffer, position);
            if (read < length) {
                throw new EOFException("the file shrank");
            }
        } catch (IOException e) {
            throw failed(DataUtils.ERROR_READING_FAILED, "reading", e);
        }
        readCount.incrementAndGet();
        readBytes.addAndGet(length);
        return buffer.flip();
    }

    /**
     * Wipes a buffer before it is used again. MVStore fills a chunk up to whole blocks of the file with whatever the
     * buffer held: a scan would find headers of earlier blocks there, and skip as many bytes as they tell.
     */
    @Override
    public void releaseWriteBuffer(WriteBuffer buffer) {
        ByteBuffer bytes = buffer.getBuffer();
        Arrays.fill(bytes.array(), 0, bytes.limit(), (byte) 0);
        super.releaseWriteBuffer(buffer);
    }

    @Override
    protected void writeFully(SFChunk chunk, long position, ByteBuffer from) {
        refuseIfReadOnly();
        int length = from.remaining();
        setSize(Math.max(size(), position + length));
        try {
            file.write(from, position);
        } catch (IOException e) {
            throw failed(DataUtils.ERROR_WRITING_FAILED, "writing", e);
        }
        writeCount.incrementAndGet();
        writeBytes.addAndGet(length);
    }

    @Override
    protected void truncate(long size) {
        refuseIfReadOnly();
        try {
            file.truncate(size);
        } catch (IOException e) {
            throw failed(DataUtils.ERROR_WRITING_FAILED, "truncating", e);
        }
        setSize(Math.min(size(), size));
    }

    @Override
    public void sync() {
        if (!open) {
            return; // MVStore syncs once more after closing
        }
        try {
            file.force();
        } catch (IOException e) {
            throw failed(DataUtils.ERROR_WRITING_FAILED, "syncing", e);
        }
    }

    @Override
    public void close() {
        open = false;
        try {
            file.close();
        } catch (IOException e) {
            throw failed(DataUtils.ERROR_WRITING_FAILED, "closing", e);
        } finally {
            super.close();
        }
    }

    private void refuseIfReadOnly() {
        if (isReadOnly()) {
            throw DataUtils.newMVStoreException(DataUtils.ERROR_WRITING_FAILED, "the file is only read");
        }
    }

    private MVStoreException failed(int code, String what, IOException e) {
        if (failure == null) {
            failure = e;
        }
        return DataUtils.newMVStoreException(code, what + " failed: {0}", e.getMessage(), e);
    }

    @Override
    public int getDefaultRetentionTime() {
        return 0;
    }

    @Override
    public void open(String fileName, boolean readOnly, char[] encryptionKey) {
        throw new UnsupportedOperationException("a store is opened over a file that is open");
    }

    @Override
    public SegmentStore open(String fileName, boolean readOnly) {
        throw new UnsupportedOperationException("a store is opened over a file that is open");
    }

    @Override
    public void backup(ZipOutputStream out) {
        throw new UnsupportedOperationException("segments are copied whole");
    }
}

package io.slipway.queue.disk;

import io.slipway.queue.disk.Disk.DiskFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * Fills a new segment: an MVStore file to which groups of blocks are appended and in which nothing is ever written
 * again.
 *
 * <p>A group is one entry of a map and one commit, which is one write at the end of the file. The entry has companions
 * of one byte, as a page of {@value SegmentStore#KEYS_PER_PAGE} entries is full: MVStore would write the
 * whole page again with the next group if it were not.
 *
 * <p>For one thread; {@link #force}, {@link #size} and {@link #commits} for others as well. An interrupt harms nothing.
 * After an error it is of no further use but to be {@link #abandon abandoned}: what it had committed stays readable,
 * whatever was not yet forced is in doubt.
 */
final class SegmentWriter implements AutoCloseable {

    private final String name;
    private final DiskFile file;
    private final MVStore store;
    private final MVMap<Long, Group> groups;
    private volatile long size;
    private volatile long commits;

    private SegmentWriter(String name, DiskFile file, Map<String, String> about) throws IOException {
        this.name = name;
        this.file = file;
        store = SegmentStore.open(file, name, false);
        store.setReuseSpace(false);
        groups = Group.map(store);
        About.of(about).write(store);
    }

    /** The file for a segment whose first id is at least {@code firstId}. */
    static Path path(Path folder, long firstId) {
        return folder.resolve(String.format(Locale.ROOT, "%016x.seg", firstId));
    }

    /**
     * Makes a segment and what it says of itself safe on the disk, its name included. If that fails, it is deleted.
     *
     * @param about what readers must know besides the format and the time
     */
    static SegmentWriter create(Disk disk, Path folder, long firstId, Map<String, String> about) throws IOException {
        Path path = path(folder, firstId);
        DiskFile file = disk.create(path);
        SegmentWriter writer = null;
        try {
            writer = new SegmentWriter(path.getFileName().toString(), file, about);
            writer.commit();
            writer.force();
            disk.syncFolder(folder);
            return writer;
        } catch (IOException | RuntimeException e) {
            try {
                if (writer != null) {
                    writer.abandon();
                }
                file.close();
                disk.delete(path);
            } catch (IOException undoing) {
                e.addSuppressed(undoing);
            }
            throw e;
        }
    }

    /**
     * Commits blocks that follow what is there, without syncing.
     *
     * @param group at least one block, in the order of their sequence
     * @return the size of the file
     * @throws IOException if nothing is known of the group but that it must not be taken for stored
     */
    long append(List<Placed> group) throws IOException {
        Group value = Group.of(group);
        long key = group.get(0).firstSequence() * Group.KEYS;
        try {
            groups.append(key, value);
            for (int i = 1; i < SegmentStore.KEYS_PER_PAGE; i++) {
                groups.append(key + i, Group.PAD);
            }
            return commit();
        } catch (RuntimeException e) {
            throw failed(e);
        } finally {
            value.release();
        }
    }

    private long commit() throws IOException {
        try {
            store.commit();
        } catch (RuntimeException e) {
            throw failed(e);
        }
        SegmentStore.check(store);
        size = store.getFileStore().size();
        commits++; // one thread writes
        return size;
    }

    private IOException failed(RuntimeException e) {
        IOException told = SegmentStore.told(store, e);
        return told instanceof DamagedException
                ? new IOException(name + " could not be written: " + e.getMessage(), e)
                : told;
    }

    /** Returns once what had been appended before the call is safe on the disk. */
    void force() throws IOException {
        file.force();
    }

    long size() {
        return size;
    }

    long commits() {
        return commits;
    }

    /** Marks the segment as well ended, syncs and closes it. */
    @Override
    public void close() throws IOException {
        try {
            store.close();
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /** Lets go of the file without writing or syncing anything. */
    void abandon() {
        store.closeImmediately();
        try {
            file.close();
        } catch (IOException e) {
            return; // nothing is to come of it
        }
    }

    /** Whether an error says that the volume, or a share of it, is full. */
    static boolean isNoSpace(Throwable error) {
        int depth = 0;
        for (Throwable e = error; e != null && depth < 16; e = e.getCause(), depth++) {
            String message = e.getMessage();
            if (e instanceof IOException
                    && message != null
                    && (message.contains("No space left")
                            || message.contains("Disk quota exceeded")
                            || message.contains("not enough space"))) {
                return true;
            }
        }
        return false;
    }

    /** A block at its place. */
    record Placed(Body body, long firstSequence, long firstId) {

        BlockHeader header() {
            return body.at(firstSequence, firstId);
        }
    }
}

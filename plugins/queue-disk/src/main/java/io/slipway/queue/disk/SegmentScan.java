package io.slipway.queue.disk;

import io.slipway.api.event.ByteSlice;
import io.slipway.queue.disk.Disk.DiskFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Finds the blocks of a segment by their looks, wherever they lie and whatever else is broken: each whole header whose
 * body has the right checksum. Reads the whole file once, when it is opened, and keeps sixteen bytes per block.
 *
 * <p>What lies within the body that a whole header claims is not looked at, as an event may hold the bytes of a segment.
 */
final class SegmentScan implements Blocks {

    private static final int WINDOW = 1 << 20;

    private final String name;
    private final DiskFile file;
    private final long size;
    private ByteBuffer window = ByteBuffer.allocate(WINDOW).limit(0);
    private long windowAt;
    private About about;
    private boolean newer;
    private long damaged;
    private long events;

    private long[] sequences = new long[16];
    private long[] offsets = new long[16];
    private int count;
    private int next;

    private SegmentScan(String name, DiskFile file) throws IOException {
        this.name = name;
        this.file = file;
        size = file.size();
        scan();
        window = null;
    }

    /**
     * Reads a segment, up to where it ends now.
     *
     * @throws NewerFormatException if a newer version wrote it
     * @throws IOException if the disk failed; damage is none
     */
    static SegmentScan open(Disk disk, Path path) throws IOException {
        DiskFile file = disk.open(path, false);
        try {
            return new SegmentScan(path.getFileName().toString(), file);
        } catch (IOException | RuntimeException e) {
            try {
                file.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /** What the segment says of itself, if that is readable. */
    Optional<Map<String, String>> about() {
        return Optional.ofNullable(about).map(About::entries);
    }

    /** The whole blocks. */
    int count() {
        return count;
    }

    /** The events in whole blocks. */
    long events() {
        return events;
    }

    /** The header of the first whole block; empty if there is none. */
    Optional<BlockHeader> first() throws IOException {
        return count == 0 ? Optional.empty() : Optional.of(header(0));
    }

    /** The header of the last whole block; empty if there is none. */
    Optional<BlockHeader> last() throws IOException {
        return count == 0 ? Optional.empty() : Optional.of(header(count - 1));
    }

    /** The blocks of which only the header is whole. */
    long damaged() {
        return damaged;
    }

    private void scan() throws IOException {
        long at = 0;
        while (at < size) {
            load(at);
            int candidate = candidate((int) (at - windowAt));
            if (candidate < 0) {
                at = Math.max(at + 1, windowAt + window.limit() - Integer.BYTES + 1);
                continue;
            }
            at = windowAt + candidate;
            load(at);
            at += length(at);
        }
        if (count == 0 && newer) {
            throw new NewerFormatException(name + " was written by a newer version. Use that version to read it.");
        }
    }

    /** Makes sure that the window shows the most that a header may take from {@code at} on, if the file has it. */
    private void load(long at) throws IOException {
        long end = windowAt + window.limit();
        if (at >= windowAt && Math.min(at + BlockHeader.MAX_LENGTH, size) <= end) {
            return;
        }
        windowAt = at;
        window.clear().limit((int) Math.min(WINDOW, size - at));
        read(file, window, at);
        window.flip();
    }

    private static void read(DiskFile file, ByteBuffer into, long at) throws IOException {
        int wanted = into.remaining();
        if (wanted > 0 && file.read(into, at) < wanted) {
            throw new EOFException("the file became shorter while it was read");
        }
    }

    /** Where in the window something of ours may begin; -1 for nowhere. */
    private int candidate(int start) {
        byte[] bytes = window.array();
        for (int i = start; i + Integer.BYTES <= window.limit(); i++) {
            if (bytes[i] == 'S' && bytes[i + 1] == 'w') {
                int magic = window.getInt(i);
                if (magic == BlockHeader.MAGIC || magic == About.MAGIC) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Takes note of what begins at {@code at}. @return the bytes to skip */
    private long length(long at) throws IOException {
        ByteBuffer here = window.duplicate().position((int) (at - windowAt));
        if (here.getInt(here.position()) == About.MAGIC) {
            return aboutLength(here);
        }
        Optional<BlockHeader> parsed = BlockHeader.parse(here);
        if (parsed.isEmpty()) {
            newer |= BlockHeader.isNewer(here);
            return 1;
        }
        BlockHeader header = parsed.get();
        long body = at + header.length();
        if (body + header.storedLength() <= size && crc(body, header.storedLength()) == header.bodyCrc()) {
            add(header, at);
        } else {
            damaged++;
        }
        return header.length() + header.storedLength();
    }

    private long aboutLength(ByteBuffer here) throws NewerFormatException {
        Optional<About> parsed = About.parse(here);
        if (about == null && parsed.isPresent()) {
            about = parsed.get().understood(name);
        }
        return Integer.BYTES;
    }

    private int crc(long start, int length) throws IOException {
        CRC32C crc = new CRC32C();
        long end = start + length;
        for (long at = start; at < end; ) {
            load(at);
            int offset = (int) (at - windowAt);
            int part = (int) Math.min(end - at, window.limit() - offset);
            crc.update(window.array(), offset, part);
            at += part;
        }
        return (int) crc.getValue();
    }

    private void add(BlockHeader header, long offset) {
        int place = count;
        if (count > 0 && header.firstSequence() <= sequences[count - 1]) {
            place = Arrays.binarySearch(sequences, 0, count, header.firstSequence());
            if (place >= 0) {
                return; // a copy
            }
            place = -place - 1;
        }
        if (count == sequences.length) {
            sequences = Arrays.copyOf(sequences, 2 * count);
            offsets = Arrays.copyOf(offsets, 2 * count);
        }
        System.arraycopy(sequences, place, sequences, place + 1, count - place);
        System.arraycopy(offsets, place, offsets, place + 1, count - place);
        sequences[place] = header.firstSequence();
        offsets[place] = offset;
        events += header.count();
        count++;
    }

    @Override
    public void seek(long sequence) throws IOException {
        int place = Arrays.binarySearch(sequences, 0, count, sequence);
        next = place >= 0 ? place : -place - 1;
        if (place < 0 && next > 0 && header(next - 1).endSequence() > sequence) {
            next--;
        }
    }

    private BlockHeader header(int block) throws IOException {
        ByteBuffer header = ByteBuffer.allocate((int) Math.min(BlockHeader.MAX_LENGTH, size - offsets[block]));
        read(file, header, offsets[block]);
        return BlockHeader.parse(header.flip())
                .orElseThrow(() -> new DamagedException(name + " changed since it was looked at."));
    }

    @Override
    public Optional<StoredBlock> next() throws IOException {
        if (next == count) {
            return Optional.empty();
        }
        BlockHeader header = header(next);
        ByteBuffer body = ByteBuffer.allocate(header.storedLength());
        read(file, body, offsets[next] + header.length());
        next++;
        return Optional.of(new StoredBlock(header, ByteSlice.of(body.array())));
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            return; // it was only read
        }
    }
}

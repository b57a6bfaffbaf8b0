package io.slipway.itests.benchmarks;

import io.slipway.api.event.ByteSlice;
import io.slipway.api.queue.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/**
 * The limit: all that must be done to keep events on a disk, and nothing else. One thread takes what waits, up to 1 MiB,
 * appends it with a checksum to the newest file, calls fdatasync, then tells the producers. The place of what was
 * written is known to the reader without looking. A restart finds nothing.
 */
final class RawStore implements Store {

    private static final int GROUP = 1 << 20;
    private static final int SEGMENT = 64 << 20;
    private static final int HEADER = 12;
    private static final int LARGEST = 8 << 20;
    private static final Waiting END = new Waiting(List.of(), 0, new CompletableFuture<>());

    private final Path folder;
    private final long syncNanos;
    private final boolean read;
    private final LinkedBlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Block> blocks = new LinkedBlockingQueue<>();
    private final ByteBuffer group = ByteBuffer.allocateDirect(LARGEST);
    private final ByteBuffer reading = ByteBuffer.allocateDirect(LARGEST);
    private final CRC32C written = new CRC32C();
    private final CRC32C checked = new CRC32C();
    private final Thread writer = new Thread(this::write, "writer");
    private Segment head;
    private Segment tail;
    private Waiting left;

    /**
     * @param slower how much longer a sync takes than it does
     * @param read whether {@link #consume} will be called
     */
    RawStore(Path folder, Duration slower, boolean read) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.syncNanos = slower.toNanos();
        this.read = read;
        this.head = new Segment(folder, 0);
        writer.start();
    }

    @Override
    public CompletionStage<?> append(List<Entry> events) {
        int bytes = events.stream().mapToInt(Entry::size).sum();
        Waiting append = new Waiting(events, bytes, new CompletableFuture<>());
        waiting.add(append);
        return append.stored();
    }

    private void write() {
        try {
            for (List<Waiting> next = take(); !next.isEmpty(); next = take()) {
                Block block = put(next);
                sync(head.file());
                if (read) {
                    blocks.add(block);
                }
                next.forEach(append -> append.stored().complete(null));
            }
        } catch (IOException | InterruptedException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** What waits, up to the size of a group, but at least one append. */
    private List<Waiting> take() throws InterruptedException {
        List<Waiting> next = new ArrayList<>();
        long bytes = 0;
        Waiting one = left != null ? left : waiting.take();
        while (one != null && one != END && (next.isEmpty() || bytes + one.bytes() <= GROUP)) {
            next.add(one);
            bytes += one.bytes();
            one = waiting.poll();
        }
        left = one;
        return next;
    }

    private Block put(List<Waiting> appends) throws IOException, InterruptedException {
        int count = appends.stream().mapToInt(append -> append.events().size()).sum();
        group.clear().position(HEADER);
        for (Waiting append : appends) {
            append.events().forEach(event -> group.putInt(event.size()));
        }
        for (Waiting append : appends) {
            append.events().forEach(event -> put(((Entry.Stored) event).bytes()));
        }
        int length = group.position();
        written.reset();
        written.update(group.flip().position(HEADER));
        group.putInt(0, length - HEADER).putInt(4, (int) written.getValue()).putInt(8, count);
        if (head.end + length > SEGMENT) {
            sync(head.file());
            head = new Segment(folder, head.number + 1);
        }
        Block block = new Block(head, head.end, length);
        for (group.position(0); group.hasRemaining(); ) {
            head.end += head.file().write(group, head.end);
        }
        return block;
    }

    private void put(ByteSlice event) {
        group.put(event.array(), event.offset(), event.length());
    }

    private void sync(FileChannel file) throws IOException, InterruptedException {
        file.force(false);
        if (syncNanos > 0) {
            TimeUnit.NANOSECONDS.sleep(syncNanos);
        }
    }

    @Override
    public int consume() throws IOException, InterruptedException {
        Block block = blocks.poll(100, TimeUnit.MILLISECONDS);
        if (block == null) {
            return 0;
        }
        if (tail != null && tail != block.segment()) {
            tail.delete();
        }
        tail = block.segment();
        reading.clear().limit(block.length());
        while (reading.hasRemaining()) {
            if (tail.file().read(reading, block.position() + reading.position()) < 0) {
                throw new IOException("a file is too short");
            }
        }
        return check();
    }

    private int check() throws IOException {
        checked.reset();
        checked.update(reading.flip().position(HEADER));
        if ((int) checked.getValue() != reading.getInt(4)) {
            throw new IOException("a checksum is wrong");
        }
        int count = reading.getInt(8);
        int at = HEADER + 4 * count;
        for (int i = 0; i < count; i++) {
            int length = reading.getInt(HEADER + 4 * i);
            checked.reset();
            checked.update(reading.limit(at + length).position(at));
            at += length;
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        waiting.add(END);
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        head.file().close();
    }

    private record Waiting(List<Entry> events, int bytes, CompletableFuture<Void> stored) {}

    private record Block(Segment segment, long position, int length) {}

    /** A file. Written by the writer; what is in a published block is read by the reader. */
    private static final class Segment {

        private final Path path;
        private final FileChannel file;
        private final int number;
        private long end;

        Segment(Path folder, int number) throws IOException {
            this.number = number;
            path = folder.resolve("segment" + number);
            file = FileChannel.open(
                    path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try (FileChannel names = FileChannel.open(folder)) {
                names.force(true);
            }
        }

        FileChannel file() {
            return file;
        }

        void delete() throws IOException {
            file.close();
            Files.delete(path);
        }
    }
}

package io.slipway.cli.libbeat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * How far each segment of a queue was imported, kept in a file beside the segments so that the next run goes on from there.
 *
 * <p>The file is replaced as a whole and synced, so after a crash it is the old or the new one. A segment is known by its id and its
 * first bytes: a Beat that finds its queue empty begins to count its segments anew. For one thread.
 *
 * <pre>
 * slipway-import 1
 * ID FIRST-BYTES OFFSET FRAME SIZE WHOLE    a line for each segment; the size it had when read to its end, else 0
 * </pre>
 */
public final class Progress {

    /** The file's name. */
    public static final String FILE = "slipway-import";

    /**
     * How far one segment was imported.
     *
     * @param offset where the first event that is still to be sent may begin
     * @param frame how many frames lie before it
     * @param size of the file when it was read to its end; else 0
     * @param whole whether all before the mark could be read and was persisted
     */
    public record Mark(long offset, long frame, long size, boolean whole) {}

    private record Line(long firstBytes, Mark mark) {}

    private static final String HEAD = "slipway-import 1";
    private static final int FIRST_BYTES = 64;
    private static final int COUNT_AT = 4;
    private static final int COUNT_END = 8;

    private final Path folder;
    private final Map<Long, Line> lines = new TreeMap<>(Long::compareUnsigned);
    private boolean changed;

    private Progress(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads the file of a folder, if there is one.
     *
     * @throws IOException if it cannot be read or understood
     */
    public static Progress in(Path folder) throws IOException {
        Progress progress = new Progress(folder);
        List<String> text;
        try {
            text = Files.readAllLines(folder.resolve(FILE), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return progress;
        }
        try {
            if (!text.get(0).equals(HEAD)) {
                throw new IllegalArgumentException(text.get(0));
            }
            text.stream().skip(1).forEach(progress::read);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException(
                    "\"" + folder.resolve(FILE)
                            + "\" is not understood. Without it the import begins at the Beat's own position.",
                    e);
        }
        return progress;
    }

    /** How far {@code segment} was imported; null if never. */
    public Mark of(Segment segment) throws IOException {
        Line line = lines.get(segment.id());
        return line == null || line.firstBytes != firstBytes(segment) ? null : line.mark;
    }

    /** Of {@code segment}, everything before the mark is persisted. */
    public void moved(Segment segment, Mark mark) throws IOException {
        Line before = lines.get(segment.id());
        long firstBytes = before == null || before.mark.offset > mark.offset ? firstBytes(segment) : before.firstBytes;
        lines.put(segment.id(), new Line(firstBytes, mark));
        changed = true;
    }

    /** Forgets a segment whose file is no more. */
    public void forget(long id) {
        changed |= lines.remove(id) != null;
    }

    /** Forgets every segment whose file is no more. */
    public void keepOnly(List<Segment> segments) {
        List<Long> there = segments.stream().map(Segment::id).toList();
        changed |= lines.keySet().retainAll(there);
    }

    /** Writes the file if anything has changed. */
    public void save() throws IOException {
        if (!changed) {
            return;
        }
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        lines.forEach((id, line) -> text.append(Long.toUnsignedString(id))
                .append(' ')
                .append(Long.toHexString(line.firstBytes))
                .append(' ')
                .append(line.mark.offset)
                .append(' ')
                .append(line.mark.frame)
                .append(' ')
                .append(line.mark.size)
                .append(' ')
                .append(line.mark.whole)
                .append('\n'));
        Path next = folder.resolve(FILE + ".new");
        try (FileChannel file = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
        }
        Files.move(next, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder();
        changed = false;
    }

    private void read(String text) {
        String[] parts = text.split(" ");
        Mark mark = new Mark(
                Long.parseLong(parts[2]), Long.parseLong(parts[3]), Long.parseLong(parts[4]), parts[5].equals("true"));
        lines.put(Long.parseUnsignedLong(parts[0]), new Line(Long.parseLong(parts[1], 16), mark));
    }

    /** So that the new name survives a power loss; not every system can. */
    private void syncFolder() throws IOException {
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Stands for the first bytes of a segment, without the count that is written when the file is closed. */
    private static long firstBytes(Segment segment) throws IOException {
        byte[] first;
        try (InputStream in = Files.newInputStream(segment.file())) {
            first = in.readNBytes(FIRST_BYTES);
        }
        boolean counts = first.length >= COUNT_END && first[0] != 0;
        CRC32 sum = new CRC32();
        for (int i = 0; i < first.length; i++) {
            sum.update(counts && i >= COUNT_AT && i < COUNT_END ? 0 : first[i]);
        }
        return sum.getValue();
    }
}

package io.slipway.pipeline;

import io.slipway.core.config.PipelinePlan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the dead letters of one output, or of the intake. Safe for all threads; blocks on the disk.
 *
 * <p>Files are numbered and never change but for growing at the end of the last one; a letter is there once its line,
 * the line feed included, is synced. A crash may leave half a line at the end of a file: the next start cuts it off.
 * Nothing is touched before the first letter, so a broken disk harms only outputs that have dead letters.
 */
final class DeadLetters implements AutoCloseable {

    private final Path folder;
    private final PipelinePlan.DeadLetters bounds;
    private final Sealing sealing;
    private long total;
    private int number;
    private Path path;
    private RandomAccessFile file;
    private long length;
    private boolean torn;

    DeadLetters(Path folder, PipelinePlan.DeadLetters bounds, Sealing sealing) {
        this.folder = folder;
        this.bounds = bounds;
        this.sealing = sealing;
    }

    Path folder() {
        return folder;
    }

    Sealing sealing() {
        return sealing;
    }

    /**
     * Writes as many of {@code letters} as fit into one file, and syncs them.
     *
     * @param always write even if the folder is full; for letters that take the place of others
     * @return how many, at least 1
     * @throws IOException if none could be written, saying why
     */
    int write(List<DeadLetter> letters, boolean always) throws IOException {
        return writeLines(letters.size(), index -> sealing.line(letters.get(index)), always);
    }

    /** Writes lines again, as they are and whatever room there is, and syncs them. */
    void keep(List<byte[]> lines) throws IOException {
        int kept = 0;
        while (kept < lines.size()) {
            int from = kept;
            kept += writeLines(lines.size() - from, index -> lines.get(from + index), true);
        }
    }

    /** Gives the lines that are to be written. */
    @FunctionalInterface
    private interface Lines {
        byte[] at(int index) throws IOException;
    }

    private synchronized int writeLines(int count, Lines lines, boolean always) throws IOException {
        open();
        byte[] line = lines.at(0);
        if (!always && !hasRoomNow(line.length)) {
            throw new IOException(
                    "dead letters are full (" + bounds.maxSize() + "); replay or remove some in " + folder);
        }
        if (length > 0 && length + line.length > bounds.rollSize().bytes()) {
            next();
        }
        long start = length;
        try {
            int written = 0;
            do {
                file.write(line);
                length += line.length;
                written++;
                line = written < count ? lines.at(written) : null;
            } while (line != null
                    && length + line.length <= bounds.rollSize().bytes()
                    && (always || hasRoom(length - start + line.length)));
            file.getFD().sync();
            total += length - start;
            return written;
        } catch (IOException e) {
            length = start;
            torn = true;
            throw e;
        }
    }

    /** Whether letters for events of these sizes would fit now; the first one always fits into an empty folder. */
    synchronized boolean hasRoomFor(long rawBytes, int count) throws IOException {
        open();
        return hasRoomNow(sealing.size(rawBytes, count));
    }

    /** Looks at the folder before it says no: an operator may have moved files away. */
    private boolean hasRoomNow(long bytes) throws IOException {
        if (!hasRoom(bytes)) {
            total = sizeOf(LetterFile.in(folder));
        }
        return hasRoom(bytes);
    }

    private boolean hasRoom(long bytes) {
        return total == 0 || total + bytes <= bounds.maxSize().bytes();
    }

    /**
     * Ends the file that is written to. Looks at the folder again, so files that an operator put there count too.
     *
     * @return the number of the last file that has letters, 0 if there is none
     */
    synchronized int endFile() throws IOException {
        open();
        int last = 0;
        total = 0;
        for (LetterFile known : LetterFile.in(folder)) {
            long size = known.size();
            total += size;
            last = size > 0 ? known.number() : last;
        }
        if (last >= number) {
            close();
            openFile(last + 1);
        }
        return last;
    }

    /** Removes a file that is no longer written to. */
    synchronized void remove(LetterFile old) throws IOException {
        open();
        long size = old.size();
        Files.deleteIfExists(old.path());
        DurableFile.syncFolder(folder);
        total -= size;
    }

    @Override
    public synchronized void close() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    private void open() throws IOException {
        if (file != null && Files.exists(path)) {
            if (torn) {
                file.setLength(length);
                file.seek(length);
                torn = false;
            }
            return;
        }
        close();
        DurableFile.createFolder(folder);
        List<LetterFile> files = LetterFile.in(folder);
        total = sizeOf(files);
        openFile(files.isEmpty() ? 1 : files.get(files.size() - 1).number());
        cutTornLine();
    }

    private static long sizeOf(List<LetterFile> files) throws IOException {
        long size = 0;
        for (LetterFile file : files) {
            size += file.size();
        }
        return size;
    }

    private void next() throws IOException {
        close();
        openFile(number + 1);
    }

    private void openFile(int which) throws IOException {
        path = LetterFile.named(folder, which).path();
        file = DurableFile.create(path);
        number = which;
        length = file.length();
        file.seek(length);
        torn = false;
        DurableFile.syncFolder(folder);
    }

    private void cutTornLine() throws IOException {
        long end = length;
        while (end > 0) {
            file.seek(end - 1);
            if (file.read() == '\n') {
                break;
            }
            end--;
        }
        total -= length - end;
        length = end;
        file.setLength(end);
        file.seek(end);
    }
}

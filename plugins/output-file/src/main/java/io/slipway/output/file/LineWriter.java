package io.slipway.output.file;

import io.slipway.output.file.FileOutputSettings.Fsync;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends lines to the newest file of a series, whole or not at all.
 *
 * <p>What lies behind {@link #kept} is a part of a batch. It is cut off when a write fails, again before the next one, and
 * once more when the series is opened, so a half line does not survive a full disk or a crash. A file that cannot be cut
 * is left and the next one begun. Used by one thread at a time.
 */
final class LineWriter {

    private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);

    private final FileOutputSettings settings;
    private final String output;
    private final FileSeries series;
    private final InstantSource clock;
    private final LineFile.Opener opener;
    private final LineBuffer lines = new LineBuffer();

    private boolean mended;
    /** Null until there is something to write. */
    private LineFile file;
    /** Up to where the file is whole lines that count. */
    private long kept;
    /** Up to where the file is written, of the batch in hand too. */
    private long written;
    /** Whether something may lie behind {@link #kept}. */
    private boolean torn;

    LineWriter(FileOutputSettings settings, String output, InstantSource clock, LineFile.Opener opener) {
        this.settings = settings;
        this.output = output;
        this.clock = clock;
        this.opener = opener;
        series = new FileSeries(settings.folder(clock.instant()), settings.filename());
    }

    /** What is to be written next; of the batch in hand. */
    LineBuffer lines() {
        return lines;
    }

    /** Whether the file would grow past its bound with what is to be written. */
    boolean isOver() {
        return written + lines.size() > settings.rotateBytes();
    }

    /** Whether {@code size} bytes more would be the first of the file. */
    boolean isEmpty() {
        return written == 0;
    }

    /** Makes sure that there is a file, that it ends in a whole line, and that it is the one under its name. */
    void begin() throws IOException {
        lines.clear();
        if (!mended) {
            mend();
        }
        if (file != null && torn && !cut()) {
            LOG.warn(
                    "output {}: cannot cut the half line at the end of {}; a new file is begun, and it is tried again at"
                            + " the next start.",
                    output,
                    file.path());
            leave();
        }
        if (file == null) {
            use(opener.open(series.next(clock.instant())));
        } else if (!file.isInPlace()) {
            Path path = file.path();
            leave();
            use(opener.open(path));
        } else if (file.size() != kept) {
            use(file);
        }
    }

    /** Looks after what an earlier run left, and goes on with its newest file if that is wanted. */
    private void mend() throws IOException {
        List<Path> files = series.files();
        for (Path path : files) {
            try {
                cutHalfLine(path);
            } catch (IOException e) {
                LOG.warn("output {}: cannot cut the half line at the end of {} ({}).", output, path, e.toString());
            }
        }
        if (!files.isEmpty()) {
            Path newest = files.get(files.size() - 1);
            long size = Files.size(newest);
            if (size == 0 || !settings.rotateOnStartup() && size < settings.rotateBytes()) {
                use(opener.open(newest));
            }
        }
        mended = true;
    }

    private void cutHalfLine(Path path) throws IOException {
        if (endsInLine(path)) {
            return;
        }
        try (LineFile earlier = opener.open(path)) {
            earlier.cut(earlier.wholeLines());
            earlier.sync();
        }
    }

    private static boolean endsInLine(Path path) throws IOException {
        long size = Files.size(path);
        try (SeekableByteChannel file = Files.newByteChannel(path)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return size == 0 || file.position(size - 1).read(last) < 1 || last.get(0) == '\n';
        }
    }

    /** Goes on behind the last whole line of {@code next}, wherever others have left it. */
    private void use(LineFile next) throws IOException {
        file = next;
        torn = false;
        kept = next.wholeLines();
        written = kept;
        torn = true;
        next.cut(kept);
        torn = false;
        prune();
    }

    private void prune() {
        try {
            series.prune(settings.numberOfFiles(), file.path());
        } catch (IOException e) {
            LOG.warn("output {}: cannot delete an old file in {} ({}).", output, series.folder(), e.toString());
        }
    }

    /** Writes the first {@code size} bytes of {@link #lines}; they count only after {@link #keep}. */
    void write(int size) throws IOException {
        torn = true;
        lines.moveTo(file, size);
        written += size;
    }

    /** From here on what was written counts. */
    void keep() throws IOException {
        if (settings.fsync() == Fsync.BATCH) {
            file.sync();
        }
        kept = written;
        torn = false;
    }

    /** Begins the next file; after {@link #keep}. */
    void rotate() throws IOException {
        if (settings.fsync() == Fsync.INTERVAL) {
            file.sync();
        }
        leave();
        use(opener.open(series.next(clock.instant())));
    }

    /** Takes back what does not count; if that fails, {@link #begin} tries again. */
    void undo() {
        lines.clear();
        if (file != null && torn) {
            cut();
        }
    }

    private boolean cut() {
        try {
            // Others may have cut it shorter meanwhile.
            kept = Math.min(kept, file.size());
            file.cut(kept);
            written = kept;
            torn = false;
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    void sync() throws IOException {
        if (file != null) {
            file.sync();
        }
    }

    private void leave() throws IOException {
        LineFile left = file;
        file = null;
        torn = false;
        kept = 0;
        written = 0;
        left.close();
    }

    void close() throws IOException {
        if (file != null) {
            leave();
        }
    }

    Path folder() {
        return series.folder();
    }
}

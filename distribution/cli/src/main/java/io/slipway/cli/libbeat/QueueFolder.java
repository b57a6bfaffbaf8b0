package io.slipway.cli.libbeat;

import io.slipway.cli.libbeat.Progress.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a queue's folder holds that was neither acknowledged to the Beat nor imported before, as it is when it is opened.
 *
 * @param folder the folder
 * @param position the Beat's own
 * @param positionFault why that could not be read, in words that follow the file's name; empty if it could
 * @param acknowledged how many segments lie before it
 * @param segments the others, oldest first
 * @param progress of earlier runs
 */
public record QueueFolder(
        Path folder,
        Position position,
        Optional<String> positionFault,
        int acknowledged,
        List<Segment> segments,
        Progress progress) {

    /** Keeps its own copy of the list. */
    public QueueFolder {
        segments = List.copyOf(segments);
    }

    /**
     * Looks at a folder; changes nothing.
     *
     * @throws IOException if it is none, or holds no queue
     */
    public static QueueFolder open(Path folder) throws IOException {
        List<Segment> all = Segment.in(folder);
        Position position = Position.START;
        Optional<String> fault = Optional.empty();
        boolean known = false;
        try {
            Optional<Position> read = Position.of(folder);
            known = read.isPresent();
            position = read.orElse(position);
        } catch (UnreadableException e) {
            fault = Optional.of(e.getMessage());
        }
        if (all.isEmpty() && !known && fault.isEmpty()) {
            throw new IOException(
                    "\"" + folder + "\" holds neither " + Position.FILE + " nor segments, so it is no libbeat queue");
        }
        List<Segment> segments = new ArrayList<>(all);
        long first = position.segment();
        segments.removeIf(segment -> Long.compareUnsigned(segment.id(), first) < 0);
        Progress progress = Progress.in(folder);
        progress.keepOnly(all);
        return new QueueFolder(folder, position, fault, all.size() - segments.size(), segments, progress);
    }

    /** Whether earlier runs read all of a segment. */
    public boolean imported(Segment segment) throws IOException {
        Mark mark = progress.of(segment);
        return mark != null && mark.size() != 0 && mark.size() == segment.size();
    }

    /** Opens a segment at its first event that is still to be sent; see {@link SegmentReader#open}. */
    public SegmentReader reader(Segment segment, EncryptionKey key, String input, Damage damage)
            throws IOException, UnreadableException {
        SegmentReader reader = SegmentReader.open(segment, key, input, damage);
        Mark mark = progress.of(segment);
        if (mark != null) {
            reader.skipTo(mark.offset(), mark.frame());
        }
        if (segment.id() == position.segment() && reader.offset() < position.offset()) {
            reader.skipTo(position.offset(), position.frame());
        }
        return reader;
    }

    /**
     * Whether {@code key} opens the segments: false if some are encrypted and none of them begins as it should.
     *
     * @throws UnreadableException if there is no key and some are encrypted
     */
    public boolean fits(EncryptionKey key) throws IOException, UnreadableException {
        int encrypted = 0;
        for (Segment segment : segments) {
            if (!imported(segment) && isEncrypted(segment)) {
                if (key == null) {
                    throw new UnreadableException("is encrypted, and there is no password");
                }
                encrypted++;
                try (SegmentReader reader = SegmentReader.open(segment, key, "", (file, offset, what) -> {})) {
                    if (reader.beginsWell()) {
                        return true;
                    }
                } catch (UnreadableException e) {
                    encrypted--; // no password would help
                }
            }
        }
        return encrypted == 0;
    }

    private static boolean isEncrypted(Segment segment) throws IOException {
        try (var in = Files.newInputStream(segment.file())) {
            return SegmentHeader.read(in).encrypted();
        } catch (UnreadableException e) {
            return false;
        }
    }
}

package io.slipway.cli.libbeat;

import io.slipway.wire.Event;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;

/**
 * Reads a segment's events one after the other, passing over what is damaged.
 *
 * <p>A frame whose two lengths agree is passed over alone if its checksum is wrong or its payload is no event. Where the lengths do not
 * agree, the next place is looked for at which a whole frame stands: two lengths that agree and a checksum that fits. What is passed
 * over is told once for each place.
 *
 * <p>Holds one frame, at most {@link Window#MOST} bytes; while it looks for the next frame at most {@link #LARGEST_FOUND} more. For one
 * thread.
 */
public final class SegmentReader implements AutoCloseable {

    /** The smallest frame has one byte of payload. */
    private static final int AROUND = 12;

    private static final int LENGTH = 4;
    private static final int CHECKSUM = 4;

    /** A larger frame is not found behind damage, so that looking for one costs neither memory nor time without end. */
    private static final int LARGEST_FOUND = 16 << 20;

    /** How much is checksummed at most in looking for frames, in bytes of a segment. */
    private static final long MOST_CHECKED = 1L << 30;

    /** Before a place that is not exactly known; less than the smallest event's frame. */
    private static final int SLACK = 8;

    private final Segment segment;
    private final SegmentHeader header;
    private final Window window;
    private final InputStream in;
    private final EventDecoder decoder;
    private final Damage damage;

    private long offset;
    private long frame;
    private long lost;
    /** Places with an unknown number of frames. */
    private int gaps;

    /** Whether it is not known how many frames were passed over. */
    private boolean uncounted;

    private boolean damaged;
    private boolean ended;
    private boolean finished;
    private long mayCheck = MOST_CHECKED;

    private Event event;
    private long eventOffset;

    private SegmentReader(Segment segment, SegmentHeader header, InputStream in, EventDecoder decoder, Damage damage) {
        this.segment = segment;
        this.header = header;
        this.in = in;
        this.window = new Window(in);
        this.decoder = decoder;
        this.damage = damage;
        this.offset = header.size();
    }

    /**
     * Opens a segment at its first frame.
     *
     * @param key null if there is none
     * @param input the source of events that name none
     * @throws UnreadableException if nothing of it can be read: it is too short, or newer than what is known, or encrypted and there
     *     is no key
     */
    public static SegmentReader open(Segment segment, EncryptionKey key, String input, Damage damage)
            throws IOException, UnreadableException {
        // not a channel's stream, which an interruption would close
        InputStream in =
                new BufferedInputStream(new FileInputStream(segment.file().toFile()), 1 << 16);
        try {
            SegmentHeader header = SegmentHeader.read(in);
            InputStream plain = in;
            if (header.encrypted()) {
                if (key == null) {
                    throw new UnreadableException("is encrypted, and there is no password");
                }
                plain = key.decrypting(in);
            }
            if (header.compressed()) {
                plain = new Lz4(plain, header.frames() == 0);
            }
            return new SegmentReader(segment, header, plain, new EventDecoder(input), damage);
        } catch (IOException | UnreadableException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** The version of the format. */
    public int version() {
        return header.version();
    }

    /** Whether its content is encrypted. */
    public boolean encrypted() {
        return header.encrypted();
    }

    /** Whether it begins as a segment does: with a frame, or with nothing behind its header. */
    public boolean beginsWell() {
        return !window.has(1) && window.failure() == null || faultOfLengths() == null && checksumFits();
    }

    /**
     * Passes over frames without a look into them, up to a place: as many bytes as said, or as many frames, whichever comes first.
     * Versions of libbeat did not agree on how to count the header, and what is sent twice is better than what is not sent.
     *
     * @param toOffset where in the segment
     * @param toFrame how many frames lie before it; -1: not known
     */
    public void skipTo(long toOffset, long toFrame) {
        while (offset < toOffset && (toFrame < 0 || frame < toFrame) && window.has(1)) {
            if (faultOfLengths() != null) {
                jumpTo(toOffset, toFrame);
                return;
            }
            int length = window.number(0);
            window.pass(length);
            move(length);
            frame++;
        }
    }

    /** Over damage that nobody needs to hear of, as what it holds was sent. */
    private void jumpTo(long toOffset, long toFrame) {
        move(window.skip(toOffset - SLACK - offset));
        while (offset < toOffset && window.has(1) && !(faultOfLengths() == null && checksumFits())) {
            window.pass(1);
            move(1);
        }
        frame = Math.max(frame, toFrame);
        uncounted = toFrame < 0;
    }

    /** Goes to the next event that can be read; false at the end. */
    public boolean next() {
        if (finished) {
            return false;
        }
        while (!ended && window.has(1)) {
            String fault = faultOfLengths();
            if (fault != null) {
                tell(offset, fault);
                gaps++;
                search();
                continue;
            }
            if (read()) {
                return true;
            }
        }
        finish();
        return false;
    }

    /** The event that {@link #next} went to. */
    public Event event() {
        return event;
    }

    /** Where its frame begins. */
    public long eventOffset() {
        return eventOffset;
    }

    /** Where the frame behind it begins. */
    public long offset() {
        return offset;
    }

    /** How many frames lie before {@link #offset}, as far as is known. */
    public long frame() {
        return frame;
    }

    /** Whether anything could not be read so far. */
    public boolean damaged() {
        return damaged;
    }

    /** Whether the file could not be read to its end, which may be otherwise the next time. */
    public boolean brokeOff() {
        return window.failure() != null;
    }

    /** How many events could not be read, at least; complete at the end. */
    public long lost() {
        return lost;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean read() {
        int length = window.number(0);
        String fault = "a frame's checksum is wrong";
        boolean good = false;
        if (checksumFits()) {
            try {
                event = decoder.decode(header, window.bytes(), window.start() + LENGTH, length - AROUND);
                good = true;
            } catch (UnreadableException e) {
                fault = "what a frame holds " + e.getMessage();
            }
        }
        eventOffset = offset;
        window.pass(length);
        move(length);
        frame++;
        if (!good) {
            lost++;
            tell(eventOffset, fault);
        }
        return good;
    }

    /** What is wrong with the lengths of the frame that begins here, which then is in the window; null if nothing is. */
    private String faultOfLengths() {
        if (!window.has(LENGTH)) {
            return "a half-written frame";
        }
        int length = window.number(0);
        if (length <= AROUND || length > Window.MOST) {
            return "a frame's length of " + Integer.toUnsignedString(length) + " bytes is impossible";
        }
        if (length > segment.size() && !header.compressed() || !window.has(length)) {
            return "a half-written frame, or a wrong length";
        }
        return window.number(length - LENGTH) == length ? null : "a frame's two lengths differ";
    }

    private boolean checksumFits() {
        int length = window.number(0);
        CRC32 checksum = new CRC32();
        checksum.update(window.bytes(), window.start(), length - LENGTH - CHECKSUM);
        return (int) checksum.getValue() == window.number(length - LENGTH - CHECKSUM);
    }

    /** Goes to the next place where a whole frame stands, or to the end. */
    private void search() {
        while (mayCheck > 0 && window.has(AROUND + 1)) {
            window.pass(1);
            move(1);
            int length = window.has(LENGTH) ? window.number(0) : 0;
            if (length > AROUND
                    && length <= LARGEST_FOUND
                    && window.has(length)
                    && window.number(length - LENGTH) == length) {
                mayCheck -= length;
                if (checksumFits()) {
                    return;
                }
            }
        }
        ended = true;
    }

    private void finish() {
        finished = true;
        if (window.failure() != null) {
            tell(offset, "cannot be read on: " + window.failure().getMessage());
            gaps++;
        }
        long missing = header.frames() > 0 && !uncounted ? Math.max(0, header.frames() - frame) : 0;
        if (missing > 0 && gaps == 0) {
            tell(offset, "of " + header.frames() + " frames, the last " + missing + " are not there");
        }
        lost += Math.max(missing, gaps);
        frame += missing;
    }

    private void tell(long at, String what) {
        damaged = true;
        damage.at(segment.file(), at, what);
    }

    private void move(long count) {
        offset += count;
    }
}

package io.slipway.cli.libbeat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The first frame that the Beat's output has not acknowledged, as {@code state.dat} names it.
 *
 * @param segment the segment's id, unsigned
 * @param offset where in the segment; 0: at its first frame
 * @param frame how many frames lie before it in the segment; -1: not said
 */
public record Position(long segment, long offset, long frame) {

    /** The name of the file. */
    public static final String FILE = "state.dat";

    /** At the very beginning. */
    public static final Position START = new Position(0, 0, 0);

    private static final int NEWEST = 1;
    private static final int LENGTH_V0 = 20;
    private static final int LENGTH_V1 = 28;

    /**
     * Reads it from the folder of a queue; empty if there is none.
     *
     * @throws UnreadableException if the file is there and says nothing that can be understood
     */
    public static Optional<Position> of(Path folder) throws IOException, UnreadableException {
        byte[] bytes;
        try (var in = Files.newInputStream(folder.resolve(FILE))) {
            bytes = in.readNBytes(LENGTH_V1);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (bytes.length < Integer.BYTES) {
            throw new UnreadableException("is too short to hold a position");
        }
        ByteBuffer state = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int version = state.getInt();
        if (version < 0 || version > NEWEST) {
            throw new UnreadableException("is of the unknown version " + Integer.toUnsignedString(version));
        }
        if (bytes.length < (version == 0 ? LENGTH_V0 : LENGTH_V1)) {
            throw new UnreadableException("is too short to hold a position");
        }
        Position read = new Position(state.getLong(), state.getLong(), version == 0 ? -1 : state.getLong());
        if (read.offset < 0 || read.frame < -1) {
            throw new UnreadableException("holds no position");
        }
        // as libbeat has it: without a frame before it, the place is the segment's first frame
        return Optional.of(read.frame == 0 ? new Position(read.segment, 0, 0) : read);
    }
}

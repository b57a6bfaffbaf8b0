package io.slipway.itests.queue;

import io.slipway.api.event.ByteSlice;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * An event that says which one it is, so that it can be made again and compared.
 *
 * @param life which process appended it
 * @param producer which of its threads
 * @param sequence its place among those of that thread in that life
 */
record Payload(int life, int producer, long sequence) {

    private static final int HEADER = 16;
    private static final int LONGEST = 500;

    /** Its bytes: the three numbers, then letters that compress a little. */
    ByteSlice bytes(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ life * 0x9E3779B97F4A7C15L ^ sequence * 31L + producer);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + random.nextInt(LONGEST / 8) * 8);
        bytes.putInt(life).putInt(producer).putLong(sequence);
        while (bytes.hasRemaining()) {
            bytes.putLong((random.nextLong() & 0x0F0F0F0F0F0F0F0FL) + 0x6161616161616161L);
        }
        return ByteSlice.of(bytes.array());
    }

    /** Which event {@code bytes} claims to be. */
    static Payload claimedBy(ByteSlice bytes) {
        ByteBuffer header = ByteBuffer.wrap(bytes.array(), bytes.offset(), bytes.length());
        return bytes.length() < HEADER ? NONE : new Payload(header.getInt(), header.getInt(), header.getLong());
    }

    boolean is(ByteSlice bytes, long seed) {
        ByteSlice wanted = bytes(seed);
        return Arrays.equals(
                wanted.array(), 0, wanted.length(), bytes.array(), bytes.offset(), bytes.offset() + bytes.length());
    }

    static final Payload NONE = new Payload(-1, -1, -1);
}

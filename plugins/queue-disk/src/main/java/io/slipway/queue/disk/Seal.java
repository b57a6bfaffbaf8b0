package io.slipway.queue.disk;

import java.nio.ByteBuffer;

/**
 * How the body of a block is sealed: the key by its id, the salt from which the key of the data is made, and the number
 * of the block among those of that salt, which never repeats.
 */
record Seal(long keyId, long saltHigh, long saltLow, long counter) {

    /** The bytes of a seal in a header. */
    static final int LENGTH = 32;

    static Seal read(ByteBuffer from) {
        return new Seal(from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }

    void write(ByteBuffer to) {
        to.putLong(keyId).putLong(saltHigh).putLong(saltLow).putLong(counter);
    }
}

package io.slipway.api.event;

/**
 * Is told what a value holds, piece by piece. Text comes as UTF-8 that is known to be valid, in an array that must
 * neither be modified nor kept.
 *
 * <p>In a map every value is preceded by its {@link #key}. The same key may come twice in one map; the last one counts.
 */
public interface ValueVisitor {

    void startMap();

    void key(byte[] utf8, int offset, int length);

    void endMap();

    void startList();

    void endList();

    void nullValue();

    void bool(boolean value);

    void int32(int value);

    void int64(long value);

    void uint32(int bits);

    void uint64(long bits);

    void float32(float value);

    void float64(double value);

    void text(byte[] utf8, int offset, int length);

    /** @param nanos 0 to 999,999,999 after {@code seconds} since 1970, UTC */
    void time(long seconds, int nanos);
}

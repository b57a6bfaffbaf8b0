package io.slipway.serializer.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes of an array as one word, the first byte lowest, to look at them at once. */
final class Words {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long TOPS = 0x8080_8080_8080_8080L;

    private Words() {}

    static long get(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    static void set(byte[] bytes, int at, long word) {
        WORD.set(bytes, at, word);
    }

    /**
     * A word that is not 0 if a byte of {@code word} may not stand in a text as it is: a quote, a backslash or a control
     * character. {@link #first} tells which is the first.
     */
    static long ends(long word) {
        long control = word - 0x20 * ONES & ~word;
        return (control | zero(word ^ '"' * ONES) | zero(word ^ '\\' * ONES)) & TOPS;
    }

    static boolean ends(byte b) {
        return b == '"' || b == '\\' || b >= 0 && b < 0x20;
    }

    static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    /** Whether the word, or the word made of several by "or", has a byte that is not ASCII. */
    static boolean notAscii(long word) {
        return (word & TOPS) != 0;
    }

    private static long zero(long word) {
        return word - ONES & ~word;
    }
}

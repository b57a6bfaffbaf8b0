package io.slipway.wire.raw;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Knows well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF. */
public final class Utf8 {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Says whether the bytes from {@code from} up to, not including, {@code to} are well-formed. */
    public static boolean isWellFormed(byte[] bytes, int from, int to) {
        int at = pastAscii(bytes, from, to);
        while (at < to) {
            int length = sequenceLength(bytes, at, to);
            if (length == 0) {
                return false;
            }
            at = pastAscii(bytes, at + length, to);
        }
        return true;
    }

    private static int pastAscii(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - 32; at += 32) {
            long bits = (long) LONG.get(bytes, at)
                    | (long) LONG.get(bytes, at + 8)
                    | (long) LONG.get(bytes, at + 16)
                    | (long) LONG.get(bytes, at + 24);
            if ((bits & HIGH_BITS) != 0) {
                break;
            }
        }
        for (; at <= to - 8; at += 8) {
            if (((long) LONG.get(bytes, at) & HIGH_BITS) != 0) {
                break;
            }
        }
        while (at < to && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /** The length of the sequence of two to four bytes that begins at {@code at}; 0 if it is ill-formed. */
    private static int sequenceLength(byte[] bytes, int at, int to) {
        int first = bytes[at] & 0xff;
        if (first < 0xc2 || first > 0xf4) {
            return 0;
        }
        int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (length > to - at) {
            return 0;
        }
        int second = bytes[at + 1] & 0xff;
        int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < least || second > most) {
            return 0;
        }
        for (int i = at + 2; i < at + length; i++) {
            if (bytes[i] > (byte) 0xbf) {
                return 0;
            }
        }
        return length;
    }
}

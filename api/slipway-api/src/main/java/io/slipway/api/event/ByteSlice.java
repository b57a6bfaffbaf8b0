package io.slipway.api.event;

import java.util.Arrays;
import java.util.Objects;

/**
 * A stretch of a byte array, not copied. Whoever makes one promises that the bytes never change again; whoever holds
 * one keeps the whole array in memory.
 *
 * @param array the bytes, shared and not to be modified
 * @param offset the first byte
 * @param length how many bytes
 */
public record ByteSlice(byte[] array, int offset, int length) {

    public ByteSlice {
        Objects.checkFromIndexSize(offset, length, array.length);
    }

    /** All of {@code array}. */
    public static ByteSlice of(byte[] array) {
        return new ByteSlice(array, 0, array.length);
    }

    /** A copy of the bytes, of exactly their length. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** Equal when the bytes are, wherever they lie. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ByteSlice that
                && Arrays.equals(array, offset, offset + length, that.array, that.offset, that.offset + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return length + " bytes";
    }
}

package io.slipway.serializer.protobuf;

import java.util.Arrays;

/**
 * Where the pieces of one message lie. A message within another may come in several pieces; to read them one after the
 * other is to merge them, by the rules of protobuf.
 */
final class Pieces {

    private int[] bounds = new int[2];
    private int size;

    void add(int from, int to) {
        if (size == bounds.length) {
            bounds = Arrays.copyOf(bounds, size * 2);
        }
        bounds[size] = from;
        bounds[size + 1] = to;
        size += 2;
    }

    int count() {
        return size / 2;
    }

    int from(int piece) {
        return bounds[2 * piece];
    }

    int to(int piece) {
        return bounds[2 * piece + 1];
    }
}

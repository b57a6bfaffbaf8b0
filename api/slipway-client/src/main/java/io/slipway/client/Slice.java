package io.slipway.client;

/**
 * Some consecutive events of one publication.
 *
 * @param publication what they belong to
 * @param from the first
 * @param to the one after the last
 */
record Slice(Publication publication, int from, int to) {

    int count() {
        return to - from;
    }

    Slice first(int events) {
        return new Slice(publication, from, from + events);
    }

    Slice without(int events) {
        return new Slice(publication, from + events, to);
    }
}

package io.slipway.itests.queue;

/** How a queue keeps its events. */
public enum Form {
    PLAIN,
    ZSTD,
    LZ4,
    ENCRYPTED,
    /** Zstandard, then encrypted. */
    BOTH
}

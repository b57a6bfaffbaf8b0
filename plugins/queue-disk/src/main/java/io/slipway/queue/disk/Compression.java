package io.slipway.queue.disk;

/** How the body of a block is made smaller. */
enum Compression {
    NONE,
    ZSTD,
    LZ4
}

package io.slipway.pipeline;

import java.util.concurrent.atomic.LongAdder;

/** What became of the events of one output. Counted once per batch, when the batch is done. Safe for all threads. */
final class Tally {

    final LongAdder delivered = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder deadLettered = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder retries = new LongAdder();

    /** Events that have reached their final state. */
    long settled() {
        return delivered.sum() + deadLettered.sum() + dropped.sum();
    }
}

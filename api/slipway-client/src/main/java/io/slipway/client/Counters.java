package io.slipway.client;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a client does; any thread may read. */
final class Counters {

    final LongAdder published = new LongAdder();
    final LongAdder sent = new LongAdder();
    final LongAdder accepted = new LongAdder();
    final LongAdder persisted = new LongAdder();
    final LongAdder resent = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder rewinds = new LongAdder();
    final LongAdder requests = new LongAdder();

    Statistics read() {
        return new Statistics(
                published.sum(),
                sent.sum(),
                accepted.sum(),
                persisted.sum(),
                resent.sum(),
                refused.sum(),
                rewinds.sum(),
                requests.sum());
    }
}

package io.slipway.itests.benchmarks;

import io.slipway.api.queue.Entry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What is measured. Appended to by several threads, read by one. */
interface Store extends AutoCloseable {

    /** Completes once the events are safe on the disk. */
    CompletionStage<?> append(List<Entry> events);

    /** Reads what is next, every byte of it, and forgets it; waits a little if there is nothing. @return how many events */
    int consume() throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
}

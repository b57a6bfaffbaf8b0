package io.slipway.api.queue;

import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ConsumerType;

/** One request for room in a queue. Safe for all threads. */
@ConsumerType
public interface Append {

    /**
     * Completes once entries are in and as safe as the queue promises: at once, on a thread of the queue, or on the thread
     * that made room, such as a sender's. What hangs on it must not block.
     */
    CompletionStage<Append.Appended> outcome();

    /**
     * Gives up waiting.
     *
     * @return true if no entry was taken and none will be: {@link #outcome} then fails with a {@link
     *     java.util.concurrent.CancellationException}; false if it is too late and the outcome stands
     */
    boolean withdraw();

    /**
     * What was taken: the first {@code count} entries of the request.
     *
     * @param firstId the id of the first; the others follow without a gap
     * @param count at least 1
     */
    record Appended(long firstId, int count) {

        public long lastId() {
            return firstId + count - 1;
        }
    }
}

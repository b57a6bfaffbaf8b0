package io.slipway.api.output;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** What came of one attempt to deliver a batch. */
public sealed interface Delivery {

    /** All {@code count} events of the batch were delivered. */
    static Delivery delivered(int count) {
        return new PerEvent(Collections.nCopies(count, Outcome.DELIVERED));
    }

    /** One outcome per event, by position. */
    static Delivery of(List<Outcome> outcomes) {
        return new PerEvent(outcomes);
    }

    /** @param outcomes by position; an event without one is offered again and keeps its retry budget */
    record PerEvent(List<Outcome> outcomes) implements Delivery {
        public PerEvent {
            Objects.requireNonNull(outcomes);
        }
    }

    /** The batch is too large. The pipeline halves it and learns; an event that is too large alone is rejected. */
    record TooLarge(String reason) implements Delivery {
        public TooLarge {
            Objects.requireNonNull(reason);
        }
    }

    /** Something in the batch spoils all of it. The pipeline halves it to find out what, and rejects that. */
    record BadBatch(String reason) implements Delivery {
        public BadBatch {
            Objects.requireNonNull(reason);
        }
    }

    /** Nothing was taken; the destination asks to be left alone for {@code delay}. Spends no retry budget. */
    record RetryAfter(Duration delay, String reason) implements Delivery {
        public RetryAfter {
            Objects.requireNonNull(delay);
            Objects.requireNonNull(reason);
        }
    }

    /** Nothing was taken, for a reason outside the events: credentials, missing rights. Spends no retry budget. */
    record Refused(String reason) implements Delivery {
        public Refused {
            Objects.requireNonNull(reason);
        }
    }
}

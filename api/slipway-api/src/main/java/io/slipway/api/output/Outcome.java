package io.slipway.api.output;

import java.util.Objects;

/** What became of one event of a batch. Reasons are in the destination's words and do not quote the event. */
public sealed interface Outcome {

    Outcome DELIVERED = new Delivered(false);
    Outcome DUPLICATE = new Delivered(true);

    static Outcome retry(String reason) {
        return new Retry(reason);
    }

    static Outcome rejected(String reason) {
        return new Rejected(reason);
    }

    /** The destination has it; {@code duplicate} if it had it before. */
    record Delivered(boolean duplicate) implements Outcome {}

    /** Not this time; may succeed later. An answer about this very event: it spends the event's retry budget. */
    record Retry(String reason) implements Outcome {
        public Retry {
            Objects.requireNonNull(reason);
        }
    }

    /** Will never be accepted as it is. */
    record Rejected(String reason) implements Outcome {
        public Rejected {
            Objects.requireNonNull(reason);
        }
    }

    /** The output put it aside itself, in {@code place}, where it is safe. */
    record DeadLettered(String place, String reason) implements Outcome {
        public DeadLettered {
            Objects.requireNonNull(place);
            Objects.requireNonNull(reason);
        }
    }
}

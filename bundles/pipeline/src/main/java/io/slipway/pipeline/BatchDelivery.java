package io.slipway.pipeline;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Takes one batch to its end: every event is delivered or a dead letter. Where that cannot be, the batch as a whole goes
 * back to where it came from and nothing of it counts. For one thread.
 *
 * <p>What is left of a batch after an attempt is offered again before anything behind it, so a single sender keeps the
 * order.
 */
final class BatchDelivery {

    /** From so many events on, a batch that is bad in every part says something of the destination, not of the events. */
    private static final int NOT_THE_EVENTS = 16;

    private static final String NONSENSE = "an outcome was null, a bug of this plugin";
    private static final int[] NONE = {};

    private final Hands hands;
    private final SizeLimit limit;
    private final int maxRetries;
    private final List<Event> all;
    private final Deque<Part> open = new ArrayDeque<>();
    private final List<Refusal> suspects = new ArrayList<>();
    private long delivered;
    private long duplicates;
    private long deadLettered;

    /** @param maxRetries how often an event is tried again after an answer about it; -1: for ever */
    BatchDelivery(List<Event> events, Hands hands, SizeLimit limit, int maxRetries) {
        this.all = events;
        this.hands = hands;
        this.limit = limit;
        this.maxRetries = maxRetries;
    }

    long delivered() {
        return delivered;
    }

    /** Those of {@link #delivered} that the destination had before. */
    long duplicates() {
        return duplicates;
    }

    long deadLettered() {
        return deadLettered;
    }

    /**
     * Delivers all of the batch.
     *
     * @throws InterruptedException if the sender has to stop; the batch is to go back
     */
    void run() throws InterruptedException {
        open.add(new Part(all, NONE));
        do {
            while (!open.isEmpty()) {
                Part part = cut(open.removeFirst());
                settle(part, hands.attempt(part.events()));
            }
        } while (!settleSuspects());
    }

    private Part cut(Part part) {
        long most = limit.bytes();
        long bytes = 0;
        for (int i = 0; i < part.size(); i++) {
            bytes += part.events().get(i).sizeInBytes();
            if (bytes > most && i > 0) {
                open.addFirst(part.from(i));
                return part.to(i);
            }
        }
        return part;
    }

    private void settle(Part part, Delivery delivery) throws InterruptedException {
        if (delivery instanceof Delivery.PerEvent answer) {
            perEvent(part, answer.outcomes());
        } else if (delivery instanceof Delivery.TooLarge tooLarge) {
            if (part.size() == 1) {
                putAside(List.of(
                        new Refusal(part.events().get(0), "too large: " + tooLarge.reason(), part.spent(0) + 1)));
            } else {
                limit.tooLarge(part.bytes());
                halve(part);
            }
        } else if (delivery instanceof Delivery.BadBatch bad) {
            if (part.size() == 1) {
                suspects.add(new Refusal(part.events().get(0), bad.reason(), part.spent(0) + 1));
            } else {
                halve(part);
            }
        } else {
            open.addFirst(part);
            if (delivery instanceof Delivery.RetryAfter later) {
                hands.pause(later.delay());
            } else {
                hands.backOff();
            }
        }
    }

    private void halve(Part part) {
        int middle = part.size() / 2;
        open.addFirst(part.from(middle));
        open.addFirst(part.to(middle));
    }

    private void perEvent(Part part, List<Outcome> outcomes) throws InterruptedException {
        int clean = 0;
        while (clean < outcomes.size() && outcomes.get(clean) == Outcome.DELIVERED) {
            clean++;
        }
        delivered += clean;
        if (clean < part.size()) {
            mixed(part, outcomes, clean);
        } else {
            taken(part);
        }
    }

    private void taken(Part part) {
        limit.taken(part.bytes());
        hands.progress();
    }

    private void mixed(Part part, List<Outcome> outcomes, int from) throws InterruptedException {
        List<Event> left = new ArrayList<>();
        int[] spent = new int[part.size() - from];
        List<Refusal> refused = new ArrayList<>();
        String why = "the destination gave no answer for it";
        for (int i = from; i < part.size(); i++) {
            Event event = part.events().get(i);
            Outcome outcome = i < outcomes.size() ? outcomes.get(i) : null;
            int answers = part.spent(i) + 1;
            if (outcome instanceof Outcome.Delivered taken) {
                delivered++;
                duplicates += taken.duplicate() ? 1 : 0;
            } else if (outcome instanceof Outcome.DeadLettered) {
                deadLettered++;
            } else if (outcome instanceof Outcome.Rejected rejected) {
                refused.add(new Refusal(event, rejected.reason(), answers));
            } else if (outcome instanceof Outcome.Retry retry && maxRetries >= 0 && answers > maxRetries) {
                refused.add(new Refusal(event, "tried " + answers + " times: " + retry.reason(), answers));
            } else {
                boolean counts = outcome instanceof Outcome.Retry;
                spent[left.size()] = counts ? answers : answers - 1;
                why = counts ? ((Outcome.Retry) outcome).reason() : i < outcomes.size() ? NONSENSE : why;
                left.add(event);
            }
        }
        putAside(refused);
        if (left.isEmpty()) {
            taken(part);
            return;
        }
        open.addFirst(new Part(left, spent));
        hands.leftOver(part.size() - left.size(), why);
        hands.backOff();
    }

    /** @return whether the batch is done; if not, all that was suspected is to be tried again */
    private boolean settleSuspects() throws InterruptedException {
        if (suspects.size() == all.size() && all.size() >= NOT_THE_EVENTS) {
            hands.allBad(suspects.get(0).reason());
            suspects.clear();
            open.add(new Part(all, NONE));
            hands.backOff();
            return false;
        }
        putAside(suspects);
        return true;
    }

    private void putAside(List<Refusal> refused) throws InterruptedException {
        if (!refused.isEmpty()) {
            hands.putAside(refused);
            deadLettered += refused.size();
        }
    }

    /** An event that no one will take. */
    record Refusal(Event event, String reason, int attempts) {}

    /**
     * Part of a batch, oldest first.
     *
     * @param spent how many answers each event has used up; empty if none has
     */
    private record Part(List<Event> events, int[] spent) {

        int size() {
            return events.size();
        }

        int spent(int position) {
            return position < spent.length ? spent[position] : 0;
        }

        long bytes() {
            long bytes = 0;
            for (Event event : events) {
                bytes += event.sizeInBytes();
            }
            return bytes;
        }

        Part to(int end) {
            return new Part(events.subList(0, end), spent);
        }

        Part from(int start) {
            int[] rest = spent.length > start ? Arrays.copyOfRange(spent, start, spent.length) : NONE;
            return new Part(events.subList(start, events.size()), rest);
        }
    }

    /** The sender, as its batch sees it. Everything here may wait and throws {@link InterruptedException} to stop. */
    interface Hands {

        /** Offers events once; whatever the output throws has become a {@link Delivery.Refused}. */
        Delivery attempt(List<Event> events) throws InterruptedException;

        /** Makes dead letters, and returns once they are safe. */
        void putAside(List<Refusal> refused) throws InterruptedException;

        /** Waits one step longer than the last time. */
        void backOff() throws InterruptedException;

        void pause(Duration delay) throws InterruptedException;

        /** All that was offered is settled. */
        void progress();

        /** Some events stay; {@code settled} of those that were offered do not. */
        void leftOver(int settled, String reason);

        /** Every event of a large batch was bad: a matter of the destination. */
        void allBad(String reason);
    }
}

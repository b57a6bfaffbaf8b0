package io.slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipway.api.event.Content;
import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.Outcome;
import io.slipway.api.output.Output;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every output promises. An output's test extends this and answers three questions; the instances it gives write the
 * field {@code message} of an event, which is what {@link MessageEncoder} does.
 */
@Timeout(60)
public abstract class OutputContract {

    /** An output whose destination is there. Each call opens another instance, to the same destination. */
    protected abstract Output workingOutput() throws Exception;

    /** An output whose destination is away. Need not fail before {@link Output#deliver}. */
    protected abstract Output cutOffOutput() throws Exception;

    /** The messages that have arrived at the destination of {@link #workingOutput}, in the order in which they came. */
    protected abstract List<String> delivered() throws Exception;

    @Test
    void deliversAllInOrder() throws Exception {
        Delivery delivery;
        try (Output output = workingOutput()) {
            delivery = output.deliver(Events.events(1, 100));
        }

        assertThat(outcomes(delivery)).hasSize(100).allMatch(Outcome.Delivered.class::isInstance);
        assertThat(delivered()).isEqualTo(messages(1, 100));
    }

    @Test
    void keepsTheOrderAcrossBatches() throws Exception {
        try (Output output = workingOutput()) {
            output.deliver(Events.events(1, 1));
            output.deliver(Events.events(2, 50));
            output.deliver(Events.events(52, 3));
        }

        assertThat(delivered()).isEqualTo(messages(1, 54));
    }

    @Test
    void hasDeliveredOnceItSaysSo() throws Exception {
        try (Output output = workingOutput()) {
            output.deliver(Events.events(1, 10));

            assertThat(delivered()).isEqualTo(messages(1, 10));
        }
    }

    @Test
    void goesOnAfterAnEarlierInstance() throws Exception {
        try (Output output = workingOutput()) {
            output.deliver(Events.events(1, 5));
        }
        try (Output output = workingOutput()) {
            output.deliver(Events.events(6, 5));
        }

        assertThat(delivered()).isEqualTo(messages(1, 10));
    }

    @Test
    void answersForEachEventOfALargeBatch() throws Exception {
        List<Event> batch = new ArrayList<>();
        for (int i = 1; i <= 2000; i++) {
            batch.add(Events.event(i, "m".repeat(1000) + i));
        }
        Delivery delivery;

        try (Output output = workingOutput()) {
            delivery = output.deliver(batch);
        }

        // It may ask for smaller batches, or leave the end of this one for later.
        if (delivery instanceof Delivery.PerEvent each) {
            assertThat(each.outcomes()).isNotEmpty().hasSizeLessThanOrEqualTo(2000);
            assertThat(delivered()).hasSize(each.outcomes().size());
        } else {
            assertThat(delivery).isInstanceOf(Delivery.TooLarge.class);
        }
    }

    @Test
    void refusesNoMoreThanTheBadEvents() throws Exception {
        List<Event> batch = new ArrayList<>(Events.events(1, 3));
        for (Content content : Events.contents()) {
            batch.add(Events.event(batch.size() + 1, content.fields()));
        }
        batch.add(Events.event(batch.size() + 1, "last"));
        Delivery delivery;

        try (Output output = workingOutput()) {
            delivery = output.deliver(batch);
        }

        List<Outcome> outcomes = outcomes(delivery);
        assertThat(outcomes).hasSize(batch.size());
        assertThat(outcomes.subList(0, 3)).allMatch(Outcome.Delivered.class::isInstance);
        assertThat(outcomes.get(batch.size() - 1)).isInstanceOf(Outcome.Delivered.class);
        assertThat(delivered()).startsWith("event 1", "event 2", "event 3").endsWith("last");
    }

    @Test
    void saysThatItsDestinationIsAway() throws Exception {
        assertThatThrownBy(() -> {
                    try (Output output = cutOffOutput()) {
                        output.deliver(Events.events(1, 3));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("event 1");
    }

    @Test
    void saysSoAgainWhenAskedAgain() throws Exception {
        try (Output output = cutOffOutput()) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> output.deliver(Events.events(1, 3))).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void checksWithoutSendingAnything() throws Exception {
        try (Output output = workingOutput()) {
            assertThat(output.check()).isNotNull();
        }

        assertThat(delivered()).isEmpty();
    }

    @Test
    void doesNotSwallowAnInterrupt() throws Exception {
        try (Output output = workingOutput()) {
            Thread.currentThread().interrupt();
            boolean told;
            try {
                output.deliver(Events.events(1, 1));
                told = Thread.interrupted();
            } catch (InterruptedException | IOException e) {
                told = true;
            } finally {
                Thread.interrupted();
            }

            assertThat(told).isTrue();
            output.deliver(Events.events(2, 1));
        }
        assertThat(delivered()).endsWith("event 2");
    }

    @Test
    void closesWithoutHavingDelivered() throws Exception {
        workingOutput().close();

        assertThat(delivered()).isEmpty();
    }

    private static List<Outcome> outcomes(Delivery delivery) {
        assertThat(delivery).isInstanceOf(Delivery.PerEvent.class);
        return ((Delivery.PerEvent) delivery).outcomes();
    }

    private static List<String> messages(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(id -> "event " + id).toList();
    }
}

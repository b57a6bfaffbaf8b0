package io.slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.slipway.api.event.Content;
import io.slipway.api.event.Event;
import io.slipway.api.event.EventId;
import io.slipway.api.processor.ProcessingException;
import io.slipway.api.processor.Processor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every processor promises. A processor's test extends this and answers two questions. */
@Timeout(60)
public abstract class ProcessorContract {

    private static final int THREADS = 4;
    private static final int EVENTS = 500;

    /** A processor that is open and works. */
    protected abstract Processor processor() throws Exception;

    /** Fields of an event that it processes without an exception, always in the same way. */
    protected abstract Content accepted();

    @Test
    void passesOnTheEventItselfOrChildrenOfIt() throws Exception {
        try (Processor processor = processor()) {
            List<EventId> ids =
                    process(processor, event(7)).stream().map(Event::id).toList();

            assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.queueId() == 7);
            if (ids.size() > 1) {
                assertThat(ids).allMatch(id -> id.child() > 0);
            }
        }
    }

    @Test
    void leavesTheEventThatItGotAsItWas() throws Exception {
        Event event = event(1);
        try (Processor processor = processor()) {
            process(processor, event);
        }

        assertThat(event.content()).isEqualTo(accepted());
    }

    @Test
    void passesOnNothingOnceItHasReturned() throws Exception {
        AtomicReference<String> late = new AtomicReference<>();
        boolean[] returned = {false};
        try (Processor processor = processor()) {
            processor.process(event(1), next -> {
                if (returned[0]) {
                    late.set(next.toString());
                }
            });
            returned[0] = true;
            process(processor, event(2));
        }

        assertThat(late).hasValue(null);
    }

    @Test
    void survivesEveryKindOfEvent() throws Exception {
        try (Processor processor = processor()) {
            for (Content content : Events.contents()) {
                Event event = Event.ofContent(EventId.of(1), new TestSerializer(), content);
                assertThatCode(() -> {
                            try {
                                process(processor, event);
                            } catch (ProcessingException refused) {
                                assertThat(refused.getMessage()).isNotBlank();
                            }
                        })
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void servesManyThreadsAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Processor processor = processor()) {
            List<Content> expected = contents(process(processor, event(1)));
            Callable<Boolean> work = () -> {
                for (int i = 1; i <= EVENTS; i++) {
                    if (!contents(process(processor, event(i))).equals(expected)) {
                        return false;
                    }
                }
                return true;
            };
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(work));
            }

            for (Future<Boolean> same : all) {
                assertThat(same.get(30, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void closesWithoutHavingProcessed() throws Exception {
        processor().close();
    }

    private Event event(long id) {
        return Event.ofContent(EventId.of(id), new TestSerializer(), accepted());
    }

    private static List<Event> process(Processor processor, Event event) throws Exception {
        List<Event> passedOn = new ArrayList<>();
        processor.process(event, passedOn::add);
        return passedOn;
    }

    private static List<Content> contents(List<Event> events) {
        return events.stream().map(Event::content).toList();
    }
}

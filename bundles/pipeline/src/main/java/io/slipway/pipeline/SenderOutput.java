package io.slipway.pipeline;

import io.slipway.api.event.Event;
import io.slipway.api.output.Delivery;
import io.slipway.api.output.OutputFactory;
import io.slipway.api.plugin.Health;
import io.slipway.core.config.InvalidConfiguration;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instance of an output that one sender delivers with: opened when it is needed, closed when its plugin is gone. For
 * the sender's thread, but for {@link #outdated}. Never waits for another try; that is the sender's.
 */
final class SenderOutput {

    private static final Logger LOG = LoggerFactory.getLogger(SenderOutput.class);

    private final Feed feed;
    private final int index;
    private final Runnable whenClosed;
    private volatile OutputInstance instance;
    private volatile OutputFactory<?> opening;
    private boolean surplus;

    /**
     * @param index which of the feed's senders it belongs to
     * @param whenClosed told each time that an instance was closed
     */
    SenderOutput(Feed feed, int index, Runnable whenClosed) {
        this.feed = feed;
        this.index = index;
        this.whenClosed = whenClosed;
    }

    /** What came of an attempt to open an instance. */
    enum Opening {
        OPEN,
        NOT_INSTALLED,
        /** The output allows fewer instances than there are senders. */
        SURPLUS,
        FAILED
    }

    boolean isOpen() {
        return instance != null;
    }

    /** Whether the output allows fewer instances, as of the last attempt to open one. */
    boolean surplus() {
        return surplus;
    }

    /** @param busy whether events are in hand, so that opening alone does not mean that all is well */
    Opening open(boolean busy) {
        Optional<OutputFactory<?>> factory = feed.factory();
        if (factory.isEmpty()) {
            trouble("the output \"" + feed.plan().type() + "\" is not installed");
            return Opening.NOT_INSTALLED;
        }
        opening = factory.get();
        try {
            surplus = index >= OutputInstance.maxWorkers(factory.get(), feed.plan());
            if (surplus) {
                feed.health().well(index);
                return Opening.SURPLUS;
            }
            instance = OutputInstance.open(
                    factory.get(),
                    feed.plan(),
                    feed.host(),
                    health -> feed.health().says(index, health));
            if (!busy) {
                feed.health().well(index);
            }
            return Opening.OPEN;
        } catch (InvalidConfiguration e) {
            trouble(e.getMessage());
        } catch (IOException | IllegalStateException e) {
            trouble("cannot open: " + reason(e));
        } catch (InterruptedException e) {
            // a stop, seen at the next wait
        } catch (Exception | LinkageError | StackOverflowError e) {
            String reason = PluginBundle.of(factory.get()) + " threw " + e + " when opened, a bug of this plugin";
            if (feed.firstFault()) {
                LOG.error("output {}: {}.", feed.plan().name(), reason, e);
            }
            trouble(reason);
        } finally {
            opening = null;
        }
        return Opening.FAILED;
    }

    private void trouble(String reason) {
        feed.health().trouble(index, Health.failed(reason));
    }

    Delivery deliver(List<Event> events) throws Exception {
        return instance.deliver(events);
    }

    /** Whose code the open instance is. */
    PluginBundle bundle() {
        return instance.bundle();
    }

    void close() {
        OutputInstance closing = instance;
        if (closing == null) {
            return;
        }
        try {
            closing.close();
        } catch (Exception | LinkageError | StackOverflowError e) {
            LOG.warn("output {}: {} did not close cleanly: {}", feed.plan().name(), closing.bundle(), e.toString());
        } finally {
            instance = null;
            whenClosed.run();
            feed.health().closed(index);
        }
    }

    /** Whether code is in use here that does not serve any more. Safe for all threads. */
    boolean outdated() {
        OutputFactory<?> serving = feed.factory().orElse(null);
        OutputInstance used = instance;
        OutputFactory<?> being = opening;
        return used != null && used.outdated(serving) || being != null && being != serving;
    }

    static String reason(Exception e) {
        return e.getMessage() == null || e.getMessage().isBlank() ? e.toString() : e.getMessage();
    }
}

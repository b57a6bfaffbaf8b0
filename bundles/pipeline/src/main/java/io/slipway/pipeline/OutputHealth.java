package io.slipway.pipeline;

import io.slipway.api.plugin.Health;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one output is: the worst of what its senders meet and of what the plugin says of itself. Going wrong and coming
 * right are logged once each; what is in between is only counted. Safe for all threads.
 */
final class OutputHealth {

    private static final Logger LOG = LoggerFactory.getLogger(OutputHealth.class);
    private static final long APART = 10_000_000_000L;

    private final String output;
    private final LongSupplier waiting;
    private final LongSupplier nanos;
    private final Map<Integer, Health> troubles = new HashMap<>();
    private final Map<Integer, Health> said = new HashMap<>();
    private volatile boolean troubled;
    private long since;
    private long attempts;
    private boolean told;
    private boolean everTold;
    private long lastTold;
    private String lastReason = "";

    /**
     * @param waiting how many events wait
     * @param nanos a clock that never jumps
     */
    OutputHealth(String output, LongSupplier waiting, LongSupplier nanos) {
        this.output = output;
        this.waiting = waiting;
        this.nanos = nanos;
    }

    /** A sender cannot go on. */
    synchronized void trouble(int sender, Health trouble) {
        if (troubles.isEmpty()) {
            since = nanos.getAsLong();
            attempts = 0;
            told = false;
        }
        troubles.put(sender, trouble);
        troubled = true;
        attempts++;
        boolean news = !told || !trouble.reason().equals(lastReason);
        if (news && (!everTold || nanos.getAsLong() - lastTold >= APART)) {
            told = true;
            everTold = true;
            lastTold = nanos.getAsLong();
            lastReason = trouble.reason();
            LOG.warn(
                    "output {}: {} Trying again; {} events wait.",
                    output,
                    sentence(trouble.reason()),
                    waiting.getAsLong());
        }
    }

    /** A sender goes on. Cheap if nothing was wrong. */
    void well(int sender) {
        if (troubled) {
            recovered(sender);
        }
    }

    private synchronized void recovered(int sender) {
        if (troubles.remove(sender) == null || !troubles.isEmpty()) {
            return;
        }
        troubled = false;
        if (told) {
            LOG.info(
                    "output {}: delivers again after {}. waiting={} attempts={}",
                    output,
                    shown(Duration.ofNanos(nanos.getAsLong() - since)),
                    waiting.getAsLong(),
                    attempts);
        }
    }

    /** What a plugin's instance says of itself. */
    synchronized void says(int sender, Health health) {
        Health before = said.put(sender, health);
        boolean worse = health.state() != Health.State.HEALTHY;
        boolean changed = before == null ? worse : before.state() != health.state();
        if (changed && worse) {
            LOG.warn("output {}: {}", output, sentence(health.reason()));
        } else if (changed) {
            LOG.info("output {}: is well again.", output);
        }
    }

    /** A sender's instance is closed, and what it said no longer counts. */
    synchronized void closed(int sender) {
        said.remove(sender);
    }

    synchronized Health now() {
        Health worst = Health.HEALTHY;
        for (Health health : troubles.values()) {
            worst = worse(worst, health);
        }
        for (Health health : said.values()) {
            worst = worse(worst, health);
        }
        return worst;
    }

    static Health worse(Health one, Health other) {
        return other.state().compareTo(one.state()) > 0 ? other : one;
    }

    static String sentence(String reason) {
        return reason.endsWith(".") ? reason : reason + ".";
    }

    /** Such as {@code 4m 10s}; under a minute with one decimal. */
    static String shown(Duration time) {
        if (time.toMinutes() > 0) {
            return (time.toHours() > 0 ? time.toHours() + "h " : "") + time.toMinutesPart() + "m "
                    + time.toSecondsPart() + "s";
        }
        return time.toMillis() / 100 / 10.0 + "s";
    }
}

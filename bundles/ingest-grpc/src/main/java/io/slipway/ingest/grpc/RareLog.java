package io.slipway.ingest.grpc;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Warns of what may happen again and again: the first at once, the others as a number each ten seconds. For all threads. */
final class RareLog {

    private static final long SECONDS = 10;

    private final Logger log;
    private final String kind;
    private final ScheduledExecutorService scheduler;
    private boolean quiet;
    private long unsaid;

    /** @param kind what is counted, such as {@code connections that speak no gRPC} */
    RareLog(Logger log, String kind, ScheduledExecutorService scheduler) {
        this.log = log;
        this.kind = kind;
        this.scheduler = scheduler;
    }

    void warn(String sentence) {
        synchronized (this) {
            if (quiet) {
                unsaid++;
                return;
            }
            quiet = true;
        }
        log.warn(sentence);
        scheduler.schedule(this::sum, SECONDS, TimeUnit.SECONDS);
    }

    private void sum() {
        long count;
        synchronized (this) {
            count = unsaid;
            unsaid = 0;
            quiet = count > 0;
        }
        if (count > 0) {
            log.warn("gRPC: {} more {} in {}s.", count, kind, SECONDS);
            scheduler.schedule(this::sum, SECONDS, TimeUnit.SECONDS);
        }
    }
}

package io.slipway.cli;

import io.slipway.client.ClientListener;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells the user, once, that the shipper does not answer. */
final class TellOnce implements ClientListener {

    private final String server;
    private final Duration timeout;
    private final Console console;
    private final AtomicBoolean told = new AtomicBoolean();

    TellOnce(String server, Duration timeout, Console console) {
        this.server = server;
        this.timeout = timeout;
        this.console = console;
    }

    @Override
    public void away(String reason) {
        if (!told.getAndSet(true)) {
            console.err()
                    .println("slipway: " + server + " does not take events (" + reason + "). Trying for "
                            + timeout.toSeconds() + " s.");
        }
    }
}

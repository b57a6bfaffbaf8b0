package io.slipway.api.queue;

/** The queue is closed, or closed before there was room. */
public final class QueueClosedException extends Exception {

    private static final long serialVersionUID = 1;

    public QueueClosedException() {
        super("queue is closed");
    }
}

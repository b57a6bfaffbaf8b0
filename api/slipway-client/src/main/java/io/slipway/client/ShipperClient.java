package io.slipway.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Hands events to a shipper and knows when they are safe.
 *
 * <pre>{@code
 * try (ShipperClient client = ShipperClient.open(ClientOptions.to("unix:///run/slipway.sock"))) {
 *     Publisher publisher = client.publisher();
 *     publisher.publish(events).persisted().thenAccept(settled -> moveOn());
 *     client.awaitPersisted(Duration.ofSeconds(30));
 * }
 * }</pre>
 *
 * <p>It keeps every event until the shipper has told that it is safe, or will never take it. What is not accepted is
 * sent again, with backoff and for ever; when the shipper turns out to be another one, what it had accepted but not
 * persisted is sent again. So each event arrives at least once.
 *
 * <p>Any thread may call. A client has one thread of its own, which serves the socket, the timers and every call back;
 * gRPC adds its shared timer and name resolver threads. Memory is bounded by {@link Limits}: beyond it {@code publish}
 * waits.
 */
public final class ShipperClient implements AutoCloseable {

    private final Connection connection;
    private final Session session;
    private final Counters counters = new Counters();
    private final Window window;
    private final Duration closeTimeout;

    private ShipperClient(ClientOptions options) {
        Limits limits = options.limits();
        connection = new Connection(options);
        window = new Window(limits.windowBytes(), limits.windowEvents());
        session = new Session(connection, options, counters, window);
        closeTimeout = options.timing().closeTimeout();
    }

    /**
     * Opens a client. The shipper need not be there yet.
     *
     * @throws IllegalArgumentException if the TLS files cannot be used
     */
    public static ShipperClient open(ClientOptions options) {
        ShipperClient client = new ShipperClient(options);
        client.connection.loop().execute(client.session::start);
        return client;
    }

    /** A new publisher: an order of its own. It costs little and needs no closing. */
    public Publisher publisher() {
        return new Publisher(session);
    }

    /** What the client has done so far. */
    public Statistics statistics() {
        return counters.read();
    }

    /** Completes once everything published until now is persisted, refused or given up. */
    public CompletionStage<Void> flush() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            connection.loop().execute(() -> session.whenSettled(done));
        } catch (RejectedExecutionException e) {
            done.complete(null);
        }
        return done;
    }

    /**
     * Waits until everything published until now is persisted or refused.
     *
     * @return false if it was not within {@code timeout}; the client goes on with it
     * @throws InterruptedException if interrupted; the client goes on
     * @throws IllegalStateException on the client's own thread, where it would wait for itself
     */
    public boolean awaitPersisted(Duration timeout) throws InterruptedException {
        if (connection.loop().inEventLoop()) {
            throw new IllegalStateException("To wait on the client's own thread would be for ever.");
        }
        try {
            flush().toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /**
     * Takes no more events, waits until those it has are persisted, for as long as {@link Timing#closeTimeout} allows,
     * gives up the rest, and ends the thread. If interrupted, it gives up at once and keeps the interruption.
     */
    @Override
    public void close() {
        close(closeTimeout);
    }

    /**
     * As {@link #close()}, within another time.
     *
     * @return whether everything was persisted or refused
     */
    public boolean close(Duration timeout) {
        window.close();
        boolean all = false;
        try {
            all = !connection.loop().inEventLoop() && awaitPersisted(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            connection.loop().execute(session::stop);
        } catch (RejectedExecutionException e) {
            return all;
        }
        connection.close();
        return all;
    }
}

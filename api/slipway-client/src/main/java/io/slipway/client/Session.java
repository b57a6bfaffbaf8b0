package io.slipway.client;

import io.grpc.Status;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What a client knows of the shipper it talks to: who it is, and up to which index events are safe.
 *
 * <p>The client's thread alone touches it. Requests are sent only while the shipper's identity is known; the persisted
 * index stream is the one place that tells it. So a request always names the shipper it is meant for, and another one
 * cannot take it.
 */
final class Session {

    private final Connection connection;
    private final ClientOptions options;
    private final Counters counters;
    private final Window window;
    private final IndexFollower follower;
    private final Set<Lane> busy = new LinkedHashSet<>();
    private String uuid = "";
    private boolean known;
    private boolean away;

    Session(Connection connection, ClientOptions options, Counters counters, Window window) {
        this.connection = connection;
        this.options = options;
        this.counters = counters;
        this.window = window;
        this.follower = new IndexFollower(this);
    }

    void start() {
        connection.whenConnected(this::wake);
        follower.ask();
    }

    Connection connection() {
        return connection;
    }

    EventLoop loop() {
        return connection.loop();
    }

    ClientOptions options() {
        return options;
    }

    Counters counters() {
        return counters;
    }

    Window window() {
        return window;
    }

    /** Whether requests can be sent. */
    boolean known() {
        return known;
    }

    String uuid() {
        return uuid;
    }

    long persisted() {
        return follower.persisted();
    }

    void busy(Lane lane) {
        busy.add(lane);
    }

    void idle(Lane lane) {
        busy.remove(lane);
    }

    boolean waitsForPersistence() {
        return busy.stream().anyMatch(Lane::waitsForPersistence);
    }

    /** The shipper has told who it is. */
    void identify(String told) {
        answered();
        if (!uuid.isEmpty() && !told.equals(uuid)) {
            rewind(told);
        }
        uuid = told;
        if (!known) {
            known = true;
            List.copyOf(busy).forEach(Lane::pump);
        }
    }

    private void rewind(String told) {
        known = false;
        counters.rewinds.increment();
        long again = 0;
        for (Lane lane : busy) {
            again += lane.rewind();
        }
        options.listener().rewound(told, again);
    }

    /** Completes a future once all that the lanes hold now is settled. */
    void whenSettled(CompletableFuture<Void> done) {
        CompletableFuture.allOf(busy.stream().flatMap(Lane::open).toArray(CompletableFuture[]::new))
                .whenComplete((settled, givenUp) -> done.complete(null));
    }

    /** More events are safe. */
    void persistedMoved() {
        List.copyOf(busy).forEach(Lane::settle);
    }

    /** The shipper does not know itself by the name we call it: nothing is sent until it has told its name. */
    void doubt() {
        known = false;
        follower.askAgain();
    }

    /** The shipper cannot be reached or does not take events at present. */
    void troubled(Status status) {
        if (!away) {
            away = true;
            options.listener().away(words(status));
        }
    }

    /** The shipper has answered. */
    void answered() {
        if (away) {
            away = false;
            options.listener().back();
        }
    }

    private void wake() {
        follower.wake();
        List.copyOf(busy).forEach(Lane::wake);
    }

    void stop() {
        known = false;
        follower.stop();
        List.copyOf(busy).forEach(Lane::stop);
    }

    /** A status as one line. */
    static String words(Status status) {
        String cause = status.getCause() == null
                ? ""
                : " (" + firstLine(String.valueOf(status.getCause().getMessage())) + ")";
        String said = status.getDescription() == null ? "" : ": " + firstLine(status.getDescription());
        return status.getCode() + said + cause;
    }

    /** What gRPC adds in further lines is for its own developers. */
    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}

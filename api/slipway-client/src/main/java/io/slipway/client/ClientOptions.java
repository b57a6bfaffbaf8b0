package io.slipway.client;

import java.util.Objects;
import java.util.Optional;

/**
 * All that a {@link ShipperClient} can be told.
 *
 * @param server where the shipper listens: {@code unix:///path} or {@code host:port}
 * @param tls the files of a TLS connection; empty: plaintext
 * @param limits what bounds requests and memory
 * @param timing how long to wait for what
 * @param listener hears when the shipper goes and comes
 */
public record ClientOptions(
        String server, Optional<TlsFiles> tls, Limits limits, Timing timing, ClientListener listener) {

    /** Checks that nothing is missing and that the address can be read. */
    public ClientOptions {
        ShipperAddress.parse(server);
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(timing, "timing");
        Objects.requireNonNull(listener, "listener");
    }

    /**
     * A plaintext connection with every default.
     *
     * @param server {@code unix:///path} or {@code host:port}
     */
    public static ClientOptions to(String server) {
        return new ClientOptions(server, Optional.empty(), Limits.DEFAULT, Timing.DEFAULT, new ClientListener() {});
    }

    /** These options over TLS. */
    public ClientOptions withTls(TlsFiles files) {
        return new ClientOptions(server, Optional.of(files), limits, timing, listener);
    }

    /** These options with other limits. */
    public ClientOptions withLimits(Limits other) {
        return new ClientOptions(server, tls, other, timing, listener);
    }

    /** These options with another timing. */
    public ClientOptions withTiming(Timing other) {
        return new ClientOptions(server, tls, limits, other, listener);
    }

    /** These options with another listener. */
    public ClientOptions withListener(ClientListener other) {
        return new ClientOptions(server, tls, limits, timing, other);
    }
}

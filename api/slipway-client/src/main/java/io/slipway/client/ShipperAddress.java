package io.slipway.client;

import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/** Where a shipper listens. */
sealed interface ShipperAddress {

    /** A Unix socket. */
    record Unix(SocketAddress path) implements ShipperAddress {}

    /** A TCP port. */
    record Tcp(String host, int port) implements ShipperAddress {}

    /**
     * Reads {@code unix:///path}, {@code host:port} or {@code [v6]:port}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static ShipperAddress parse(String text) {
        if (text.startsWith("unix:")) {
            String path = text.startsWith("unix://") ? text.substring(7) : text.substring(5);
            if (path.isEmpty()) {
                throw unreadable(text);
            }
            return new Unix(UnixDomainSocketAddress.of(path));
        }
        int colon = text.lastIndexOf(':');
        String host = colon < 1 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":") || host.contains("/")) {
            throw unreadable(text);
        }
        return new Tcp(named(host, text), port(text.substring(colon + 1), text));
    }

    private static String named(String host, String text) {
        if (host.isEmpty()) {
            throw unreadable(text);
        }
        return host;
    }

    private static int port(String digits, String text) {
        try {
            int port = Integer.parseInt(digits);
            if (port > 0 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw unreadable(text);
        }
        throw unreadable(text);
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException("server: \"" + text + "\" must be unix:///path or host:port.");
    }
}

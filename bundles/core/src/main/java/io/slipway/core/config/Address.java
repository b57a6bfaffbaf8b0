package io.slipway.core.config;

import java.nio.file.Path;

/** Where a server listens. */
public sealed interface Address {

    /** A Unix socket; shown as {@code unix:///path}. */
    record UnixSocket(Path path) implements Address {
        @Override
        public String toString() {
            return "unix://" + path;
        }
    }

    /** @param port 0: any free one */
    record Tcp(String host, int port) implements Address {
        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }
}

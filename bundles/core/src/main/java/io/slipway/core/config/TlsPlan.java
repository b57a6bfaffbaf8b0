package io.slipway.core.config;

import java.util.List;

/**
 * TLS for a server. Each text is PEM itself, or the path of a file that holds it.
 *
 * @param authorities who signs client certificates; empty: clients need none
 * @param clientAuthentication what is asked of clients
 */
public record TlsPlan(
        String certificate, String key, List<String> authorities, ClientAuthentication clientAuthentication) {

    public TlsPlan {
        authorities = List.copyOf(authorities);
    }

    /** What is asked of clients. */
    public enum ClientAuthentication {
        NONE,
        OPTIONAL,
        REQUIRED
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "TLS, client authentication " + clientAuthentication;
    }
}

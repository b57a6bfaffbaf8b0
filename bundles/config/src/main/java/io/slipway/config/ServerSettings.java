package io.slipway.config;

import io.slipway.api.config.ByteSize;
import io.slipway.api.config.Setting;
import io.slipway.api.config.SettingException;
import io.slipway.core.config.TlsPlan.ClientAuthentication;
import java.util.List;
import java.util.Optional;

/** What stands under {@code shipper.server}. */
record ServerSettings(
        @Setting(
                value = "Where to listen: unix:///path, a path, host:port or tcp://host:port, or a list of these.",
                byDefault = "unix://${path.data}/slipway.sock")
        List<String> server,

        @Setting("TLS for every TCP address.") Ssl ssl,

        @Setting(
                value =
                        "The most memory for requests that are being received or wait. Never more than a quarter of the heap.",
                byDefault = "128MiB")
        ByteSize maxInflightBytes,

        @Setting(value = "The most connections at one time.", byDefault = "1024")
        int maxConnections) {

    private static final ByteSize LEAST_INFLIGHT = ByteSize.ofMebibytes(1);

    ServerSettings {
        if (maxInflightBytes.compareTo(LEAST_INFLIGHT) < 0) {
            throw new SettingException("max_inflight_bytes", maxInflightBytes, "must be at least " + LEAST_INFLIGHT);
        }
        if (maxConnections < 1) {
            throw new SettingException("max_connections", maxConnections, "must be at least 1");
        }
    }

    /** What stands under {@code shipper.server.ssl}. */
    record Ssl(
            @Setting("Whether to use TLS; by default if there is a certificate.")
            Optional<Boolean> enabled,

            @Setting("The server's certificate with its chain: PEM, or the path of a PEM file.")
            Optional<String> certificate,

            @Setting(value = "The private key of the certificate: PEM, or the path of a PEM file.", secret = true)
            Optional<String> key,

            @Setting("Who signs the certificates of clients: PEM, or paths of PEM files.")
            List<String> certificateAuthorities,

            @Setting(
                    "What is asked of clients: none, optional or required. By default required if there are authorities.")
            Optional<ClientAuthentication> clientAuthentication) {}
}

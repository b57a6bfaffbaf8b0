package io.slipway.cli;

import io.slipway.client.ClientOptions;
import io.slipway.client.TlsFiles;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which shipper to talk to, and how. */
final class ServerOptions {

    @Option(
            names = "--server",
            paramLabel = "ADDR",
            description = "unix:///path or host:port. Default: the socket of the default configuration.")
    private String server;

    @Option(names = "--tls", description = "Use TLS, trusting the certificates of the Java installation.")
    private boolean tls;

    @Option(names = "--ca", paramLabel = "FILE", description = "Use TLS, trusting the certificates of this PEM file.")
    private Path authorities;

    @Option(names = "--cert", paramLabel = "FILE", description = "The certificate to show, a PEM file; needs --key.")
    private Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "The private key to it, a PEM file in PKCS#8 form.")
    private Path key;

    /** @throws IllegalArgumentException if the address cannot be read or the files do not go together */
    ClientOptions options() {
        ClientOptions options = ClientOptions.to(address());
        if (!tls && authorities == null && certificate == null && key == null) {
            return options;
        }
        return options.withTls(new TlsFiles(
                Optional.ofNullable(authorities),
                Optional.ofNullable(certificate),
                Optional.ofNullable(key),
                Optional.empty()));
    }

    String address() {
        return server == null ? "unix://" + Place.of(Map.of()).data().resolve("slipway.sock") : server;
    }
}

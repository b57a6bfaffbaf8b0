package io.slipway.client;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The PEM files and the name that a TLS connection is made with.
 *
 * @param authorities the certificates that the shipper's is checked against; empty: those of the Java installation
 * @param certificate the client's own certificate chain, for a shipper that asks for one; needs {@code key}
 * @param key the client's own private key, PKCS#8 and not encrypted; needs {@code certificate}
 * @param serverName the name that the shipper's certificate must carry; empty: the host that is connected to, for a
 *     Unix socket {@code localhost}
 */
public record TlsFiles(
        Optional<Path> authorities, Optional<Path> certificate, Optional<Path> key, Optional<String> serverName) {

    /** Checks that certificate and key come together. */
    public TlsFiles {
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("A certificate needs its key, and a key its certificate.");
        }
    }

    /** Trusts the certificates of the Java installation. */
    public static TlsFiles ofInstallation() {
        return new TlsFiles(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Trusts the certificates in a file. */
    public static TlsFiles trusting(Path authorities) {
        return new TlsFiles(Optional.of(authorities), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** These files, and a certificate of the client's own to show. */
    public TlsFiles showing(Path ownCertificate, Path ownKey) {
        return new TlsFiles(authorities, Optional.of(ownCertificate), Optional.of(ownKey), serverName);
    }

    /** These files, and the name that the shipper's certificate must carry. */
    public TlsFiles expecting(String name) {
        return new TlsFiles(authorities, certificate, key, Optional.of(name));
    }
}

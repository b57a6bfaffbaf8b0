package io.slipway.ingest.grpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Certificates and keys as people have them: PEM, in a file or in the configuration itself.
 *
 * <p>Keys may be PKCS#8, PKCS#1 (RSA) or SEC1 (EC); Java reads the first only, so the others are wrapped. An error says which
 * setting and what is wrong, and never quotes the PEM.
 */
final class Pem {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

    private Pem() {}

    /** @param setting what the user calls it, for errors */
    static X509Certificate[] certificates(String setting, String pemOrPath) throws IOException {
        byte[] pem = text(setting, pemOrPath).getBytes(StandardCharsets.UTF_8);
        try {
            Certificate[] certificates = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem))
                    .toArray(new Certificate[0]);
            if (certificates.length == 0) {
                throw new IOException(setting + " holds no certificate. It must be PEM, or a file of PEM.");
            }
            X509Certificate[] x509 = new X509Certificate[certificates.length];
            for (int i = 0; i < x509.length; i++) {
                x509[i] = (X509Certificate) certificates[i];
            }
            return x509;
        } catch (CertificateException e) {
            throw new IOException(setting + " holds no readable certificate. It must be PEM, or a file of PEM.", e);
        }
    }

    /** @param setting what the user calls it, for errors */
    static PrivateKey key(String setting, String pemOrPath) throws IOException {
        Matcher blocks = BLOCK.matcher(text(setting, pemOrPath));
        while (blocks.find()) {
            byte[] der = Base64.getMimeDecoder().decode(blocks.group(2));
            switch (blocks.group(1)) {
                case "PRIVATE KEY" -> {
                    return pkcs8(setting, der);
                }
                case "RSA PRIVATE KEY" -> {
                    return pkcs8(setting, Der.pkcs1ToPkcs8(der));
                }
                case "EC PRIVATE KEY" -> {
                    return pkcs8(setting, sec1(setting, der));
                }
                case "ENCRYPTED PRIVATE KEY" ->
                    throw new IOException(
                            setting + " is encrypted. Store it without a password, readable by its owner only.");
                default -> {
                    // Certificates and curve parameters may stand beside the key.
                }
            }
        }
        throw new IOException(setting + " holds no private key. It must be PEM, or a file of PEM.");
    }

    private static byte[] sec1(String setting, byte[] der) throws IOException {
        try {
            return Der.sec1ToPkcs8(der);
        } catch (IllegalArgumentException e) {
            throw new IOException(setting + " holds an EC key that cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private static PrivateKey pkcs8(String setting, byte[] der) throws IOException {
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (GeneralSecurityException e) {
                // Not this kind of key.
            }
        }
        throw new IOException(setting + " holds no readable private key. It must be an RSA, EC or Ed25519 key.");
    }

    private static String text(String setting, String pemOrPath) throws IOException {
        if (pemOrPath.contains("-----BEGIN ")) {
            return pemOrPath;
        }
        try {
            return Files.readString(Path.of(pemOrPath), StandardCharsets.ISO_8859_1);
        } catch (IOException | InvalidPathException e) {
            String shown = pemOrPath.length() > 200 ? pemOrPath.substring(0, 200) + "…" : pemOrPath;
            throw new IOException(setting + ": \"" + shown + "\" is no PEM and no file that can be read.", e);
        }
    }
}

package io.slipway.ingest.grpc;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.slipway.core.config.TlsPlan;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Makes TLS of a plan. */
final class Tls {

    private static final String STRANGERS =
            "shipper.server.ssl.key is not the key of the first certificate in shipper.server.ssl.certificate."
                    + " Give the key that belongs to it, and the server's own certificate first.";

    private Tls() {}

    /** @throws IOException with a sentence that names the setting at fault */
    static SslContext context(TlsPlan plan) throws IOException {
        X509Certificate[] chain = Pem.certificates("shipper.server.ssl.certificate", plan.certificate());
        PrivateKey key = Pem.key("shipper.server.ssl.key", plan.key());
        mustBelongTogether(key, chain[0]);
        List<X509Certificate> authorities = new ArrayList<>();
        for (String authority : plan.authorities()) {
            authorities.addAll(List.of(Pem.certificates("shipper.server.ssl.certificate_authorities", authority)));
        }
        SslContextBuilder builder = GrpcSslContexts.configure(SslContextBuilder.forServer(key, chain), SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .clientAuth(
                        switch (plan.clientAuthentication()) {
                            case NONE -> ClientAuth.NONE;
                            case OPTIONAL -> ClientAuth.OPTIONAL;
                            case REQUIRED -> ClientAuth.REQUIRE;
                        });
        if (!authorities.isEmpty()) {
            builder.trustManager(authorities.toArray(new X509Certificate[0]));
        }
        return builder.build();
    }

    /** Otherwise the server starts, and no client can ever connect. Keys of rarer kinds are not looked at. */
    private static void mustBelongTogether(PrivateKey key, X509Certificate certificate) throws IOException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "EdDSA" -> "EdDSA";
            default -> "";
        };
        if (algorithm.isEmpty()) {
            return;
        }
        byte[] sample = {1, 2, 3};
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(sample);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(sample);
            if (signature.verify(signed)) {
                return;
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(STRANGERS, e);
        }
        throw new IOException(STRANGERS);
    }
}

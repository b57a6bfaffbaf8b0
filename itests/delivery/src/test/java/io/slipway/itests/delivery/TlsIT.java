package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import io.slipway.wire.ProducerGrpc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS over TCP, with PEM in files and in the configuration. */
class TlsIT {

    @TempDir
    static Path certificateFolder;

    @TempDir
    Path folder;

    private static Certificates certificates;

    @BeforeAll
    static void make() throws Exception {
        certificates = Certificates.make(certificateFolder);
    }

    @Test
    void servesClientsThatTrustItsCertificate() throws Exception {
        try (Shipper shipper =
                        Shipper.start(withTls(certificates.certificate("server"), certificates.key("server"), ""));
                Wire trusting = connect(shipper, trust("authority"));
                Wire wary = connect(shipper, trust("stranger"));
                Wire plain = Wire.to(shipper.port())) {

            assertThat(trusting.publish(Events.request(1, 1)).getAcceptedCount())
                    .isEqualTo(1);

            assertThat(codeOf(wary)).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(codeOf(plain)).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(trusting.publish(Events.request(2, 2)).getAcceptedCount())
                    .isEqualTo(1);
        }
    }

    @Test
    void asksClientsForACertificateThatAnAuthoritySigned() throws Exception {
        Setup setup = withTls(
                certificates.certificate("server"),
                certificates.key("server"),
                ", certificate_authorities: [" + certificates.certificate("authority") + "]");
        try (Shipper shipper = Shipper.start(setup);
                Wire known = connect(shipper, identified("client"));
                Wire unknown = connect(shipper, identified("stranger"));
                Wire nameless = connect(shipper, trust("authority"))) {

            assertThat(known.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);

            assertThat(codeOf(unknown)).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(codeOf(nameless)).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    @Test
    void takesPemInTheConfigurationAndNeverLogsTheKey() throws Exception {
        String key = Files.readString(certificates.key("server"));
        Setup setup = withTls(quoted(Files.readString(certificates.certificate("server"))), quoted(key), "");
        try (Shipper shipper = Shipper.start(setup);
                Wire trusting = connect(shipper, trust("authority"))) {

            assertThat(trusting.publish(Events.request(1, 1)).getAcceptedCount())
                    .isEqualTo(1);

            assertThat(String.join("\n", shipper.process().error())).doesNotContain(key.split("\n")[1]);
            Cli.Ended shown = Cli.at(folder).run("config", "show", "-c", setup.file());
            assertThat(shown.code()).as(shown.all()).isZero();
            assertThat(shown.all()).doesNotContain(key.split("\n")[1]);
        }
    }

    private Setup withTls(Object certificate, Object key, String more) {
        return Setup.toFile(folder)
                .replace(
                        "unix://" + folder.resolve("sock") + "\"",
                        "127.0.0.1:0\", ssl: {certificate: " + certificate + ", key: " + key + more + "}");
    }

    private static String quoted(String pem) {
        return "\"" + pem.replace("\n", "\\n") + "\"";
    }

    private static SslContextBuilder trust(String authority) {
        return GrpcSslContexts.forClient()
                .trustManager(certificates.certificate(authority).toFile());
    }

    private static SslContextBuilder identified(String name) {
        return trust("authority")
                .keyManager(
                        certificates.certificate(name).toFile(),
                        certificates.key(name).toFile());
    }

    private static Wire connect(Shipper shipper, SslContextBuilder tls) throws IOException {
        return new Wire(NettyChannelBuilder.forAddress("localhost", shipper.port())
                .sslContext(tls.build())
                .build());
    }

    private static Status.Code codeOf(Wire wire) {
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> ProducerGrpc.newBlockingStub(wire.channel())
                        .withDeadlineAfter(Running.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .publishEvents(Events.request(1, 1)));
        return refused.getStatus().getCode();
    }
}

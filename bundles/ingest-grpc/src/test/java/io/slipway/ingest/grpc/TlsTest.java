package io.slipway.ingest.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import io.slipway.core.config.Address;
import io.slipway.core.config.ServerPlan;
import io.slipway.core.config.TlsPlan;
import io.slipway.core.config.TlsPlan.ClientAuthentication;
import io.slipway.wire.PersistedIndexRequest;
import io.slipway.wire.ProducerGrpc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With certificates and keys that openssl made, valid for a hundred years. */
class TlsTest {

    @ParameterizedTest
    @CsvSource({"rsa.crt, rsa-pkcs1.key", "rsa.crt, rsa-pkcs8.key", "ec.crt, ec-sec1.key", "ed25519.crt, ed25519.key"})
    void readsEveryFormOfKey(String certificate, String key) throws Exception {
        try (TestDoor door = open(path(certificate), path(key), List.of(), ClientAuthentication.NONE)) {
            assertThat(answers(door, GrpcSslContexts.forClient(), certificate)).isTrue();
        }
    }

    @Test
    void readsPemFromTheConfigurationItself() throws Exception {
        try (TestDoor door = open(
                Files.readString(Path.of(path("ec.crt"))),
                Files.readString(Path.of(path("ec-sec1.key"))),
                List.of(),
                ClientAuthentication.NONE)) {
            assertThat(answers(door, GrpcSslContexts.forClient(), "ec.crt")).isTrue();
        }
    }

    @Test
    void asksClientsForACertificate() throws Exception {
        try (TestDoor door =
                open(path("rsa.crt"), path("rsa-pkcs8.key"), List.of(path("ec.crt")), ClientAuthentication.REQUIRED)) {
            SslContextBuilder known = GrpcSslContexts.forClient()
                    .keyManager(Pem.key("key", path("ec-sec1.key")), Pem.certificates("certificate", path("ec.crt")));

            assertThat(answers(door, known, "rsa.crt")).isTrue();
            assertThatThrownBy(() -> answers(door, GrpcSslContexts.forClient(), "rsa.crt"))
                    .hasMessageContaining("UNAVAILABLE");
        }
    }

    @Test
    void namesTheSettingAtFaultAndNoSecret() {
        assertThatThrownBy(() -> open("/no/such.crt", path("ec-sec1.key"), List.of(), ClientAuthentication.NONE))
                .hasMessage("shipper.server.ssl.certificate: \"/no/such.crt\" is no PEM and no file that can be read.");
        assertThatThrownBy(() -> open(path("ec.crt"), path("ec.crt"), List.of(), ClientAuthentication.NONE))
                .hasMessage("shipper.server.ssl.key holds no private key. It must be PEM, or a file of PEM.");
    }

    @ParameterizedTest
    @CsvSource({"rsa.crt, ec-sec1.key", "ec.crt, rsa-pkcs8.key", "ec.crt, ed25519.key"})
    void refusesAKeyThatIsNotTheCertificates(String certificate, String key) {
        assertThatThrownBy(() -> open(path(certificate), path(key), List.of(), ClientAuthentication.NONE))
                .hasMessageStartingWith("shipper.server.ssl.key is not the key of the first certificate");
    }

    private static TestDoor open(String certificate, String key, List<String> authorities, ClientAuthentication clients)
            throws IOException {
        return TestDoor.open(new ServerPlan(
                List.of(new Address.Tcp("127.0.0.1", 0)),
                Optional.of(new TlsPlan(certificate, key, authorities, clients)),
                false,
                TestDoor.BUDGET,
                10));
    }

    private static boolean answers(TestDoor door, SslContextBuilder client, String trusted) throws Exception {
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", door.port())
                .sslContext(client.trustManager(Pem.certificates("trusted", path(trusted)))
                        .build())
                .build();
        try {
            return ProducerGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                    .persistedIndex(PersistedIndexRequest.getDefaultInstance())
                    .hasNext();
        } finally {
            channel.shutdownNow();
        }
    }

    private static String path(String name) {
        try {
            return Path.of(TlsTest.class.getResource("/tls/" + name).toURI()).toString();
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

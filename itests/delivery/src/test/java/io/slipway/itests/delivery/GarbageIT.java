package io.slipway.itests.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.slipway.wire.PersistedIndexReply;
import io.slipway.wire.PersistedIndexRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no gRPC at all, or only half of it, on a TCP port. */
class GarbageIT {

    private static final String TLS_HELLO =
            "16030100a5010000a10303000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
                    + "20e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff0008130213031301";

    @TempDir
    static Path folder;

    private static Shipper shipper;

    @BeforeAll
    static void start() throws IOException {
        shipper = Shipper.start(Setup.toFile(folder).replace("unix://" + folder.resolve("sock"), "127.0.0.1:0"));
    }

    @AfterAll
    static void stop() {
        try (Shipper ending = shipper) {
            assertThat(ending.stop()).isZero();
            assertThat(ending.balance("file").addsUp()).isTrue();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("garbage")
    void closesTheConnectionAndServesOthers(String what, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shipper.port());
                Wire wire = Wire.to(shipper.port())) {
            socket.setSoTimeout((int) Running.PATIENCE.toMillis());
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();

            assertThat(wire.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);
            assertThat(endOf(socket)).as("The server ends the connection.").isTrue();
        }
        assertThat(shipper.process().isAlive()).isTrue();
        assertThat(String.join("\n", shipper.process().error())).doesNotContain("Exception");
    }

    static Stream<Arguments> garbage() {
        byte[] random = new byte[100_000];
        new Random(5).nextBytes(random);
        return Stream.of(
                Arguments.of(
                        "an HTTP/1.1 request",
                        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII)),
                Arguments.of("a TLS hello", HexFormat.of().parseHex(TLS_HELLO)),
                Arguments.of("random bytes", random));
    }

    @Test
    void aClientThatNeverReadsItsStreamHarmsOnlyItself() {
        try (Wire deaf = Wire.to(shipper.port());
                Wire wire = Wire.to(shipper.port())) {
            for (int i = 0; i < 100; i++) {
                deaf.async()
                        .persistedIndex(
                                PersistedIndexRequest.newBuilder()
                                        .setPollingInterval(
                                                Duration.newBuilder().setNanos(10_000_000))
                                        .build(),
                                new Deaf());
            }

            for (int i = 1; i <= 200; i++) {
                wire.publish(Events.request(1000 + i, 1000 + i));
            }

            assertThat(shipper.destination().awaitAll(1001, 1200)).isEqualTo(Tally.PERFECT);
        }
    }

    @Test
    void connectionsThatSayNothingHarmNobody() throws IOException {
        Socket[] silent = new Socket[100];
        try (Wire wire = Wire.to(shipper.port())) {
            for (int i = 0; i < silent.length; i++) {
                silent[i] = new Socket(InetAddress.getLoopbackAddress(), shipper.port());
            }

            assertThat(wire.publish(Events.request(1, 1)).getAcceptedCount()).isEqualTo(1);
        } finally {
            for (Socket socket : silent) {
                if (socket != null) {
                    socket.close();
                }
            }
        }
    }

    /** Whether the other side ends the connection, after whatever it says. */
    private static boolean endOf(Socket socket) {
        try (InputStream in = socket.getInputStream()) {
            in.readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    /** Takes a stream and asks for no message of it. */
    private static final class Deaf implements ClientResponseObserver<PersistedIndexRequest, PersistedIndexReply> {
        @Override
        public void beforeStart(ClientCallStreamObserver<PersistedIndexRequest> requests) {
            requests.disableAutoRequestWithInitial(0);
        }

        @Override
        public void onNext(PersistedIndexReply reply) {}

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
    }
}
